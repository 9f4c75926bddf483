from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reports', '0002_the_language_of_a_job'),
    ]

    operations = [
        migrations.AddField(
            model_name='reportjob',
            name='blind',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='reportjob',
            name='chosen',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='reportjob',
            name='hash',
            field=models.CharField(default='', max_length=64),
        ),
        migrations.AddField(
            model_name='reportjob',
            name='person',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='reportjob',
            name='record_hash',
            field=models.CharField(default='', max_length=64),
        ),
        migrations.AddField(
            model_name='reportjobday',
            name='record_hash',
            field=models.CharField(default='', max_length=64),
        ),
        migrations.AddField(
            model_name='reportjobday',
            name='recorded_at',
            field=models.DateTimeField(null=True),
        ),
    ]
