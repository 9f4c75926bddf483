from django.apps import AppConfig


class StreamConfig(AppConfig):
    name = "tables.stream"
    label = "stream"
    verbose_name = "The record"
    default_auto_field = "django.db.models.BigAutoField"
