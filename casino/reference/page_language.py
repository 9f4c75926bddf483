"""The language in which somebody reads the pages: a rulebook's own, or another of the four.

The pages' words are in the catalogues (casino/languages) and come in the language that is active. This says which that
is, for the names of bets, which are the trade's and each rulebook's own, and for figures.
"""

from collections.abc import Mapping
from types import MappingProxyType

from casino.kit.money import figures_of

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "fr": "Français", "pt": "Português", "it": "Italiano"}
)
"""The languages of the pages, which are those that a rulebook may be in, each by its own name."""


class PageLanguage:
    """A language by its `code`, with its `figures` as it writes them."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.figures = figures_of(code)
