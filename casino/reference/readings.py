"""How unclear clauses are read, in the reader's language where the reading has it."""

import msgspec

from casino.kit.clauses import cited
from casino.reference.page_language import PageLanguage
from tables.roulette.rulebook import Rulebook


class ReadingShown(msgspec.Struct, frozen=True, kw_only=True):
    """How a clause is read here; `language` is that of the text, which may be another than the page's."""

    clause: str
    text: str
    language: str


def readings_shown(rulebook: Rulebook, language: PageLanguage) -> tuple[ReadingShown, ...]:
    """Every reading of a rulebook, in the order of its file."""
    return tuple(reading_shown(rulebook, clause, language) for clause in rulebook.readings)


def reading_shown(rulebook: Rulebook, clause: str, language: PageLanguage) -> ReadingShown:
    """The reading of a clause that has one."""
    reading = rulebook.readings[clause]
    return ReadingShown(
        clause=cited(rulebook, clause),
        text=reading.text(language.code),
        language=reading.language(language.code),
    )
