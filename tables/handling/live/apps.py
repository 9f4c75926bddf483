from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tables.handling.live"
    label = "live"
    verbose_name = "Live tables"
    default_auto_field = "django.db.models.BigAutoField"
