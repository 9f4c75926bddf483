"""Deadlines, and facts about the wheel's reader."""

from typing import Literal

from tables.play.command import Authorised, Fact, Request
from tables.play.event import ReaderRole


class PassDeadline(Fact, frozen=True, kw_only=True, tag="deadline"):
    """A shift rule's sweep saw that a deadline is near (`warned`) or past (`overdue`)."""

    rule: str
    case: str
    """Name of the case within the day, the same in repeated sweeps."""
    stage: Literal["warned", "overdue"]


class AcknowledgeWarning(Request, Authorised, frozen=True, kw_only=True, tag="acknowledge-warning"):
    """Say that the staff knows of a deadline that is near."""

    case: str
    """The deadline's name within the day, as the warning has it."""


class ChangeReader(Fact, frozen=True, kw_only=True, tag="reader"):
    """The wheel reader's state changed."""

    reader: str
    state: Literal["live", "silent", "fault"]
    detail: str = ""
    role: ReaderRole = "primary"


class WarnWheel(Fact, frozen=True, kw_only=True, tag="wheel-warning"):
    """The reader warns, or ends its warning."""

    reader: str
    warnings: tuple[str, ...]
    ended: bool = False
    role: ReaderRole = "primary"
