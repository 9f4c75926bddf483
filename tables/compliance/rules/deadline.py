"""Parts of a shift rule: an open deadline and its times, a breach, and the two kinds of rule."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

from tables.play.direction.state import runs_on
from tables.play.events import Event
from tables.play.state import State
from tables.refusal import NO_PARAMETERS, Parameters
from tables.roulette.rulebook import Rulebook

Audience = Literal["table", "floor", "inspectors"]


def gettext_noop(label: str) -> str:
    """Return the label itself, which makemessages finds by this function's name. Faces translate it
    where they show it.
    """
    return label


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a table must do by `due_at`. Times in UTC."""

    rule: str
    key: str
    """Name of the deadline among those of its rule within the day, for example the version of the event that opened
    it."""
    clause: str
    code: str
    """Code of the violation once it is overdue."""
    parameters: Parameters = NO_PARAMETERS
    """Parameters of the sentences about the violation and about the deadline."""
    opened_at: datetime
    warn_at: datetime
    due_at: datetime
    coup: int | None = None

    @property
    def name(self) -> str:
        """The deadline's name within the day, and its violation's: `ball-change-12`."""
        return f"{self.rule}-{self.key}"


class DeadlineRule(msgspec.Struct, frozen=True, kw_only=True):
    """Rule that sets a time limit for an act."""

    name: str
    """Name in the record; never changed."""
    label: str
    """Label on a screen."""
    opened_by: str
    """Event that opens a deadline, in words."""
    closed_by: str
    """Event that closes a deadline, in words."""
    tell: tuple[Audience, ...]
    deadlines: Callable[[State, Rulebook], Iterable[Deadline]]
    """The open deadlines at a table in this state. Only of open tables: closing the table closes its deadlines."""


class Breach(msgspec.Struct, frozen=True, kw_only=True):
    """An event broke `clause`: with the code and the parameters of the violation."""

    code: str
    clause: str
    parameters: Parameters = NO_PARAMETERS
    coup: int | None = None


class SequenceRule(msgspec.Struct, frozen=True, kw_only=True):
    """Rule on the order of events."""

    name: str
    """Name in the record; never changed."""
    label: str
    """Label on a screen."""
    tell: tuple[Audience, ...]
    breaches: Callable[[State, Event, Rulebook], Iterable[Breach]]
    """Breaches by the event at a table in this state: at most one for an event."""


def warn_and_due(opened_at: datetime, *, lasts_s: int, warn_before_s: int) -> tuple[datetime, datetime]:
    """Return the times of the warning and of the end of a deadline opened at `opened_at` (aware), both in UTC.

    The function counts in UTC. Python adds an hour to a local time by the clock's face. On the nights of a clock change
    that is two hours, or none.
    """
    due_at = opened_at.astimezone(UTC) + timedelta(seconds=lasts_s)
    return due_at - timedelta(seconds=warn_before_s), due_at


def stands_still(state: State, since: datetime, lasts_s: int) -> bool:
    """Return True if a time that counts while the table is in play is stopped now: play is suspended, and it was not
    over.
    """
    suspended = state.direction.suspension
    return suspended is not None and runs_on(since, lasts_s, suspended.since)
