"""The rotas as they stand: a row for each entry that is planned, carried along by every event of a rota's stream."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import OuterRef, Q, Subquery

from tables.handling.models import Casino, RotaEntry
from tables.play.events import Person
from tables.registers.rota.plan import ROTA_EVENTS, ROTA_TYPES, Entry, Rota, RotaEntryDropped, in_order
from tables.stream import RecordedEvent, SynchronousProjection


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
    """The rota of a gaming day (ISO date), for reading. One query."""
    rows = RotaEntry.objects.filter(casino_id=casino_id, day=day)
    return Rota(entries=in_order(tuple(map(_entry, rows))))


class BallAhead(msgspec.Struct, frozen=True, kw_only=True):
    """What is still to come at the ball of a table by the rota, and the casino's time zone. `of_spinner` is what is
    planned anywhere, now and later, for whoever spins."""

    entries: tuple[Entry, ...]
    zone: ZoneInfo
    of_spinner: tuple[Entry, ...] = ()


def ball_ahead(casino_id: int, table: str, day: str, now: datetime, *, spinner: str = "") -> BallAhead | None:
    """Who is planned at the ball of a table now and later that day; None where nobody is. `spinner` is the identifier
    of whoever has it. One query."""
    return balls_ahead(casino_id, {table: (day, spinner)}, now).get(table)


def balls_ahead(casino_id: int, tables: Mapping[str, tuple[str, str]], now: datetime) -> dict[str, BallAhead]:
    """The same of several tables, each with its gaming day and the identifier of whoever spins, empty where nobody
    does; without those at which nobody is planned. One query."""
    zone = Casino.objects.filter(pk=OuterRef("casino_id")).values("time_zone")
    here = Q(table__in=tables, spins=True)
    spinners = {spinner for _, spinner in tables.values() if spinner}
    rows = RotaEntry.objects.filter(
        here | Q(person__in=spinners) if spinners else here,
        casino_id=casino_id,
        day__in={day for day, _ in tables.values()},
        ends__gt=now,
    )
    found = list(rows.annotate(zone=Subquery(zone)))
    at_balls: defaultdict[tuple[str, str], list[RotaEntry]] = defaultdict(list)
    of_people: defaultdict[tuple[str, str], list[RotaEntry]] = defaultdict(list)
    for row in found:
        of_people[row.day, row.person].append(row)
        if row.spins:
            at_balls[row.day, row.table].append(row)
    ahead = {}
    for table, (day, spinner) in tables.items():
        if at_ball := at_balls.get((day, table)):
            of_spinner = of_people.get((day, spinner), []) if spinner else []
            ahead[table] = BallAhead(
                entries=in_order(tuple(map(_entry, at_ball))),
                zone=ZoneInfo(found[0].zone),
                of_spinner=in_order(tuple(map(_entry, of_spinner))),
            )
    return ahead
