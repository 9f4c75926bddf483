from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("house", "0021_reader_launch")]

    operations = [
        migrations.AddField(
            model_name="gamingtable",
            name="alert_fast_percent",
            field=models.PositiveSmallIntegerField(db_default=50, default=50),
        ),
        migrations.AddField(
            model_name="gamingtable",
            name="alert_idle_minutes",
            field=models.PositiveSmallIntegerField(db_default=60, default=60),
        ),
        migrations.CreateModel(
            name="ReaderSpin",
            fields=[
                ("casino_id", models.BigIntegerField()),
                ("table", models.CharField(max_length=20)),
                ("day", models.CharField(max_length=20)),
                ("coup", models.IntegerField()),
                ("number", models.SmallIntegerField()),
                ("fell_at", models.DateTimeField()),
                ("disputed", models.BooleanField(default=False)),
                ("reports", models.JSONField(default=dict)),
                ("away", models.JSONField(default=list)),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "casino_id",
                        "table",
                        "day",
                        "coup",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
            ],
            options={"db_table": "house_reader_spin"},
        ),
        migrations.CreateModel(
            name="ReaderSpinDay",
            fields=[
                ("casino_id", models.BigIntegerField()),
                ("table", models.CharField(max_length=20)),
                ("day", models.CharField(max_length=20)),
                ("standing", models.JSONField()),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "casino_id",
                        "table",
                        "day",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
            ],
            options={"db_table": "house_reader_spin_day"},
        ),
    ]
