from django.apps import AppConfig


class ReferenceConfig(AppConfig):
    name = "casino.reference"
    label = "reference"
    verbose_name = "Reference pages"
    default_auto_field = "django.db.models.BigAutoField"
