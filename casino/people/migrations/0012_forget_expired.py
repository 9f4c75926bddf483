"""The owner's function that deletes expired sessions and attempts, as the SQL file beside says."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('axes', '0010_accessattemptexpiration'),
        ('people', '0011_confirmation'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.RunSQL(
            Path(__file__).with_suffix(".sql").read_text(), "DROP FUNCTION public.forget_expired_sign_ins()"
        ),
    ]
