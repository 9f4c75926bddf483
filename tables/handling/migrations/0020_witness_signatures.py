"""The owner's function by which alone cosignatures of witnesses are added, as the SQL file beside says."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0019_rulebook_texts'),
        ('stream', '0008_late_events'),
    ]

    operations = [
        migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text(), migrations.RunSQL.noop),
    ]
