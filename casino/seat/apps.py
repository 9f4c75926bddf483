from django.apps import AppConfig


class SeatConfig(AppConfig):
    name = "casino.seat"
    label = "seat"
    verbose_name = "Seat screens"
    default_auto_field = "django.db.models.BigAutoField"
