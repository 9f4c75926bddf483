from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('compliance', '0001_violations'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='violation',
            index=models.Index(fields=['casino_id', 'recorded_at'], name='violations_by_recording'),
        ),
    ]
