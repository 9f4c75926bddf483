from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("house", "0020_witness_signatures")]

    operations = [
        migrations.AddField(
            model_name="wheelreader",
            name="launch",
            field=models.CharField(db_default="entered", default="entered", max_length=10),
        )
    ]
