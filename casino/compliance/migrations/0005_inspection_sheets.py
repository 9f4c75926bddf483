from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("compliance", "0004_seeds_of_draws"),
    ]

    operations = [
        migrations.CreateModel(
            name="InspectionSheet",
            fields=[
                ("casino_id", models.BigIntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("day", models.CharField(max_length=20)),
                ("table", models.CharField(max_length=20)),
                ("number", models.IntegerField()),
                ("version", models.IntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("content", models.JSONField()),
                ("keyed_by", models.CharField(max_length=200)),
                ("keyed_at", models.DateTimeField()),
                ("corrected_by", models.CharField(default="", max_length=200)),
                ("corrected_at", models.DateTimeField(null=True)),
                ("pk", models.CompositePrimaryKey("casino_id", "kind", "day", "table", "number", blank=True, editable=False, primary_key=True, serialize=False)),
            ],
            options={
                "db_table": "compliance_inspection_sheet",
                "indexes": [
                    models.Index(fields=["casino_id", "day", "table"], name="inspection_sheets_by_day"),
                    models.Index(fields=["casino_id", "keyed_at"], name="inspection_sheets_by_keying"),
                ],
            },
        ),
    ]
