"""Everybody who is there already counts as engaged when the casino was set up: they countersign, and are listed to be
confirmed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0010_alter_person_role"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="confirmation",
            field=models.CharField(
                choices=[
                    ("needed", "To be confirmed: does not countersign"),
                    ("set_up", "To be confirmed: of the time when the casino was set up"),
                    ("confirmed", "Confirmed"),
                ],
                default="set_up",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="makers",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
