"""The language of a page: a rulebook's own, or another of the four.

The pages' words come from the catalogues in the active language. `PageLanguage` names that language for texts outside
of the catalogues: figures, the names of bets (the trade's and each rulebook's own), and our readings of unclear
clauses.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from casino.kit.clauses import cited
from casino.kit.money import figures_of
from tables.roulette.rulebook import Rulebook

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "fr": "Français", "pt": "Português", "it": "Italiano"}
)
"""The languages of the pages, which are those that a rulebook may be in, each by its own name."""


class PageLanguage:
    """A language by its `code`, with its `figures` as it writes them."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.figures = figures_of(code)


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The reading of an unclear clause; `language` is that of the text and may differ from the page's."""

    clause: str
    text: str
    language: str


def readings(rulebook: Rulebook, language: PageLanguage) -> tuple[Reading, ...]:
    """Every reading of a rulebook, in the order of its file."""
    return tuple(reading_of(rulebook, clause, language) for clause in rulebook.readings)


def reading_of(rulebook: Rulebook, clause: str, language: PageLanguage) -> Reading:
    reading = rulebook.readings[clause]
    return Reading(
        clause=cited(rulebook, clause),
        text=reading.text(language.code),
        language=reading.language(language.code),
    )
