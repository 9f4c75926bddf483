"""The table snapshots: the present day of every table, one row each, updated by every append.

A snapshot serves the screens and the next decision, so that a command costs the events since the last one and not
the whole day. It also holds the next time at which the shift rules have to look at the table.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from django.db import connection

from tables.compliance.judgement import next_moment
from tables.handling import state_cache
from tables.handling.models import Board, GamingTable
from tables.handling.state_cache import Cached
from tables.handling.streams import evolve_records, table_and_day, table_stream
from tables.play.events import TYPES
from tables.play.pending import Evolved
from tables.play.state import State, from_kept, from_written, written
from tables.roulette.loader import get_rulebook
from tables.roulette.stake import Stake
from tables.stream import RecordedEvent, SynchronousProjection, last_of_each_stream, read_stream
from tables.stream.database import Statement, run
from tables.stream.prepared_rows import PreparedRow

SQL = Path(__file__).parents[1] / "sql"
MOVE_BOARD, MOVE_BOARDS, HOLD_NEWEST, HOLD_DUE, READ_NEWEST, READ_SEAT = (
    Statement(name, (SQL / f"{name}.sql").read_text())
    for name in (
        "move_board",
        "move_boards",
        "hold_newest_board",
        "hold_due_boards",
        "read_newest_board",
        "read_seat_board",
    )
)
TABLE = PreparedRow(GamingTable, "casino_id", "code")
READ_ALL_NEWEST = (SQL / "read_newest_boards.sql").read_text()


class TableSnapshots(SynchronousProjection):
    """Evolves each table event into its day's table_snapshot."""

    name = "board"
    version = 16
    types = TYPES
    models = (Board,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for (casino_id, stream_id), of_day in groupby(events, key=lambda e: (e.casino_id, e.stream_id)):
            run_of_day = list(of_day)
            first = run_of_day[0]
            table, day = table_and_day(stream_id)
            before = state_cache.kept(casino_id, table, first.prev_hash)
            if before is None and first.version > 1:
                before = day_state(casino_id, table, day)
            _move([(run_of_day[-1], evolve_records(run_of_day, before))])

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Evolved]) -> None:
        _move([(last, each.after) for last, each in last_of_each_stream(events, evolved)])


def _move(days: Sequence[tuple[RecordedEvent, State]]) -> None:
    """Write the present days, each at its last event."""
    rows = [_row_of(last, state) for last, state in days]
    if len(rows) == 1:
        ((moved,),) = run(MOVE_BOARD, casino_id=days[0][0].casino_id, **rows[0])
        versions = {rows[0]["table"]: moved}
    else:
        columns = {column: [row[column] for row in rows] for column in rows[0]}
        versions = dict(run(MOVE_BOARDS, casino_id=days[0][0].casino_id, **columns))
    for last, state in days:
        table = table_and_day(last.stream_id)[0]
        state_cache.keep(last.casino_id, table, last.hash, state, versions[table])


def _row_of(last: RecordedEvent, state: State) -> dict[str, Any]:
    table, day = table_and_day(last.stream_id)
    return {
        "table": table,
        "day": day,
        "stream_id": last.stream_id,
        "version": state.version,
        "hash": last.hash,
        "state": written(state),
        "next_at": next_moment(state, get_rulebook(state.rulebook, state.rulebook_version)),
    }


class TableSnapshot(msgspec.Struct, frozen=True):
    """A registered table with its last gaming day, or None if it was never opened.

    `hash` is that of the day's last event: under one hash nothing of the day differs. Empty if the table was never
    opened, or for a snapshot from before hashes were kept.
    """

    table: GamingTable
    state: State | None
    hash: bytes = b""


def table_snapshots(casino_id: int) -> list[TableSnapshot]:
    """Return all registered tables of the casino by code, each with its newest day. Two queries.

    A state that is kept in this process is not read again.
    """
    tables = list(GamingTable.objects.filter(casino_id=casino_id).order_by("code"))
    known = {table.code: kept for table in tables if (kept := state_cache.newest(casino_id, table.code))}
    newest: dict[str, Cached] = {}
    with connection.cursor() as cursor:
        cursor.execute(READ_ALL_NEWEST, {"casino_id": casino_id, **_of_known(known.values())})
        rows = cursor.fetchall()
    for code, hash_kept, row, document in rows:
        if document is None:
            newest[code] = known[code]
        else:
            newest[code] = Cached(bytes(hash_kept), from_written(document), row)
            state_cache.keep(casino_id, code, *newest[code])
    return [_snapshot(table, newest.get(table.code)) for table in tables]


