from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('settlement', '0016_one_cloth'),
    ]

    operations = [
        migrations.AddField(
            model_name='payoutsheet',
            name='handled',
            field=models.JSONField(default=dict),
        ),
    ]
