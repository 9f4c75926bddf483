from django.apps import AppConfig


class WheelsConfig(AppConfig):
    name = "tables.wheels"
    label = "wheels"
    verbose_name = "Wheels"
    default_auto_field = "django.db.models.BigAutoField"
