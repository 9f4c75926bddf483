"""The app of the texts: catalogues with their commands and their check, and the escaping of text in pages."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import Warning as CheckWarning
from django.core.checks import register

from casino.languages.compiling import stale_catalogues


class LanguagesConfig(AppConfig):
    name = "casino.languages"

    def ready(self) -> None:
        from casino.languages.visible_markup import show_unreadable_characters

        register(catalogues_are_compiled)
        show_unreadable_characters()


def catalogues_are_compiled(**_: Any) -> list[CheckWarning]:
    """A warning for each language whose compiled catalogue is missing or older than its source."""
    return [
        CheckWarning(
            f"locale/{path.parent.parent.name} is not compiled: its screens would be in English.",
            hint="Run `make setup`.",
            id="languages.W001",
        )
        for path in stale_catalogues()
    ]
