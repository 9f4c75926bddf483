import re
from typing import Any

from django.db import migrations, models


def give_codes(apps: Any, schema_editor: Any) -> None:
    """A client that was made before has a code made of its name and its number, which no other has."""
    clients = apps.get_model("api", "ApiClient").objects.using(schema_editor.connection.alias)
    for client in clients.order_by("pk"):
        base = re.sub(r"[^A-Za-z0-9._-]+", "-", client.name).strip("-._")[:30] or "client"
        clients.filter(pk=client.pk).update(code=f"{base}-{client.pk}")


class Migration(migrations.Migration):

    dependencies = [
        ("api", "0002_revoked_clients"),
    ]

    operations = [
        migrations.AddField(
            model_name="apiclient",
            name="code",
            field=models.CharField(default="", max_length=50),
            preserve_default=False,
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="apiclient",
            constraint=models.UniqueConstraint(fields=("casino", "code"), name="one_client_of_a_code"),
        ),
    ]
