from django.apps import AppConfig


class DeadlinesConfig(AppConfig):
    name = "tables.handling.deadlines"
    label = "shift"
    verbose_name = "Shift rules"
    default_auto_field = "django.db.models.BigAutoField"
