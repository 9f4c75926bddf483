"""The present rotas: a row for each planned entry, updated by every event of a rota's stream."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.db import connection

from tables.handling.models import RotaEntry
from tables.play.events import Person
from tables.registers.rota.plan import ROTA_EVENTS, ROTA_TYPES, Entry, Rota, RotaEntryDropped, in_order
from tables.stream import RecordedEvent, SynchronousProjection

READ_BALLS_AHEAD = (Path(__file__).parents[1] / "sql" / "read_balls_ahead.sql").read_text()


class RotaRows(SynchronousProjection):
    name = "rota"
    version = 1
    types = ROTA_TYPES
    models = (RotaEntry,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for record in events:
            event = ROTA_EVENTS.read(record)
            key: dict[str, Any] = {
                "casino_id": record.casino_id,
                "day": record.stream_id.partition("/")[2],
                "entry": event.entry,
            }
            if isinstance(event, RotaEntryDropped):
                RotaEntry.objects.filter(**key).delete()
            else:
                RotaEntry.objects.update_or_create(**key, defaults=_row(event))


def _row(entry: Entry) -> dict[str, object]:
    return {
        "person": entry.person.id,
        "person_name": entry.person.name,
        "begins": entry.begins,
        "ends": entry.ends,
        "table": entry.table,
        "layout": entry.layout,
        "position": entry.position,
        "spins": entry.spins,
    }


def _entry(row: RotaEntry) -> Entry:
    return Entry(
        entry=row.entry,
        person=Person(id=row.person, name=row.person_name),
        begins=row.begins,
        ends=row.ends,
        table=row.table,
        layout=row.layout,
        position=row.position,
        spins=row.spins,
    )


def planned_rota(casino_id: int, day: str) -> Rota:
    """Return the rota of a gaming day (ISO date), for reading. One query."""
    rows = RotaEntry.objects.filter(casino_id=casino_id, day=day)
    return Rota(entries=in_order(tuple(map(_entry, rows))))


class BallAhead(msgspec.Struct, frozen=True, kw_only=True):
    """The rest of the rota at the ball of a table, and the casino's time zone. `of_spinner` has the dealer's plan at
    all tables, now and later.
    """

    entries: tuple[Entry, ...]
    zone: ZoneInfo
    of_spinner: tuple[Entry, ...] = ()


def ball_ahead(casino_id: int, table: str, day: str, now: datetime, *, spinner: str = "") -> BallAhead | None:
    """Return the people planned at the ball of a table now and later that day; None if nobody is planned. `spinner` is
    the identifier of the present dealer. One query.
    """
    return balls_ahead(casino_id, {table: (day, spinner)}, now).get(table)


def balls_ahead(casino_id: int, tables: Mapping[str, tuple[str, str]], now: datetime) -> dict[str, BallAhead]:
    """Return the planned people for several tables, each with its gaming day and the identifier of its dealer (empty
    without one). Tables without a plan are left out. One query.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            READ_BALLS_AHEAD,
            {
                "casino_id": casino_id,
                "days": list({day for day, _ in tables.values()}),
                "now": now,
                "tables": list(tables),
                "spinners": list({spinner for _, spinner in tables.values() if spinner}),
            },
        )
        rows = cursor.fetchall()
    at_balls: defaultdict[tuple[str, str], list[Entry]] = defaultdict(list)
    of_people: defaultdict[tuple[str, str], list[Entry]] = defaultdict(list)
    for day, name, person, person_name, begins, ends, table, layout, position, spins, _ in rows:
        entry = Entry(
            entry=name,
            person=Person(id=person, name=person_name),
            begins=begins,
            ends=ends,
            table=table,
            layout=layout,
            position=position,
            spins=spins,
        )
        of_people[day, person].append(entry)
        if spins:
            at_balls[day, table].append(entry)
    ahead = {}
    for table, (day, spinner) in tables.items():
        if at_ball := at_balls.get((day, table)):
            of_spinner = of_people.get((day, spinner), []) if spinner else []
            ahead[table] = BallAhead(
                entries=in_order(tuple(at_ball)),
                zone=ZoneInfo(rows[0][-1]),
                of_spinner=in_order(tuple(of_spinner)),
            )
    return ahead
