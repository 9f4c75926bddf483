from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """The last app: all models are loaded before the platform is composed."""

    name = "casino"
    label = "platform"
    verbose_name = "Platform"

    def ready(self) -> None:
        from casino.composition import compose

        compose()
