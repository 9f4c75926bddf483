"""Triggers that notify of each end of a right, as the SQL file beside says."""

from pathlib import Path

from django.db import migrations

DROP = """
DROP TRIGGER revoked ON people_person;
DROP TRIGGER revoked_with_row ON people_person;
DROP TRIGGER revoked_with_row ON django_session;
DROP TRIGGER revoked ON house_casino;
DROP TRIGGER revoked ON api_apiclient;
DROP TRIGGER revoked_with_row ON api_apiclient;
DROP TRIGGER revoked_with_row ON oauth2_provider_accesstoken;
DROP TRIGGER revoked ON seat_screen;
DROP TRIGGER revoked_with_row ON seat_screen;
DROP TRIGGER revoked ON house_entry_secret;
DROP TRIGGER revoked_with_row ON house_entry_secret;
DROP TRIGGER revoked ON house_register_entry;
DROP FUNCTION public.notify_revocation;
DROP FUNCTION public.notify_end_of_session;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('api', '0003_codes_of_clients'),
        ('house', '0015_entry_secrets'),
        ('oauth2_provider', '0022_refreshtoken_token_family_index'),
        ('people', '0010_alter_person_role'),
        ('seat', '0001_seat_screens'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(), DROP),
    ]
