"""Events of a drop box that has left its table, in its own stream; the metadata has their signatories."""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec
from tables.play.events import Pieces


class BoxEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of a box's events: the box and its table, the amount that the table `recorded` for it, and its content.

    Money in minor units of `currency`. `day` is the gaming day on which it left the table.
    """

    table: str
    day: str
    serial: str
    use: int
    currency: str
    recorded: int
    pieces: Pieces
    total: int


class BoxCounted(BoxEvent, frozen=True, kw_only=True, tag="box_counted"):
    """Two people counted it. `before` is the count that this one puts right, None at the first, with the `reason`."""

    before: int | None = None
    reason: str = ""


class BoxAccepted(BoxEvent, frozen=True, kw_only=True, tag="box_accepted"):
    """The count is accepted."""


AnyBoxEvent = BoxCounted | BoxAccepted
BOX_EVENTS = EventCodec[AnyBoxEvent](AnyBoxEvent)
TYPES = BOX_EVENTS.types
"""The types of all events of a box's stream, as the record has them."""
