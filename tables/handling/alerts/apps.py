from django.apps import AppConfig


class AlertsConfig(AppConfig):
    name = "tables.handling.alerts"
    label = "alerts"
    verbose_name = "Alerts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tables.compliance.alerts.events import ALERT_EVENTS
        from tables.handling.aggregate import register_codecs
        from tables.handling.alerts.projection import AlertRows
        from tables.stream import register_synchronous

        register_codecs(ALERT_EVENTS)
        register_synchronous(AlertRows())
