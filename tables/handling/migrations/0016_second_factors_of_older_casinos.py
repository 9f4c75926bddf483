from typing import Any

from django.db import migrations

USUAL_ROLES = ["administrator", "direction", "games_inspector"]


def ask_as_of_a_new_casino(apps: Any, schema_editor: Any) -> None:
    """A casino that is older than its register has chosen nothing: it asks for a second factor as a new one does.

    What a register says stays, and so does the demonstration, whose people have a public password.
    """
    using = schema_editor.connection.alias
    entries = apps.get_model("house", "RegisterEntry").objects.using(using).filter(kind="casino")
    casinos = apps.get_model("house", "Casino").objects.using(using)
    casinos.filter(demonstration=False, second_factor_roles=[]).exclude(
        pk__in=entries.values("casino_id")
    ).update(second_factor_roles=USUAL_ROLES)


class Migration(migrations.Migration):

    dependencies = [
        ("house", "0015_entry_secrets"),
    ]

    operations = [
        migrations.RunPython(ask_as_of_a_new_casino, migrations.RunPython.noop, elidable=True),
    ]
