"""Notes of events in old months, so that the sequencer need not look at every month, as the SQL file beside says."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('stream', '0007_guarded_appends'),
    ]

    operations = [
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(), migrations.RunSQL.noop),
    ]
