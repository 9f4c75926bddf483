from django.apps import AppConfig

from casino.embedded.broker import use_own_transport


class EmbeddedConfig(AppConfig):
    name = "casino.embedded"
    label = "embedded"
    verbose_name = "Embedded services"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Before anybody opens a connection: kombu remembers the transport that it found first."""
        use_own_transport()
