"""The coups of a month that count for a wheel reader, and the statistics of them."""

import re
from collections.abc import Iterable
from datetime import datetime

import msgspec

from tables.handling.models import ReaderSpin, WheelReader
from tables.handling.projections.reader_spins import COLUMNS, read_spin
from tables.handling.projections.table_snapshots import newest_state
from tables.handling.streams import reader_stream, register_stream
from tables.play.reader.counting import ReaderStatistics, statistics_of
from tables.play.reader.spins import ReadSpin
from tables.registers.entries.events import REGISTER_EVENTS, EntryChanged, EntryRegistered, EntryWithdrawn
from tables.stream import read_stream

MONTH = re.compile(r"(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])")
"""A month as it is written: `2026-11`."""


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A period (UTC) in which a reader was registered at a table and enabled. `since` and `until` are None where the
    register has no time of it."""

    table: str
    since: datetime | None = None
    until: datetime | None = None

    def has(self, at: datetime) -> bool:
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)


def month_statistics(casino_id: int, reader: str, month: str) -> ReaderStatistics:
    """Return the statistics of a reader over the gaming days of a month, such as `2026-11`, at all of its tables.

    `tables.play.reader.counting` defines the terms. Two queries for each table, and three.
    """
    periods = registered_periods(casino_id, reader)
    heard_since = _heard_since(casino_id, reader)

    def is_expected(table: str, spin: ReadSpin) -> bool:
        if heard_since is None or spin.fell_at < heard_since:
            return False
        return any(each.table == table and each.has(spin.fell_at) for each in periods)

    coups: list[tuple[ReadSpin, bool]] = []
    for table in sorted({each.table for each in periods}):
        running = _last_of_open_day(casino_id, table)
        for day, spin in _coups(casino_id, table, month):
            coups.append((spin, (day, spin.coup) != running and is_expected(table, spin)))
    return statistics_of(reader, coups)


def registered_periods(casino_id: int, reader: str) -> tuple[Registered, ...]:
    """Return when the reader was registered at which table and enabled, the oldest period first, by the events of its
    entry. A row that is older than the register counts as registered at all times."""
    events = read_stream(casino_id, register_stream("reader", reader))
    periods: list[Registered] = []
    values: dict[str, object] = {}
    for recorded in events:
        match REGISTER_EVENTS.read(recorded):
            case EntryRegistered(values=registered):
                values = {**registered}
            case EntryChanged(after=after):
                values |= after
            case EntryWithdrawn():
                values = {"enabled": False}
        table = str(values.get("table") or "") if values.get("enabled", True) else ""
        _move(periods, table, recorded.occurred_at)
    if events:
        return tuple(periods)
    rows = WheelReader.objects.filter(casino_id=casino_id, code=reader, enabled=True).exclude(table="")
    return tuple(Registered(table=row.table) for row in rows)


def _move(periods: list[Registered], table: str, at: datetime) -> None:
    """End the period that runs, and begin one at `table`; neither if the reader stays where it is."""
    runs = bool(periods) and periods[-1].until is None
    if runs and periods[-1].table == table:
        return
    if runs:
        periods[-1] = msgspec.structs.replace(periods[-1], until=at)
    if table:
        periods.append(Registered(table=table, since=at))


def _heard_since(casino_id: int, reader: str) -> datetime | None:
    """Return when the reader was heard first; None if it never was."""
    first = read_stream(casino_id, reader_stream(reader), to_version=1)
    return first[0].occurred_at if first else None


def _coups(casino_id: int, table: str, month: str) -> Iterable[tuple[str, ReadSpin]]:
    rows = ReaderSpin.objects.filter(
        casino_id=casino_id, table=table, day__gte=f"{month}-01", day__lte=f"{month}-31"
    )
    found = rows.values_list("day", "coup", *COLUMNS)
    return ((day, read_spin(coup, others)) for day, coup, *others in found)


def _last_of_open_day(casino_id: int, table: str) -> tuple[str, int] | None:
    """Return day and coup of the last number of an open table: its readers may still report it. None if it is
    closed."""
    state = newest_state(casino_id, table)
    if state is None or state.phase == "closed" or state.last_coup is None:
        return None
    return state.day, state.last_coup.coup
