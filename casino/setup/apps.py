from django.apps import AppConfig


class SettingUpConfig(AppConfig):
    name = "casino.setup"
    label = "setting_up"
    verbose_name = "Setting up"
    default_auto_field = "django.db.models.BigAutoField"
