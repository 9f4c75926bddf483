from django.apps import AppConfig


class SeatsConfig(AppConfig):
    name = "casino.seats"
    label = "seat"
