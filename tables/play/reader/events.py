"""Deadlines, violations, and events of the wheel's reader."""

from datetime import datetime
from typing import Any, Literal

from tables.play.event import Event, Person, ReaderRole


class DeadlineWarned(Event, frozen=True, kw_only=True, tag="deadline_warned"):
    """A shift rule's deadline comes near."""

    rule: str
    clause: str
    opened_at: datetime
    due_at: datetime
    case: str = ""
    """The case's name within the day, which its violation would have."""


class WarningAcknowledged(Event, frozen=True, kw_only=True, tag="warning_acknowledged"):
    """The staff knows that the deadline of this case comes near."""

    case: str
    by: Person


class ViolationRaised(Event, frozen=True, kw_only=True, tag="violation_raised"):
    """A clause was broken. `violation` names it within the day; with `due_at` it is the name of the overdue case."""

    violation: str
    rule: str
    clause: str
    code: str = ""
    """The breach; the sentence of this code names the `parameters`. Empty in an old event that could not be read."""
    parameters: dict[str, Any] = {}
    coup: int | None = None
    due_at: datetime | None = None
    words: str = ""
    """The sentence that was recorded before violations had codes, if no code has the same meaning."""


class ViolationResolved(Event, frozen=True, kw_only=True, tag="violation_resolved"):
    """The clause's demand was met at last, or the table closed without it."""

    violation: str
    rule: str
    clause: str
    late_s: int | None = None


class ReaderChanged(Event, frozen=True, kw_only=True, tag="reader_changed"):
    """The wheel reader came on line, fell silent, or reports a fault.

    `since` is when that began, where it was before the table opened and the opening found it so.
    """

    reader: str
    state: Literal["live", "silent", "fault"]
    detail: str = ""
    since: datetime | None = None
    role: ReaderRole = "primary"


class WheelWarned(Event, frozen=True, kw_only=True, tag="wheel_warned"):
    """The reader warns, or takes its warning back: a question to the table, not yet a violation."""

    reader: str
    warnings: tuple[str, ...]
    ended: bool = False
    role: ReaderRole = "primary"


class RotorStarted(Event, frozen=True, kw_only=True, tag="rotor_started"):
    """The rotor turns for the next coup while the last one is still being paid."""

    reader: str


WatchEvent = (
    DeadlineWarned
    | WarningAcknowledged
    | ViolationRaised
    | ViolationResolved
    | ReaderChanged
    | WheelWarned
    | RotorStarted
)
