"""What happens to a violation after it was raised, as its stream has it; who did it stands in the metadata."""

from __future__ import annotations

from typing import get_args

import msgspec


class LifeEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of what happens to a violation."""


class ViolationAcknowledged(LifeEvent, frozen=True, kw_only=True, tag="violation_acknowledged"):
    """The staff knows of it."""


class ViolationExplained(LifeEvent, frozen=True, kw_only=True, tag="violation_explained"):
    """The staff says how it came about."""

    words: str


class ViolationUpheld(LifeEvent, frozen=True, kw_only=True, tag="violation_upheld"):
    """An inspector decided that the clause was broken: it has ended, and stands."""

    reason: str


class ViolationDismissed(LifeEvent, frozen=True, kw_only=True, tag="violation_dismissed"):
    """An inspector decided that nothing follows from it: it has ended, and stays in the record."""

    reason: str


class ViolationReopened(LifeEvent, frozen=True, kw_only=True, tag="violation_reopened"):
    """An inspector opened an ended one again."""

    reason: str


AnyLifeEvent = (
    ViolationAcknowledged | ViolationExplained | ViolationUpheld | ViolationDismissed | ViolationReopened
)
TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(AnyLifeEvent))
"""The types of all events of a violation's own stream, as the record has them."""


def to_record(event: AnyLifeEvent) -> tuple[str, dict[str, object]]:
    """The event as the record keeps it: its type, and its data as plain JSON values."""
    data: dict[str, object] = msgspec.to_builtins(event)
    return str(data.pop("type")), data


def from_record(type_: str, data: dict[str, object]) -> AnyLifeEvent:
    """The event again from its type and data. Raises msgspec.ValidationError where they do not fit."""
    event: AnyLifeEvent = msgspec.convert({**data, "type": type_}, AnyLifeEvent)
    return event
