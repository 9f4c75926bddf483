from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "casino.notices"
    label = "notices"
    verbose_name = "Notices"
    default_auto_field = "django.db.models.BigAutoField"
