"""Functions that run as the owner search nothing of the session's, and plain triggers guard the record, as the SQL file
beside says. Also the key of the checkpoints.
"""

from pathlib import Path

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('stream', '0005_the_month_checked_in_less_time'),
    ]

    operations = [
        migrations.RunSQL(
            Path(__file__).with_suffix(".sql").read_text(),
            migrations.RunSQL.noop,
            state_operations=[
                migrations.AlterField(
                    'checkpoint',
                    'pk',
                    models.CompositePrimaryKey('casino_id', 'size', 'signature', blank=True, editable=False, primary_key=True, serialize=False),
                ),
            ],
        ),
    ]
