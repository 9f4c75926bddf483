"""Stored figures of tables' days: a month is read in one query, and outdated ones are computed again.

A stored row is valid while the record has nothing new of the day (`DayChanges`), or of an earlier day of its table.
The query that reads rows also finds the valid ones, so nothing out of date is ever shown as true. Rows can be
deleted at any time: they are computed again, from the record, on request.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from django.db import connection
from msgspec.structs import replace

from settlement.blind_count import BLIND, EVERYTHING, Sight, blind_days, hide_day
from settlement.day_changes import CONCERNED, table_and_day_of
from settlement.day_ledger import ledgers_of
from settlement.figures.figures import Figure, absent
from settlement.figures.periods import DayFigures
from settlement.figures.theoretical import Played
from settlement.models import GamingDay
from settlement.table_ledger import FIGURES, TableLedger
from tables.handling.models import Board
from tables.stream.event import RecordedEvent
from tables.stream.projections import AsynchronousProjection

KEPT_DAYS, KEEP_DAY = (
    (Path(__file__).parent / "sql" / f"{name}.sql").read_text() for name in ("kept_days", "keep_day")
)
VERSION = 4
"""Grows when a figure of the same name comes out differently: all kept rows are worked out again."""
MADE_BY = f"{VERSION}/{crc32(' '.join(FIGURES).encode()):08x}"
"""Mark of the code that made a row: the version, and the names of the figures."""
WORKED_OUT_AT_ONCE = 150
"""Days of tables that are computed while somebody waits: all that a casino has open, and some."""
NOT_WORKED_OUT = "figures, which are being worked out,"
"""Name of the missing part of a day beyond them."""

read_figures = msgspec.json.Decoder(dict[str, Figure]).decode


class _Row(NamedTuple):
    table: str
    day: str
    holds: bool
    changes: int
    pit: str | None
    currency: str | None
    coups: int | None
    closed: bool | None
    figures: str | None
    turnover: int | None
    result: str | None
    against: str | None
    variance: str | None


def days_of(
    casino_id: int, since: date, until: date, tables: Collection[str] | None = None, sight: Sight = BLIND
) -> tuple[DayFigures, ...]:
    """Return the figures of the days from `since` to `until`, both included, of these tables or of all.

    Figures that the reader may not see are hidden; the kept rows have all. Runs one query for the rows if all are up to
    date. Other days are worked out first, the newest first, and kept. Days beyond the limit have absent figures.
    """
    blind = blind_days(casino_id, sight, since, until)
    return tuple(hide_day(each, blind) for each in _all_of_days(casino_id, since, until, tables))


def _all_of_days(
    casino_id: int, since: date, until: date, tables: Collection[str] | None
) -> tuple[DayFigures, ...]:
    rows = _read(casino_id, since, until, tables)
    old = [row for row in reversed(rows) if not row.holds]
    if not old:
        return tuple(_from_row(row) for row in rows)
    now = work_out(casino_id, [(row.table, row.day, row.changes) for row in old[:WORKED_OUT_AT_ONCE]])
    now |= _unknown(casino_id, old[WORKED_OUT_AT_ONCE:])
    known = {(row.table, row.day): _from_row(row) for row in rows if row.holds} | now
    return tuple(known[row.table, row.day] for row in rows if (row.table, row.day) in known)


def work_out(casino_id: int, behind: Iterable[tuple[str, str, int]]) -> dict[tuple[str, str], DayFigures]:
    """Work days out and keep them: each is a table, a gaming day, and the number of its changes before.

    A day for which the table was never opened has no figures.
    """
    by_day: dict[str, dict[str, int]] = {}
    for table, day, changes in behind:
        by_day.setdefault(day, {})[table] = changes
    found: dict[tuple[str, str], DayFigures] = {}
    for day, tables in by_day.items():
        ledgers = ledgers_of(casino_id, day, tables, EVERYTHING)
        _keep(casino_id, ledgers, tables)
        found |= {(each.table, day): each.for_sums() for each in ledgers}
    return found


def behind(casino_id: int, since: date, until: date, tables: Collection[str]) -> list[tuple[str, str, int]]:
    return [
        (row.table, row.day, row.changes) for row in _read(casino_id, since, until, tables) if not row.holds
    ]


def _read(casino_id: int, since: date, until: date, tables: Collection[str] | None) -> list[_Row]:
    with connection.cursor() as cursor:
        cursor.execute(
            KEPT_DAYS,
            {
                "casino_id": casino_id,
                "since": since.isoformat(),
                "until": until.isoformat(),
                "tables": None if tables is None else list(tables),
                "made_by": MADE_BY,
            },
        )
        return [_Row(*row) for row in cursor.fetchall()]


def _keep(casino_id: int, ledgers: Sequence[TableLedger], changes: Mapping[str, int]) -> None:
    rows = [_as_row(casino_id, each, changes[each.table]) for each in ledgers]
    with connection.cursor() as cursor:
        cursor.execute(KEEP_DAY, {"rows": msgspec.json.encode(rows).decode()})


def _as_row(casino_id: int, of: TableLedger, changes: int) -> dict[str, Any]:
    return {
        "casino_id": casino_id,
        "table": of.table,
        "day": of.day,
        "changes": changes,
        "made_by": MADE_BY,
        "pit": of.pit,
        "currency": of.currency,
        "coups": of.coups,
        "closed": of.closed_at is not None,
        "figures": {name: getattr(of, name) for name in FIGURES},
        "turnover": of.played.turnover if of.played else 0,
        "result": _fraction(of.played.result if of.played else None),
        "against": _fraction(of.against.result if of.against else None),
        "variance": _fraction(of.played.variance if of.played else None),
    }


def _from_row(row: _Row) -> DayFigures:
    played = against = None
    if row.result and row.against and row.variance:
        played = Played(
            turnover=row.turnover or 0,
            result=_as_fraction(row.result),
            variance=_as_fraction(row.variance),
        )
        # They differ only if a stake was in prison at an end of the day.
        same = row.against == row.result
        against = played if same else replace(played, result=_as_fraction(row.against))
    return DayFigures(
        table=row.table,
        day=date.fromisoformat(row.day),
        pit=row.pit or "",
        currency=row.currency or "",
        closed=bool(row.closed),
        coups=row.coups or 0,
        figures=read_figures(row.figures or "{}"),
        played=played,
        against=against,
    )


def _unknown(casino_id: int, rows: Sequence[_Row]) -> dict[tuple[str, str], DayFigures]:
    """Return days without figures yet as absent, because a day that is left out would be a silent zero."""
    wanted = {(row.table, row.day): row for row in rows}
    opened = GamingDay.objects.filter(
        casino_id=casino_id, table__in={row.table for row in rows}, day__in={row.day for row in rows}
    )
    return {
        (table, day): DayFigures(
            table=table,
            day=date.fromisoformat(day),
            pit=wanted[table, day].pit or "",
            currency=currency,
            closed=bool(wanted[table, day].closed),
            coups=0,
            figures=dict.fromkeys(FIGURES, absent(NOT_WORKED_OUT)),
            played=None,
            against=None,
        )
        for table, day, currency in opened.values_list("table", "day", "currency")
        if (table, day) in wanted
    }


def _fraction(of: Fraction | None) -> str:
    return "" if of is None else f"{of.numerator}/{of.denominator}"


def _as_fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator))


class KeptFigures(AsynchronousProjection):
    """Works out again what events change at days that are closed. A day that is open changes too often for that.

    It has no tables of its own that a rebuild would fill: kept figures hold or are worked out again, whoever asks.
    """

    name = "kept_figures"
    version = 1
    types = CONCERNED
    not_rebuilt = "kept figures are worked out again from the record wherever they no longer hold"

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        first: dict[tuple[int, str], str] = {}
        for recorded in events:
            concerned = table_and_day_of(recorded)
            if concerned is not None:
                table, day = concerned
                first[recorded.casino_id, table] = min(day, first.get((recorded.casino_id, table), day))
        for (casino_id, table), day in first.items():
            boards = Board.objects.filter(casino_id=casino_id, table=table, day__gte=day)
            closed = set(boards.filter(state__phase="closed").values_list("day", flat=True))
            if closed:
                stale = behind(casino_id, date.fromisoformat(day), date.max, (table,))
                work_out(casino_id, [each for each in stale if each[1] in closed])
