from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wheels", "0002_gateway_report")]

    operations = [
        migrations.AddField("GatewayReport", "refused_readers", models.JSONField(default=list)),
    ]
