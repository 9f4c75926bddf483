"""The sentence of a violation, in the words of the rulebook whose clause was broken."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from casino.kit.seats import SEATS
from casino.kit.sentences.catalogue import sentence
from casino.kit.sentences.table_names import SeatNames, TableNames
from tables.roulette.loader import get_rulebook

PLAYER = re.compile(r"(?<![\w:-])P\d+(?![\w-]|:\S)")


class ViolationAsKept(Protocol):
    """A violation as an event, the table's state or the list of violations keeps it."""

    @property
    def clause(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def parameters(self) -> Mapping[str, Any]: ...
    @property
    def words(self) -> str: ...


def violation_sentence(violation: ViolationAsKept) -> str:
    """Return the violation in words; a violation recorded in words alone keeps these words."""
    if not violation.code:
        return _with_seats(violation.words)
    if not violation.clause:
        # The casino's own rule: its words name no bet of a rulebook.
        return sentence(violation.code, violation.parameters, SeatNames())
    names = TableNames(get_rulebook(violation.clause.partition("/")[0]))
    return sentence(violation.code, violation.parameters, names)


def _with_seats(words: str) -> str:
    """Return words that were recorded, with the seats' labels for the codes of their players."""
    labels = {seat.player: seat.label for seat in SEATS}
    return PLAYER.sub(lambda found: labels.get(found[0], found[0]), words)
