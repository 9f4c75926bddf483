from django.db import migrations, models


class Migration(migrations.Migration):
    """From now on a table that is registered counts its float; those that are registered keep what they have."""

    dependencies = [("house", "0007_the_rota")]

    operations = [
        migrations.AlterField(
            model_name="gamingtable",
            name="counts_float",
            field=models.BooleanField(default=True),
        ),
    ]
