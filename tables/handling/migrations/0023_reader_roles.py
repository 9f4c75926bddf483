from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("house", "0022_reader_spins_and_pace_alerts")]

    operations = [
        migrations.AddField(
            model_name="wheelreader",
            name="role",
            field=models.CharField(db_default="primary", default="primary", max_length=10),
        ),
        migrations.AddField(
            model_name="gamingtable",
            name="witness_takes_over",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
