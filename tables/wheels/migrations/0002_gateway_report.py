"""Every gateway reports its spool every few seconds, and not only the trouble with its disk."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("wheels", "0001_spool_alarm")]

    operations = [
        migrations.RenameModel("SpoolAlarm", "GatewayReport"),
        migrations.AlterModelTable("GatewayReport", "gateway_report"),
        migrations.AddField(
            "GatewayReport",
            "reported_at",
            models.DateTimeField(db_default=Now()),
            preserve_default=False,
        ),
        migrations.AlterField("GatewayReport", "reported_at", models.DateTimeField()),
        migrations.AddField("GatewayReport", "waiting", models.IntegerField(default=0)),
        migrations.AddField("GatewayReport", "oldest_waiting_at", models.DateTimeField(null=True)),
        migrations.AlterField("GatewayReport", "since", models.DateTimeField(null=True)),
        migrations.AlterField("GatewayReport", "reason", models.TextField(blank=True, default="")),
        migrations.AlterField("GatewayReport", "held", models.IntegerField(default=0)),
    ]
