"""The owner's function that deletes expired answers, tokens and attempts, as the SQL file beside says."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('api', '0004_waiting_requests'),
        ('oauth2_provider', '0022_refreshtoken_token_family_index'),
        ('webhooks', '0002_codes_of_webhooks'),
    ]

    operations = [
        migrations.RunSQL(
            Path(__file__).with_suffix(".sql").read_text(), "DROP FUNCTION public.forget_expired_answers()"
        ),
    ]
