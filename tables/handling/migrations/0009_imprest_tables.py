from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("house", "0008_floats_are_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamingtable",
            name="par",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
