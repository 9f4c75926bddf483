from django.apps import AppConfig


class SettingUpConfig(AppConfig):
    name = "casino.setting_up"
    label = "setting_up"
    verbose_name = "Setting up"
    default_auto_field = "django.db.models.BigAutoField"
