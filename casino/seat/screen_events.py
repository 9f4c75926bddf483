"""What the record has of seat screens: one stream for each table and gaming day, `seat-screens/LV1/2026-11-20`.

Who made or revoked a screen stands in the metadata of the event, as who acted does everywhere. Neither code nor token
is ever in it.
"""

from datetime import datetime
from typing import get_args

import msgspec

from tables.house.door import Actor
from tables.stream import ANY, NewEvent, append


class _OfAScreen(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    table: str
    seat: int
    day: str


class Made(_OfAScreen, frozen=True, kw_only=True, tag="seat_screen_made"):
    """Staff gave out a code that opens the screen of this seat."""


class Opened(_OfAScreen, frozen=True, kw_only=True, tag="seat_screen_opened"):
    """The code was entered on a terminal, which plays the seat from now on. An earlier screen of the seat has ended."""


class Revoked(_OfAScreen, frozen=True, kw_only=True, tag="seat_screen_revoked"):
    """Staff ended the screen of this seat, opened or not."""


ScreenEvent = Made | Opened | Revoked
TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(ScreenEvent))
"""The types of these events, as the record has them."""


def screens_stream(table: str, day: str) -> str:
    """The stream of a table's gaming day (ISO date)."""
    return f"seat-screens/{table}/{day}"


def to_record(event: ScreenEvent) -> tuple[str, dict[str, object]]:
    """The event as the record keeps it: its type, and its data as plain JSON values."""
    data: dict[str, object] = msgspec.to_builtins(event)
    return str(data.pop("type")), data


def from_record(type_: str, data: dict[str, object]) -> ScreenEvent:
    """The event again from its type and data. Raises msgspec.ValidationError where they do not fit."""
    event: ScreenEvent = msgspec.convert({**data, "type": type_}, ScreenEvent)
    return event


def record(casino_id: int, event: ScreenEvent, *, by: Actor, now: datetime) -> None:
    """Append the event to its stream, in the transaction that stores what it is about."""
    type_, data = to_record(event)
    new = NewEvent(type=type_, data=data, occurred_at=now, metadata={"by": msgspec.to_builtins(by)})
    append(casino_id, screens_stream(event.table, event.day), [new], expected_version=ANY, now=now)
