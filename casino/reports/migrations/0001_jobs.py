from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='ReportJobDay',
            fields=[
                ('pk', models.CompositePrimaryKey('casino_id', 'job', 'place', blank=True, editable=False, primary_key=True, serialize=False)),
                ('casino_id', models.BigIntegerField()),
                ('job', models.UUIDField()),
                ('place', models.IntegerField()),
                ('rows', models.BinaryField()),
            ],
            options={
                'db_table': 'report_job_day',
            },
        ),
        migrations.CreateModel(
            name='ReportJobResult',
            fields=[
                ('pk', models.CompositePrimaryKey('casino_id', 'job', blank=True, editable=False, primary_key=True, serialize=False)),
                ('casino_id', models.BigIntegerField()),
                ('job', models.UUIDField()),
                ('content', models.BinaryField()),
            ],
            options={
                'db_table': 'report_job_result',
            },
        ),
        migrations.CreateModel(
            name='ReportJob',
            fields=[
                ('pk', models.CompositePrimaryKey('casino_id', 'id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('casino_id', models.BigIntegerField()),
                ('id', models.UUIDField()),
                ('report', models.CharField(max_length=40)),
                ('since', models.CharField(max_length=10)),
                ('until', models.CharField(max_length=10)),
                ('table', models.CharField(max_length=20, null=True)),
                ('form', models.CharField(max_length=10)),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='waiting', max_length=10)),
                ('done', models.IntegerField(default=0)),
                ('total', models.IntegerField()),
                ('rows', models.IntegerField(default=0)),
                ('turn', models.IntegerField(default=0)),
                ('tries', models.IntegerField(default=0)),
                ('error', models.TextField(default='')),
                ('asked_by', models.CharField(max_length=255)),
                ('asked_at', models.DateTimeField()),
                ('worked_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('kept_until', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'report_job',
                'indexes': [models.Index(fields=['status', 'worked_at'], name='report_jobs_by_status'), models.Index(fields=['kept_until'], name='report_jobs_by_end')],
            },
        ),
    ]
