"""Events of the record from which an uncounted drop follows, for readers of the record itself."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from settlement.blind_count import Days, Sight, blind_days
from tables.compliance.inspections.state import PREFIX as INSPECTIONS
from tables.handling.streams import TABLE_PREFIX, day_of_casino, table_and_day
from tables.stream import RecordedEvent, StoredEvent
from tables.stream.merkle.proofs import StoredEvent as ProvableEvent

OF_CASH = frozenset(
    {
        "cash_taken",
        "cash_corrected",
        "box_removed",
        "change_asked",
        "change_finished",
        "house_day_closed",
        "inspection_sheet_entered",
        "inspection_sheet_corrected",
    }
)
"""Types of events with an amount of cash, or with figures of a table's day."""
WITH_A_BOX = frozenset({"table_opened", "table_closed", "table_reopened"})
"""Types of events with the amount recorded for a box that stays at its table over a closing."""
ANY_TABLE = ""
AnyEvent = RecordedEvent | StoredEvent | ProvableEvent
"""An event of the record as it is read, passed on, or proven."""


class _Data(msgspec.Struct, frozen=True):
    box: Any = None


class _Payload(msgspec.Struct, frozen=True):
    data: _Data


def hidden_events(casino_id: int, sight: Sight, events: Sequence[AnyEvent]) -> frozenset[UUID]:
    """Return the ids of events whose data this reader may not see before the drop is counted.

    Runs one query at most, and none if no event is of these kinds.
    """
    if sight.uncounted_drop:
        return frozenset()
    concerned = {each.event_id: _table_and_day(each.stream_id) for each in events if _has_cash(each)}
    if not concerned:
        return frozenset()
    days = [day for _, day in concerned.values()]
    blind = blind_days(casino_id, sight, min(days), max(days))
    return frozenset(event for event, place in concerned.items() if _is_blind(place, blind))


def _has_cash(event: AnyEvent) -> bool:
    if event.type in WITH_A_BOX:
        return _box_of(event) is not None
    return event.type in OF_CASH


def _box_of(event: AnyEvent) -> Any:
    match event:
        case RecordedEvent(data=data):
            return data.get("box")
        case StoredEvent(data=data):
            return msgspec.json.decode(data, type=_Data).box
        case ProvableEvent(payload=payload):
            return msgspec.json.decode(payload, type=_Payload).data.box


def _table_and_day(stream_id: str) -> tuple[str, str]:
    """Return the table and the gaming day of a stream; the table is empty for a stream of the casino."""
    if stream_id.startswith(TABLE_PREFIX):
        return table_and_day(stream_id)
    if stream_id.startswith(INSPECTIONS):
        _, _kind, day, table, _number = stream_id.split("/")
        return table, day
    return ANY_TABLE, day_of_casino(stream_id)


def _is_blind(place: tuple[str, str], blind: Days) -> bool:
    table, day = place
    return place in blind or (table == ANY_TABLE and day in _days(blind))


def _days(of: Iterable[tuple[str, str]]) -> set[str]:
    return {day for _, day in of}
