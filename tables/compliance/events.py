"""What happens to a violation after it was raised, as its stream has it; who did it stands in the metadata."""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec


class ViolationEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of what happens to a violation."""


class ViolationAcknowledged(ViolationEvent, frozen=True, kw_only=True, tag="violation_acknowledged"):
    """The staff knows of it."""


class ViolationExplained(ViolationEvent, frozen=True, kw_only=True, tag="violation_explained"):
    """The staff says how it came about."""

    words: str


class ViolationUpheld(ViolationEvent, frozen=True, kw_only=True, tag="violation_upheld"):
    """An inspector decided that the clause was broken: it has ended, and stands."""

    reason: str


class ViolationDismissed(ViolationEvent, frozen=True, kw_only=True, tag="violation_dismissed"):
    """An inspector decided that nothing follows from it: it has ended, and stays in the record."""

    reason: str


class ViolationReopened(ViolationEvent, frozen=True, kw_only=True, tag="violation_reopened"):
    """An inspector opened an ended one again."""

    reason: str


AnyViolationEvent = (
    ViolationAcknowledged | ViolationExplained | ViolationUpheld | ViolationDismissed | ViolationReopened
)
VIOLATION_EVENTS = EventCodec[AnyViolationEvent](AnyViolationEvent)
TYPES = VIOLATION_EVENTS.types
"""The types of all events of a violation's own stream, as the record has them."""
