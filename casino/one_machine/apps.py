from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "casino.one_machine"
    label = "embedded"
    verbose_name = "Embedded services"
    default_auto_field = "django.db.models.BigAutoField"
