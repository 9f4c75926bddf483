from django.db import migrations, models


class Migration(migrations.Migration):
    """The rows are derived again from the record (`rebuild --outdated`), which reads old sentences as codes."""

    dependencies = [
        ("compliance", "0002_violations_by_recording"),
    ]

    operations = [
        migrations.AddField("violation", "code", models.CharField(default="", max_length=80)),
        migrations.AddField("violation", "parameters", models.JSONField(default=dict)),
        migrations.RenameField("violation", "detail", "words"),
    ]
