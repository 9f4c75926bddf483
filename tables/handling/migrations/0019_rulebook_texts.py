from django.db import migrations, models

# Openings of older releases name no hash, so no row comes of them: a casino with archived months, which cannot rebuild
# its projections, has nothing to rebuild here.
NOTHING_TO_REBUILD = """
    INSERT INTO projection (casino_id, name, version, position, status)
    SELECT DISTINCT casino_id, 'rulebook_texts', 1, 0, 'live' FROM projection
    ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0018_what_is_an_alert_and_the_watch_over_wheels'),
        ('stream', '0001_the_record'),
    ]

    operations = [
        migrations.CreateModel(
            name='RulebookText',
            fields=[
                ('casino_id', models.BigIntegerField()),
                ('rulebook', models.CharField(max_length=50)),
                ('version', models.PositiveIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('pk', models.CompositePrimaryKey('casino_id', 'rulebook', 'version', 'sha256', blank=True, editable=False, primary_key=True, serialize=False)),
            ],
            options={
                'db_table': 'house_rulebook_text',
            },
        ),
        migrations.RunSQL(NOTHING_TO_REBUILD, migrations.RunSQL.noop),
    ]
