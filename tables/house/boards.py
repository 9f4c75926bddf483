"""The boards: every table's day as it stands, one row each, carried along by every append.

A board is at once what screens read and the state on which the next command is decided, so that a command costs the
events since the last one and not the day. It also knows when the shift rules have to look at the table next.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

import msgspec

from tables.house.models import Board, GamingTable
from tables.house.streams import fold_records, table_and_day, table_stream
from tables.play.events import TYPES
from tables.play.state import State, as_kept, from_kept
from tables.roulette.loader import get_rulebook
from tables.shift.judgement import next_moment
from tables.stream import InlineProjection, RecordedEvent, read_stream


class BoardProjection(InlineProjection):
    """Folds each table event into its day's board."""

    name = "board"
    version = 6
    types = TYPES
    models = (Board,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for (casino_id, stream_id), run in groupby(events, key=lambda e: (e.casino_id, e.stream_id)):
            self._apply_to_day(casino_id, stream_id, list(run))

    @staticmethod
    def _apply_to_day(casino_id: int, stream_id: str, events: list[RecordedEvent]) -> None:
        table, day = table_and_day(stream_id)
        day_board = Board.objects.filter(casino_id=casino_id, table=table, day=day)
        row = day_board.select_for_update().first()
        state = fold_records(events, from_kept(row.state) if row else None)
        values = {
            "version": state.version,
            "state": as_kept(state),
            "next_at": next_moment(state, get_rulebook(state.rulebook, state.rulebook_version)),
        }
        if row:
            day_board.update(**values)
        else:
            Board.objects.create(casino_id=casino_id, table=table, day=day, stream_id=stream_id, **values)


class BoardView(msgspec.Struct, frozen=True):
    """A registered table with its last gaming day, or None if it was never opened."""

    table: GamingTable
    state: State | None


def boards(casino_id: int) -> list[BoardView]:
    """All registered tables of the casino by code, each with its newest day. Two queries."""
    newest = Board.objects.filter(casino_id=casino_id).order_by("table", "-day").distinct("table")
    states = {board.table: from_kept(board.state) for board in newest}
    tables = GamingTable.objects.filter(casino_id=casino_id).order_by("code")
    return [BoardView(table, states.get(table.code)) for table in tables]


def board(casino_id: int, code: str) -> BoardView | None:
    """One table with its newest day; None if no such table is registered."""
    table = GamingTable.objects.filter(casino_id=casino_id, code=code).first()
    return BoardView(table, newest_state(casino_id, code)) if table else None


def newest_state(casino_id: int, code: str) -> State | None:
    """The state of the table's newest gaming day, or None before its first."""
    row = Board.objects.filter(casino_id=casino_id, table=code).order_by("-day").first()
    return from_kept(row.state) if row else None


def held_state(casino_id: int, code: str) -> State | None:
    """The newest state, kept from being moved by anybody else until this transaction ends.

    Commands to one table queue here, on the one row that all of them move, instead of overtaking each other.
    """
    held = Board.objects.select_for_update().filter(casino_id=casino_id, table=code)
    row = held.order_by("-day").first()
    return from_kept(row.state) if row else None


def day_state(casino_id: int, code: str, day: str) -> State:
    """The state of one gaming day; an empty one if the table was not opened on it."""
    row = Board.objects.filter(casino_id=casino_id, table=code, day=day).first()
    return from_kept(row.state) if row else State()


def state_at(
    casino_id: int, code: str, day: str, *, version: int | None = None, at: datetime | None = None
) -> State:
    """The table's day as it stood at a version or a time, folded anew from the record."""
    return fold_records(read_stream(casino_id, table_stream(code, day), to_version=version, at=at))
