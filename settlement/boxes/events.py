"""What happens to a drop box that has left its table, as its stream has it; who signed stands in the metadata."""

from __future__ import annotations

from typing import get_args

import msgspec

from tables.play.events import Pieces


class BoxEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What each of them says: the box and whose it is, what the table `recorded` for it, and what was found in it.

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
    """The count stands."""


AnyBoxEvent = BoxCounted | BoxAccepted
TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(AnyBoxEvent))
"""The types of all events of a box's stream, as the record has them."""


def to_record(event: AnyBoxEvent) -> tuple[str, dict[str, object]]:
    """The event as the record keeps it: its type, and its data as plain JSON values."""
    data: dict[str, object] = msgspec.to_builtins(event, str_keys=True)
    return str(data.pop("type")), data


def from_record(type_: str, data: dict[str, object]) -> AnyBoxEvent:
    """The event again from its type and data. Raises msgspec.ValidationError where they do not fit."""
    event: AnyBoxEvent = msgspec.convert({**data, "type": type_}, AnyBoxEvent, str_keys=True)
    return event
