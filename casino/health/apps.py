from django.apps import AppConfig


class HealthConfig(AppConfig):
    name = "casino.health"
    label = "health"
    verbose_name = "Health"
