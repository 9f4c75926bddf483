"""Movements of tables' days in the ledger, summed along each route, with their sums for the day's figures."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from settlement.day_record import DayInRecord
from settlement.ledger.accounts import Account
from settlement.ledger.reasons import Reason, read_reason
from tables.handling.streams import table_stream
from tables.play.slips.questions import kind_and_place

MOVED = (Path(__file__).parent / "sql" / "moved_at_tables.sql").read_text()
COUNTED = (Reason.COUNTED_AT_OPENING, Reason.COUNTED_AT_CLOSING)
"""Reasons of a float's movement by a difference that its count found."""
NO_END = 2**62
OUT_OF_BOXES = (Account.COUNTED, Account.VARIANCE, Account.BEFORE)
"""Places of notes outside of the drop: notes leave for them after the count, and unrecorded notes come from them."""


class Moved(NamedTuple):
    """Amount that moved along a route on a day, in minor units.

    `between` is the part between the two counts: after the opening count if there is one, and before the closing count.
    `before` is the part before the opening count.
    """

    reason: str
    source: str
    target: str
    amount: int
    between: int
    before: int = 0

    def to(self, place: Account) -> int:
        """Return the amount that came to a place; below zero if it left the place."""
        return self.amount * ((self.target == place) - (self.source == place))

    def to_float(self, *, after_closing: bool) -> int:
        """Return the amount that came to the float, after its closing count or before it; below zero if it left."""
        counted = self.between + self.before
        amount = self.amount - counted if after_closing else counted
        return amount * ((self.target == Account.FLOAT) - (self.source == Account.FLOAT))

    @property
    def slip(self) -> str:
        """The number of the slip with which chips came to the float or left it; empty for anything else."""
        ends = {self.source, self.target}
        return read_reason(self.reason).about if ends == {Account.TRANSIT, Account.FLOAT} else ""


def moved_on(casino_id: int, days: Mapping[str, DayInRecord]) -> Mapping[str, tuple[Moved, ...]]:
    """Return the movements of each table's day by the table's code; empty for a day without any. Runs one query."""
    found: dict[str, list[Moved]] = {table: [] for table in days}
    with connection.cursor() as cursor:
        cursor.execute(
            MOVED,
            {
                "casino_id": casino_id,
                "tables": list(days),
                "streams": [table_stream(table, day.opened.day) for table, day in days.items()],
                "since": [day.opening.version if day.opening else 0 for day in days.values()],
                "until": [day.closing.version if day.closing else NO_END for day in days.values()],
            },
        )
        for table, *move in cursor.fetchall():
            found[table].append(Moved(*move))
    return {table: tuple(moves) for table, moves in found.items()}


def came_to(place: Account, moves: Iterable[Moved]) -> int:
    return sum(move.to(place) for move in moves)


def cash_taken(moves: Iterable[Moved]) -> int:
    """The money that came for chips, less what went back for them."""
    return sum(
        move.to(Account.CASH)
        for move in moves
        if move.source not in OUT_OF_BOXES and move.target not in OUT_OF_BOXES
    )


def by_slips(moves: Iterable[Moved], kind: str) -> list[Moved]:
    return [move for move in moves if move.slip and kind_and_place(move.slip)[0] == kind]


def in_the_opening_count(moves: Iterable[Moved]) -> int:
    """Return the balance of slips before the opening count: the count contains it."""
    return sum(
        move.before * ((move.target == Account.FLOAT) - (move.source == Account.FLOAT))
        for move in moves
        if move.slip
    )


def float_moved(moves: Iterable[Moved]) -> int:
    return sum(
        move.between * ((move.target == Account.FLOAT) - (move.source == Account.FLOAT))
        for move in moves
        if move.reason not in COUNTED
    )
