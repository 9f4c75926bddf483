from django.db import migrations, models

import tables.handling.models


class Migration(migrations.Migration):

    dependencies = [
        ("house", "0009_imprest_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="casino",
            name="shifts",
            field=models.JSONField(default=tables.handling.models.usual_shifts),
        ),
        migrations.AddField(
            model_name="gamingtable",
            name="pit",
            field=models.CharField(blank=True, default="", max_length=20),
        ),
        migrations.AddField(
            model_name="gamingtable",
            name="theory_of_drop",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
