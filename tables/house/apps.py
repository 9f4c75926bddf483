from django.apps import AppConfig


class HouseConfig(AppConfig):
    name = "tables.house"
    label = "house"
    verbose_name = "House"
    default_auto_field = "django.db.models.BigAutoField"
