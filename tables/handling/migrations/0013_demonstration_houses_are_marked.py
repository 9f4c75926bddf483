from typing import Any

from django.db import migrations, models


def mark_demonstration(apps: Any, schema_editor: Any) -> None:
    """Every version of `open_demonstration_house` has made casino 1 under this name, and no other casino."""
    casinos = apps.get_model("house", "Casino").objects.using(schema_editor.connection.alias)
    casinos.filter(pk=1, name="Demonstration house").update(demonstration=True)


class Migration(migrations.Migration):

    dependencies = [
        ("house", "0012_the_event_of_a_board"),
    ]

    operations = [
        migrations.AddField(
            model_name="casino",
            name="demonstration",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark_demonstration, migrations.RunPython.noop, elidable=True),
    ]
