import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FORGET_SECRET_ANSWERS = "DELETE FROM api_firstanswer WHERE substring(body FROM 1 FOR 5) = 'gAAAA'::bytea"
"""First answers with a link or a secret in them were stored encrypted. Nobody gets one again."""


class Migration(migrations.Migration):

    dependencies = [
        ("api", "0003_codes_of_clients"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="WaitingRequest",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("casino_id", models.BigIntegerField()),
                ("operation", models.CharField(max_length=60)),
                ("act", models.CharField(max_length=60)),
                ("asked", models.JSONField()),
                ("seen_version", models.BigIntegerField(null=True)),
                ("asked_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("state", models.CharField(default="pending", max_length=10)),
                ("decided_at", models.DateTimeField(null=True)),
                ("reason", models.CharField(default="", max_length=200)),
                ("result", models.JSONField(null=True)),
                (
                    "client",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["casino_id", "state", "asked_at"], name="waiting_requests_by_state"),
                    models.Index(fields=["expires_at"], name="waiting_requests_by_expiry"),
                ],
            },
        ),
        migrations.RunSQL(FORGET_SECRET_ANSWERS, migrations.RunSQL.noop, elidable=True),
    ]
