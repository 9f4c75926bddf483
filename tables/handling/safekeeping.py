"""The unclaimed wins and stakes of a casino, with the history of each and the people who registered it.

They are read from the table snapshots and from the record: a held amount is handed on from day to day until it ends.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, get_args

import msgspec

from tables.handling.models import Board
from tables.handling.projections.table_snapshots import table_snapshots
from tables.handling.streams import table_stream
from tables.play.events import (
    TABLE_EVENTS,
    HeldEvent,
    HeldReceipted,
    HeldSetAside,
    HeldStake,
    Person,
    Signature,
)
from tables.stream import RecordedEvent, read_stream

GIVES_RECEIPT = {str(event.__struct_config__.tag) for event in (HeldSetAside, HeldReceipted)}
TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(HeldEvent))


class HeldStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step in the history of a held amount: the event's type, its time, its gaming day, its actor and its
    countersignatures. `details` are the other fields of the event: the claimant, a reason, an outcome.
    """

    type: str
    day: str
    at: datetime
    by: Person | None
    signed: tuple[Signature, ...]
    details: dict[str, str]


class HeldAtTable(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    currency: str
    held: HeldStake


def held_items(casino_id: int) -> tuple[HeldAtTable, ...]:
    """Return all open items in safekeeping of a casino, by table and in the order in which they were
    seen. Two queries.
    """
    return tuple(
        HeldAtTable(table=view.table.code, currency=view.state.currency, held=held)
        for view in table_snapshots(casino_id)
        if view.state
        for held in view.state.held.items
    )


def held_history(casino_id: int, table: str, held: HeldStake) -> tuple[HeldStep, ...]:
    """Return the steps of an item in safekeeping so far, the oldest first: seen, set aside, and its end."""
    steps = []
    for day in _days_since(casino_id, table, held.day):
        for recorded in read_stream(casino_id, table_stream(table, day)):
            if recorded.type in TYPES and _same(recorded, held):
                steps.append(_step(recorded, day))
    return tuple(steps)


def held_streams(casino_id: int, table: str, held: HeldStake) -> tuple[str, ...]:
    """Return the streams with the item's history: those of the table's days since."""
    return tuple(table_stream(table, day) for day in _days_since(casino_id, table, held.day))


def held_under(casino_id: int, receipt: str) -> tuple[str, HeldStake] | None:
    """Return the table and the item in safekeeping under this receipt, in its state at the receipt; None for an unknown
    receipt.
    """
    table, _, of_day = receipt.partition("/")
    day = of_day.partition("/")[0]
    if not Board.objects.filter(casino_id=casino_id, table=table, day=day).exists():
        return None
    for recorded in read_stream(casino_id, table_stream(table, day)):
        if recorded.type in GIVES_RECEIPT:
            event = TABLE_EVENTS.read(recorded)
            if isinstance(event, HeldSetAside | HeldReceipted) and event.held.receipt == receipt:
                return table, event.held
    return None


def _days_since(casino_id: int, table: str, day: str) -> Sequence[str]:
    known = Board.objects.filter(casino_id=casino_id, table=table, day__gte=day)
    return list(known.order_by("day").values_list("day", flat=True))


def _same(recorded: RecordedEvent, held: HeldStake) -> bool:
    """Return True if the event is about this held amount. References are unique within a day; another day may repeat
    them.
    """
    stake: Any = recorded.data["held"]
    return (stake["day"], stake["ref"]) == (held.day, held.ref)


def _step(recorded: RecordedEvent, day: str) -> HeldStep:
    by: Any = recorded.metadata.get("by")
    event = TABLE_EVENTS.read(recorded)
    return HeldStep(
        type=recorded.type,
        day=day,
        at=recorded.occurred_at,
        by=Person(id=by["id"], name=by["name"]) if by else None,
        signed=msgspec.convert(recorded.metadata.get("signed", ()), tuple[Signature, ...]),
        details={
            name: getattr(event, name)
            for name in ("by", "reason", "outcome", "because", "ended")
            if getattr(event, name, None) is not None
        },
    )
