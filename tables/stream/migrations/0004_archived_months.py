"""Which months lie in files, and which positions of the feed went with them.

The tree, its checkpoints and all that lasts stay in the database: so every archived event can be held against the tree.
There is no way back: evidence is not dropped by a migration. The triggers that guard these tables come with 0006.
"""

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
    ]
