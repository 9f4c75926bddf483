"""The rows of drop boxes, kept beside the record: at the table by its own events, then by those of the box's stream."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from settlement.boxes import events as b
from settlement.boxes.state import BoxName, box_of
from settlement.figures.table_result import BoxOfDay
from settlement.models import Box, BoxStep, GamingDay
from tables.handling.streams import table_and_day
from tables.play import events as e
from tables.stream.event import RecordedEvent
from tables.stream.projections import SynchronousProjection

IN_HAND = ("in_place", "waiting", "counted")
"""Statuses of a box that is not done."""


class Boxes(SynchronousProjection):
    """A row for every use of a box, and one for each step once it has left its table."""

    name = "boxes"
    version = 1
    types = b.TYPES | {"box_placed", "box_removed", "table_opened", "table_closed", "table_reopened"}
    models = (Box, BoxStep)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for recorded in events:
            if recorded.type in b.TYPES:
                _counted(b.BOX_EVENTS.read(recorded), recorded)
            elif recorded.type in ("box_placed", "box_removed") or recorded.data.get("box"):
                _at_the_table(e.TABLE_EVENTS.read(recorded), recorded)


def signed_by(recorded: RecordedEvent) -> list[dict[str, Any]]:
    """Return the signatories of a recorded event: identifier, name and role of each."""
    return [
        {**signature["person"], "role": signature["role"]}
        for signature in recorded.metadata.get("signed") or ()
    ]


def row_of(casino_id: int, name: BoxName) -> dict[str, Any]:
    return {"casino_id": casino_id, **name._asdict()}


def currency_of(row: Box) -> str:
    """Return the currency of a box's table on its gaming day."""
    days = GamingDay.objects.filter(casino_id=row.casino_id, table=row.table, day=row.day)
    return str(days.values_list("currency", flat=True).get())


def _at_the_table(event: e.AnyEvent, recorded: RecordedEvent) -> None:
    table, day = table_and_day(recorded.stream_id)

    def of(serial: str, use: int = 1) -> dict[str, Any]:
        return row_of(recorded.casino_id, BoxName(table, day, serial, use))

    match event:
        case e.BoxPlaced():
            Box.objects.create(
                **of(event.serial, event.use), status="in_place", placed_at=recorded.occurred_at
            )
        case e.BoxRemoved():
            Box.objects.filter(**of(event.serial, event.use)).update(
                status="waiting",
                removed_at=recorded.occurred_at,
                reason=event.reason,
                recorded=event.recorded,
                from_before=event.from_before,
                removed_by=signed_by(recorded),
            )
        case e.TableOpened(box=e.CarriedBox(serial=serial)) if serial:
            Box.objects.create(**of(serial), status="in_place", placed_at=recorded.occurred_at)
        case e.TableClosed(box=e.CarriedBox(serial=serial)) if serial:
            # It stays at the table, and is a box of the day on which it leaves it.
            Box.objects.filter(**of(serial), status="in_place").update(status="left_in_place")
        case e.TableReopened(box=e.CarriedBox(serial=serial)) if serial:
            Box.objects.filter(**of(serial), status="left_in_place").update(status="in_place")


def _counted(event: b.AnyBoxEvent, recorded: RecordedEvent) -> None:
    name, signed = box_of(recorded.stream_id), signed_by(recorded)
    status = "accepted" if isinstance(event, b.BoxAccepted) else "counted"
    found = {"pieces": recorded.data["pieces"], "total": event.total}
    row = Box.objects.filter(**row_of(recorded.casino_id, name))
    row.update(status=status, version=recorded.version, **found)
    if isinstance(event, b.BoxCounted):
        row.update(counted_at=recorded.occurred_at)
    BoxStep.objects.create(
        **row_of(recorded.casino_id, name),
        version=recorded.version,
        step=status,
        at=recorded.occurred_at,
        signed=signed,
        words=str(getattr(event, "reason", "")),
        **found,
    )


def boxes_on(casino_id: int, day: str, tables: Collection[str]) -> Mapping[str, tuple[BoxOfDay, ...]]:
    """The boxes that these tables had on a gaming day, by the table's code; none for one without any. One query."""
    found: dict[str, tuple[BoxOfDay, ...]] = {}
    rows = Box.objects.filter(casino_id=casino_id, day=day, table__in=tables)
    for table, recorded, total in rows.values_list("table", "recorded", "total"):
        found[table] = (*found.get(table, ()), BoxOfDay(recorded=recorded, counted=total))
    return found


def not_reconciled(casino_id: int, day: str) -> tuple[Box, ...]:
    """The boxes for which a gaming day of the casino is not reconciled: still at a table, not counted, or the count not
    accepted; by table and placing."""
    rows = Box.objects.filter(casino_id=casino_id, day=day, status__in=IN_HAND)
    return tuple(rows.order_by("table", "placed_at", "use"))
