"""Events of a violation after it was raised, in its own stream; the metadata has their author."""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec


class ViolationEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of a violation's events."""


class ViolationAcknowledged(ViolationEvent, frozen=True, kw_only=True, tag="violation_acknowledged"):
    """The staff knows of it."""


class ViolationExplained(ViolationEvent, frozen=True, kw_only=True, tag="violation_explained"):
    """The staff explains its cause."""

    words: str


class ViolationUpheld(ViolationEvent, frozen=True, kw_only=True, tag="violation_upheld"):
    """An inspector decided that the clause was broken: the violation has ended, and remains."""

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
