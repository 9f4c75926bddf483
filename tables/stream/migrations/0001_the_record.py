"""The record's tables, as the SQL file beside says; Django is told the same.

There is no way back: a record is not dropped by a migration.
"""

from pathlib import Path

from django.db import migrations, models

import tables.stream.fields


class Migration(migrations.Migration):

    initial = True

    dependencies = []

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(Path(__file__).with_suffix(".sql").read_text())],
            state_operations=[
                migrations.CreateModel(
                    name='Command',
                    fields=[
                        ('pk', models.CompositePrimaryKey('casino_id', 'key', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('casino_id', models.IntegerField()),
                        ('key', models.TextField()),
                        ('request_hash', models.BinaryField()),
                        ('stream_id', models.TextField()),
                        ('after_version', models.IntegerField()),
                        ('version', models.IntegerField()),
                        ('recorded_at', models.DateTimeField()),
                    ],
                    options={
                        'db_table': 'command',
                    },
                ),
                migrations.CreateModel(
                    name='Event',
                    fields=[
                        ('pk', models.CompositePrimaryKey('casino_id', 'id', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('casino_id', models.IntegerField()),
                        ('id', models.BigIntegerField()),
                        ('xid', tables.stream.fields.TransactionIdField()),
                        ('stream_id', models.TextField()),
                        ('version', models.IntegerField()),
                        ('event_id', models.UUIDField()),
                        ('type', models.TextField()),
                        ('schema_version', models.IntegerField()),
                        ('data', models.JSONField()),
                        ('payload', models.BinaryField()),
                        ('metadata', models.JSONField()),
                        ('occurred_at', models.DateTimeField()),
                        ('recorded_at', models.DateTimeField()),
                        ('prev_hash', models.BinaryField()),
                        ('hash', models.BinaryField()),
                    ],
                    options={
                        'db_table': 'event',
                    },
                ),
                migrations.CreateModel(
                    name='ProjectionState',
                    fields=[
                        ('pk', models.CompositePrimaryKey('casino_id', 'name', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('casino_id', models.IntegerField()),
                        ('name', models.TextField()),
                        ('version', models.IntegerField()),
                        ('position', models.BigIntegerField(default=0)),
                        ('status', models.TextField(default='live')),
                    ],
                    options={
                        'db_table': 'projection',
                    },
                ),
                migrations.CreateModel(
                    name='SealedEvent',
                    fields=[
                        ('pk', models.CompositePrimaryKey('casino_id', 'position', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('casino_id', models.IntegerField()),
                        ('position', models.BigIntegerField()),
                        ('event', models.BigIntegerField()),
                        ('type', models.TextField()),
                        ('leaf_hash', models.BinaryField()),
                    ],
                    options={
                        'db_table': 'sealed_event',
                    },
                ),
                migrations.CreateModel(
                    name='SealHead',
                    fields=[
                        ('casino_id', models.IntegerField(primary_key=True, serialize=False)),
                        ('position', models.BigIntegerField(default=0)),
                        ('below', tables.stream.fields.TransactionIdField(default='0')),
                        ('sealed_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'db_table': 'seal_head',
                    },
                ),
            ],
        ),
    ]
