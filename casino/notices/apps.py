from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "casino.notices"
    label = "notices"
    verbose_name = "Notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from casino.notices.outbox import Outbox
        from tables.stream import register_asynchronous

        register_asynchronous(Outbox())
