"""Events of seat screens: one stream for each table and gaming day, `seat-screens/LV1/2026-11-20`.

The metadata of the event has the person who made or revoked a screen. Neither code nor token is ever in it.
"""

from datetime import datetime

import msgspec

from tables.codec import EventCodec, encode
from tables.handling import Actor
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
SCREEN_EVENTS = EventCodec[ScreenEvent](ScreenEvent)
TYPES = SCREEN_EVENTS.types
"""The types of these events, as the record has them."""


def screens_stream(table: str, day: str) -> str:
    return f"seat-screens/{table}/{day}"


def record(casino_id: int, event: ScreenEvent, *, by: Actor, now: datetime) -> None:
    """Append the event to its stream, in the transaction that stores its subject."""
    type_, data = encode(event)
    new = NewEvent(type=type_, data=data, occurred_at=now, metadata={"by": msgspec.to_builtins(by)})
    append(casino_id, screens_stream(event.table, event.day), [new], expected_version=ANY, now=now)
