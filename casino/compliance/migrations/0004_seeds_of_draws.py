from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("compliance", "0003_violations_have_codes"),
    ]

    operations = [
        migrations.CreateModel(
            name="DrawSeed",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "casino_id", "day", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("casino_id", models.BigIntegerField()),
                ("day", models.CharField(max_length=20)),
                ("seed", models.BinaryField()),
            ],
            options={"db_table": "compliance_draw_seed"},
        ),
    ]
