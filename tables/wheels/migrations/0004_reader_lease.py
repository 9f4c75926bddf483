"""Leases of readers: each reader is listened to by one gateway at a time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wheels", "0003_refused_readers"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReaderLease",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("casino_id", models.IntegerField()),
                ("reader", models.CharField(max_length=50)),
                ("lease", models.BigIntegerField()),
                ("spool", models.UUIDField()),
                ("holder", models.CharField(max_length=300)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "db_table": "reader_lease",
                "constraints": [
                    models.UniqueConstraint(fields=("casino_id", "reader"), name="one_lease_of_a_reader"),
                    models.UniqueConstraint(
                        fields=("casino_id", "reader", "lease"), name="lease_is_part_of_a_key"
                    ),
                ],
            },
        ),
    ]
