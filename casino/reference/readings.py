"""How unclear clauses are read, in the reader's language where the reading has it."""

import msgspec

from casino.floor.citing import cited
from casino.reference.words import Words
from tables.roulette.rulebook import Rulebook


class ReadingShown(msgspec.Struct, frozen=True, kw_only=True):
    """How a clause is read here; `language` is that of the text, which may be another than the page's."""

    clause: str
    text: str
    language: str


def readings_shown(rulebook: Rulebook, words: Words) -> tuple[ReadingShown, ...]:
    """Every reading of a rulebook, in the order of its file."""
    return tuple(reading_shown(rulebook, clause, words) for clause in rulebook.readings)


def reading_shown(rulebook: Rulebook, clause: str, words: Words) -> ReadingShown:
    """The reading of a clause that has one."""
    reading = rulebook.readings[clause]
    return ReadingShown(
        clause=cited(rulebook, clause),
        text=reading.text(words.language),
        language=reading.language(words.language),
    )
