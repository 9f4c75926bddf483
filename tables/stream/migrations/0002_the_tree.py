"""The tree's tables, as the SQL file beside says; Django is told the same, and adds the triggers that guard them.

There is no way back: evidence is not dropped by a migration.
"""

from pathlib import Path

import pgtrigger.compiler
import pgtrigger.migrations
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
        pgtrigger.migrations.AddTrigger(
            model_name='checkpoint',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;", hash='0e48e7b41b9f2f9ccfb4d5884889f1660dacab72', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_87575', table='checkpoint', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='merkletile',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;", hash='acca2cc7d51eb86e8228cba0517b43649954440f', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_9a60a', table='merkle_tile', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='witnesssignature',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;", hash='41b72427732ddfedf596e659630238aad504fe09', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_67f08', table='witness_signature', when='BEFORE')),
        ),
    ]
