from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "casino.api.webhooks"
    label = "webhooks"
    verbose_name = "Webhooks"
    default_auto_field = "django.db.models.BigAutoField"
