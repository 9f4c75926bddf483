"""The app of the catalogues: its commands, and the check that they are compiled."""

from django.apps import AppConfig


class LanguagesConfig(AppConfig):
    """Brings `makemessages` and `unmarked_text`, and checks at each start that the languages can be shown."""

    name = "casino.languages"

    def ready(self) -> None:
        """Register the check."""
        from casino.languages import checks  # noqa: F401
