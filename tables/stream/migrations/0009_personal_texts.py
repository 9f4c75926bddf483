"""Names of people, which the record names by references alone: tables/stream/pseudonyms.py."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('stream', '0008_late_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='PersonalText',
            fields=[
                ('pk', models.CompositePrimaryKey('casino_id', 'reference', blank=True, editable=False, primary_key=True, serialize=False)),
                ('casino_id', models.IntegerField()),
                ('reference', models.BigIntegerField()),
                ('person', models.TextField()),
                ('text', models.TextField(null=True)),
                ('is_name', models.BooleanField()),
                ('erased', models.IntegerField(default=0)),
            ],
            options={
                'db_table': 'personal_text',
                'constraints': [models.UniqueConstraint(fields=('casino_id', 'person', 'text', 'is_name'), name='one_reference_of_a_text')],
            },
        ),
    ]
