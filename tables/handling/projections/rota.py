"""The rotas as they stand: a row for each entry that is planned, carried along by every event of a rota's stream."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import OuterRef, Subquery

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
    """What is still to come at the ball of a table by the rota, and the casino's time zone."""

    entries: tuple[Entry, ...]
    zone: ZoneInfo


def ball_ahead(casino_id: int, table: str, day: str, now: datetime) -> BallAhead | None:
    """Who is planned at the ball of a table now and later that day; None where nobody is. One query."""
    zone = Casino.objects.filter(pk=OuterRef("casino_id")).values("time_zone")
    rows = RotaEntry.objects.filter(casino_id=casino_id, day=day, table=table, spins=True, ends__gt=now)
    planned = list(rows.annotate(zone=Subquery(zone)))
    if not planned:
        return None
    return BallAhead(entries=in_order(tuple(map(_entry, planned))), zone=ZoneInfo(planned[0].zone))
