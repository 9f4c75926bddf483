"""The owner's function by which alone events are appended, as the SQL file beside says."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('stream', '0006_functions_of_the_owner'),
    ]

    operations = [
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(), migrations.RunSQL.noop),
    ]
