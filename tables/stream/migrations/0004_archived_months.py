"""Which months lie in files, and which positions of the feed went with them.

The tree, its checkpoints and all that lasts stay in the database: so every archived event can be held against the tree.
There is no way back: evidence is not dropped by a migration.
"""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('stream', '0003_the_record_by_month'),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchivedMonth',
            fields=[
                ('pk', models.CompositePrimaryKey('casino_id', 'month', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('casino_id', models.IntegerField()),
                ('month', models.IntegerField()),
                ('number', models.IntegerField()),
                ('file', models.TextField()),
                ('sha256', models.BinaryField()),
                ('bytes', models.BigIntegerField()),
                ('events', models.BigIntegerField()),
                ('first', models.BigIntegerField()),
                ('last', models.BigIntegerField()),
                ('archived_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'archived_month',
            },
        ),
        migrations.CreateModel(
            name='ArchivedRun',
            fields=[
                ('pk', models.CompositePrimaryKey('casino_id', 'first', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('casino_id', models.IntegerField()),
                ('first', models.BigIntegerField()),
                ('last', models.BigIntegerField()),
                ('month', models.IntegerField()),
                ('number', models.IntegerField()),
            ],
            options={
                'db_table': 'archived_run',
            },
        ),
        migrations.CreateModel(
            name='AttachedMonth',
            fields=[
                ('pk', models.CompositePrimaryKey('casino_id', 'month', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('casino_id', models.IntegerField()),
                ('month', models.IntegerField()),
                ('number', models.IntegerField()),
                ('attached_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'attached_month',
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='archivedmonth',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;", hash='b454b961e1201a18515cb3df353598f94432409e', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_6d21e', table='archived_month', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='archivedrun',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;", hash='3c2173a7fbed831b259d1dd85b74115c08cf309b', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_7bf38', table='archived_run', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='attachedmonth',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;", hash='c867387a35973f47436bc2b71df71a82e6425c18', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_a38fb', table='attached_month', when='BEFORE')),
        ),
    ]