def _snapshot(table: GamingTable, newest: Cached | None) -> TableSnapshot:
    return TableSnapshot(table, newest.state, newest.hash) if newest else TableSnapshot(table, None)


def table_snapshot(casino_id: int, code: str) -> TableSnapshot | None:
    """Return one table with its newest day; None if no such table is registered."""
    table = TABLE.find(casino_id=casino_id, code=code)
    return _snapshot(table, _newest(casino_id, code, READ_NEWEST)) if table else None


def newest_state(casino_id: int, code: str) -> State | None:
    """Return the state of the table's newest gaming day, or None before its first."""
    newest = _newest(casino_id, code, READ_NEWEST)
    return newest.state if newest else None


def open_day(casino_id: int, code: str) -> str | None:
    """Return the table's gaming day (ISO date) while it is open, else None. Reads no whole state."""
    newest = Board.objects.filter(casino_id=casino_id, table=code).order_by("-day")
    day, phase = newest.values_list("day", "state__phase").first() or ("", "closed")
    return None if phase == "closed" else day


def seat_state(casino_id: int, code: str, seat: str) -> State | None:
    """Return the newest state with the bets and the balance of one seat only, or None before the table's first day."""
    rows = run(READ_SEAT, casino_id=casino_id, table=code, seat=seat)
    return from_written(rows[0][0]) if rows else None


def held_state(casino_id: int, code: str) -> State | None:
    """Return the newest state, kept from being moved by anybody else until this transaction ends.

    Commands to one table queue here, on the one row that all of them move, instead of overtaking each other.
    """
    newest = _newest(casino_id, code, HOLD_NEWEST)
    return newest.state if newest else None


def held_due(casino_id: int, tables: Sequence[str], now: datetime) -> list[tuple[str, State | None]]:
    """Return the tables with something due by `now` that no other process holds, the longest due first, each with
    its state or None if that cannot be read. They are locked until this transaction ends.
    """
    known = {table: kept for table in tables if (kept := state_cache.newest(casino_id, table))}
    rows = run(HOLD_DUE, casino_id=casino_id, tables=list(tables), now=now, **_of_known(known.values()))
    return [(table, known[table].state if document is None else _read(document)) for table, document in rows]


def _of_known(known: Iterable[Cached]) -> dict[str, list[Any]]:
    """Return the parameters for the states that this process knows."""
    return {"known": [each.hash for each in known], "rows": [each.row for each in known]}


def _read(document: str) -> State | None:
    try:
        return from_written(document)
    except msgspec.DecodeError:
        return None


def _newest(casino_id: int, code: str, statement: Statement) -> Cached | None:
    """Return the newest state as the statement finds it; one that is kept in this process is not read again."""
    known = state_cache.newest(casino_id, code)
    hash_kept, row_kept = (known.hash, known.row) if known else (None, None)
    rows = run(statement, casino_id=casino_id, table=code, known=hash_kept, row=row_kept)
    if not rows:
        return None
    hash, row, document = rows[0]
    if document is None and known is not None:
        return known
    read = Cached(hash or b"", from_written(document), row)
    state_cache.keep(casino_id, code, *read)
    return read


def day_state(casino_id: int, code: str, day: str) -> State:
    """Return the state of one gaming day; an empty one if the table was not opened on it."""
    row = Board.objects.filter(casino_id=casino_id, table=code, day=day).first()
    return from_kept(row.state) if row else State()


def stakes_on_tables(casino_id: int, tables: Iterable[str], day: str) -> dict[str, tuple[Stake, ...]]:
    """Return the stakes on the cloth of each of these tables on a gaming day. One query; reads no whole state."""
    of_day = Board.objects.filter(casino_id=casino_id, table__in=tables, day=day)
    return {
        table: msgspec.convert(bets, tuple[Stake, ...])
        for table, bets in of_day.values_list("table", "state__bets")
    }


def state_at(
    casino_id: int, code: str, day: str, *, version: int | None = None, at: datetime | None = None
) -> State:
    """Return the table's day at a version or a time, evolved again from the record."""
    return evolve_records(read_stream(casino_id, table_stream(code, day), to_version=version, at=at))
