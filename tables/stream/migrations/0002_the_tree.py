"""The tree's tables, as the SQL file beside says; Django is told the same.

There is no way back: evidence is not dropped by a migration.
"""

from pathlib import Path

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('stream', '0001_the_record'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text())],
            state_operations=[
                migrations.CreateModel(
                    name='Checkpoint',
                    fields=[
                        ('pk', models.CompositePrimaryKey('casino_id', 'size', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('casino_id', models.IntegerField()),
                        ('size', models.BigIntegerField()),
                        ('root', models.BinaryField()),
                        ('origin', models.TextField()),
                        ('vkey', models.TextField()),
                        ('signature', models.BinaryField()),
                        ('signed_at', models.DateTimeField()),
                    ],
                    options={
                        'db_table': 'checkpoint',
                    },
                ),
                migrations.CreateModel(
                    name='MerkleTile',
                    fields=[
                        ('pk', models.CompositePrimaryKey('casino_id', 'level', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('casino_id', models.IntegerField()),
                        ('level', models.SmallIntegerField()),
                        ('number', models.BigIntegerField()),
                        ('hashes', models.BinaryField()),
                        ('root', models.BinaryField()),
                    ],
                    options={
                        'db_table': 'merkle_tile',
                    },
                ),
                migrations.CreateModel(
                    name='WitnessSignature',
                    fields=[
                        ('pk', models.CompositePrimaryKey('casino_id', 'size', 'name', 'signature', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('casino_id', models.IntegerField()),
                        ('size', models.BigIntegerField()),
                        ('name', models.TextField()),
                        ('signature', models.BinaryField()),
                        ('added_at', models.DateTimeField()),
                    ],
                    options={
                        'db_table': 'witness_signature',
                    },
                ),
            ],
        ),
    ]
