from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("settlement", "0006_the_ledger"),
    ]

    operations = [
        migrations.AddField(
            model_name="stakeoncloth",
            name="stays_of",
            field=models.TextField(default=None, null=True),
        ),
    ]
