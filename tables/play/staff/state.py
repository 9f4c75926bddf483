"""The present staff of a table, beyond the seats of its first layout."""

from datetime import datetime

import msgspec

from tables.play.events import Person
from tables.play.staff.events import Excuse


class Excused(msgspec.Struct, frozen=True, kw_only=True):
    """The reason why the dealer stays at the ball for longer."""

    kind: Excuse
    words: str
    since: datetime


class OnBreak(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is on a break since then (UTC)."""

    person: Person
    since: datetime


class Stay(msgspec.Struct, frozen=True, kw_only=True):
    """Time of a person at the table, in any seat, since (UTC) they came. `spun`: they had the ball in it. `left_at` is
    set while they are away; `key` is the stay's own in the day.
    """

    person: Person
    since: datetime
    key: str
    spun: bool = False
    left_at: datetime | None = None


class Incomplete(msgspec.Struct, frozen=True, kw_only=True):
    """Since when (UTC), and by the event of which version, the table is played without some of its staff."""

    since: datetime
    version: int


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """`second` are the holders of the positions at a double table's second layout; `spinner_version` is that of the
    event since which the present dealer spins.
    """

    second: dict[str, Person] = {}
    spinner_version: int = 0
    excused: Excused | None = None
    breaks: tuple[OnBreak, ...] = ()
    stays: tuple[Stay, ...] = ()
    """Kept where a rulebook counts the time at the table."""
    incomplete: Incomplete | None = None
    """Kept where a rulebook wants its staff complete while a coup is played."""
