from typing import Any

from django.db import migrations, models

FIELDS = ("second_factor_roles", "idle_minutes", "password_days")


def leave_to_settings(apps: Any, schema_editor: Any) -> None:
    """Nothing of it is registered yet; `register_entries` fills in again what is."""
    casinos = apps.get_model("house", "Casino").objects.using(schema_editor.connection.alias)
    casinos.update(**dict.fromkeys(FIELDS))


class Migration(migrations.Migration):

    dependencies = [
        ("house", "0015_entry_secrets"),
    ]

    operations = [
        migrations.AlterField("casino", "second_factor_roles", models.JSONField(blank=True, null=True)),
        migrations.AlterField("casino", "idle_minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AlterField("casino", "password_days", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.RunPython(leave_to_settings, migrations.RunPython.noop, elidable=True),
    ]
