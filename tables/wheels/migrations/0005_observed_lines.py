"""Lines of readers: their status, raw lines, recordings and dead letters, and probes of addresses."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wheels", "0004_reader_lease"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReaderDeadLetter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("casino_id", models.IntegerField()),
                ("reader", models.CharField(max_length=50)),
                ("gateway", models.CharField(max_length=300)),
                ("spool", models.UUIDField()),
                ("row", models.BigIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("number", models.IntegerField(null=True)),
                ("observation", models.JSONField()),
                ("reason", models.TextField()),
                ("refusal", models.JSONField(null=True)),
                ("set_aside_at", models.DateTimeField()),
                ("request", models.CharField(blank=True, default="", max_length=10)),
                ("requested_by", models.CharField(blank=True, default="", max_length=150)),
                ("requested_at", models.DateTimeField(null=True)),
                ("request_reason", models.TextField(blank=True, default="")),
                ("signed", models.JSONField(default=list)),
                ("outcome", models.CharField(blank=True, default="", max_length=20)),
                ("done_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "reader_dead_letter",
                "indexes": [models.Index(fields=["casino_id", "reader"], name="dead_letters_of_reader")],
                "constraints": [
                    models.UniqueConstraint(fields=("spool", "row"), name="one_copy_of_a_dead_letter")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReaderProbe",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("casino_id", models.IntegerField()),
                ("url", models.CharField(max_length=200)),
                ("options", models.JSONField(default=dict)),
                ("asked_by", models.CharField(max_length=150)),
                ("asked_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("gateway", models.CharField(blank=True, default="", max_length=300)),
                ("state", models.CharField(default="asked", max_length=20)),
                ("refusal", models.JSONField(null=True)),
                ("reason", models.CharField(blank=True, default="", max_length=300)),
                ("peer", models.CharField(blank=True, default="", max_length=100)),
                ("lines", models.JSONField(default=list)),
                ("bytes_read", models.BigIntegerField(default=0)),
                ("guesses", models.JSONField(default=list)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "reader_probe",
                "indexes": [models.Index(fields=["casino_id", "asked_at"], name="probes_of_casino")],
            },
        ),
        migrations.CreateModel(
            name="ReaderRecording",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("casino_id", models.IntegerField()),
                ("reader", models.CharField(max_length=50)),
                ("asked_by", models.CharField(max_length=150)),
                ("asked_at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("most_bytes", models.IntegerField()),
                ("state", models.CharField(default="asked", max_length=20)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_by", models.CharField(blank=True, default="", max_length=20)),
                ("size", models.IntegerField(default=0)),
            ],
            options={
                "db_table": "reader_recording",
                "indexes": [
                    models.Index(fields=["casino_id", "reader", "asked_at"], name="recordings_of_reader")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "ended"), _negated=True),
                        fields=("casino_id", "reader"),
                        name="one_recording_of_a_reader",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReaderRecordingPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("casino_id", models.IntegerField()),
                ("recording", models.BigIntegerField()),
                ("part", models.IntegerField()),
                ("body", models.TextField()),
            ],
            options={
                "db_table": "reader_recording_part",
                "constraints": [
                    models.UniqueConstraint(fields=("recording", "part"), name="one_part_of_a_recording")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReaderStatus",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("casino_id", models.IntegerField()),
                ("reader", models.CharField(max_length=50)),
                ("gateway", models.CharField(max_length=300)),
                ("lease", models.BigIntegerField(default=0)),
                ("connection", models.CharField(max_length=20)),
                ("connection_since", models.DateTimeField()),
                ("peer", models.CharField(blank=True, default="", max_length=100)),
                ("reason", models.CharField(blank=True, default="", max_length=300)),
                ("retry_at", models.DateTimeField(null=True)),
                ("hearing", models.CharField(default="unknown", max_length=20)),
                ("hearing_since", models.DateTimeField(null=True)),
                ("last_bytes_at", models.DateTimeField(null=True)),
                ("last_valid_at", models.DateTimeField(null=True)),
                ("last_raw", models.CharField(blank=True, default="", max_length=300)),
                ("per_minute", models.IntegerField(default=0)),
                ("bytes_read", models.BigIntegerField(default=0)),
                ("messages", models.BigIntegerField(default=0)),
                ("errors", models.JSONField(default=dict)),
                ("since", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "db_table": "reader_status",
                "constraints": [
                    models.UniqueConstraint(fields=("casino_id", "reader"), name="one_status_of_a_reader")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReaderWatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("casino_id", models.IntegerField()),
                ("reader", models.CharField(max_length=50)),
                ("watched_until", models.DateTimeField()),
                ("lines", models.JSONField(default=list)),
                ("written_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "reader_watch",
                "constraints": [
                    models.UniqueConstraint(fields=("casino_id", "reader"), name="one_watch_of_a_reader")
                ],
            },
        ),
    ]
