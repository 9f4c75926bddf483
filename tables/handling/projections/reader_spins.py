"""The coups of every table with the numbers that its wheel readers reported, as a follower of the feed."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from tables.handling.models import ReaderSpin, ReaderSpinDay
from tables.handling.observations import reader_as_actor
from tables.handling.streams import table_and_day
from tables.play.events import TABLE_EVENTS
from tables.play.reader.spins import (
    TYPES,
    Change,
    Happened,
    ReadSpin,
    Standing,
    changed,
    stood_after,
    told_by,
)
from tables.stream import AsynchronousProjection, RecordedEvent

_Day = tuple[int, str, str]
KEY = ("casino_id", "table", "day", "coup")
COLUMNS = ("number", "fell_at", "disputed", "reports", "away")


class ReaderSpins(AsynchronousProjection):
    """Writes a row for each coup with a number, and the reports of its readers, whenever they come."""

    name = "reader_spins"
    version = 1
    types = TYPES
    models = (ReaderSpin, ReaderSpinDay)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        standing: dict[_Day, Standing] = {}
        spins: dict[tuple[_Day, int], ReadSpin] = {}
        for event in events:
            day = (event.casino_id, *table_and_day(event.stream_id))
            stands = standing[day] if day in standing else _stood(day)
            happened = Happened(TABLE_EVENTS.read(event), event.occurred_at, _reader_of(event))
            for told in told_by(stands, happened):
                if isinstance(told, ReadSpin):
                    spins[day, told.coup] = told
                else:
                    _change(day, told, spins)
            standing[day] = stood_after(stands, happened)
        ReaderSpin.objects.bulk_create(
            [_row(day, spin) for (day, _coup), spin in spins.items()],
            update_conflicts=True,
            unique_fields=KEY,
            update_fields=COLUMNS,
        )
        ReaderSpinDay.objects.bulk_create(
            [
                ReaderSpinDay(**_key(day), standing=msgspec.to_builtins(stands))
                for day, stands in standing.items()
            ],
            update_conflicts=True,
            unique_fields=KEY[:3],
            update_fields=("standing",),
        )


def _key(day: _Day) -> dict[str, Any]:
    casino_id, table, of = day
    return {"casino_id": casino_id, "table": table, "day": of}


def _stood(day: _Day) -> Standing:
    kept = ReaderSpinDay.objects.filter(**_key(day)).first()
    return msgspec.convert(kept.standing, Standing) if kept else Standing()


def _change(day: _Day, change: Change, spins: dict[tuple[_Day, int], ReadSpin]) -> None:
    """Change the coup among those of this batch, reading it first if it is older."""
    place = (day, change.coup)
    if place not in spins:
        row = ReaderSpin.objects.filter(**_key(day), coup=change.coup).first()
        if row is None:
            return
        spins[place] = read_spin(row.coup, [getattr(row, column) for column in COLUMNS])
    spins[place] = changed(spins[place], change)


def read_spin(coup: int, columns: Sequence[Any]) -> ReadSpin:
    """Return the coup from the other columns of its row, which are those of COLUMNS."""
    number, fell_at, disputed, reports, away = columns
    return ReadSpin(
        coup=coup,
        number=number,
        fell_at=fell_at,
        disputed=disputed,
        reports={reader: tuple(numbers) for reader, numbers in reports.items()},
        away=tuple(away),
    )


def _row(day: _Day, spin: ReadSpin) -> ReaderSpin:
    reports = {reader: list(numbers) for reader, numbers in spin.reports.items()}
    return ReaderSpin(**_key(day), **asdict(spin) | {"reports": reports, "away": list(spin.away)})


def _reader_of(event: RecordedEvent) -> str:
    """Return the reader whose message it came from, as `reader_as_actor` names it; empty if a person acted."""
    by = event.metadata.get("by") or {}
    code = str(by.get("id") or "")
    return code if code and by.get("name") == reader_as_actor(code).name else ""
