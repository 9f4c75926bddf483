"""Events of a table's staff: seats, breaks, and permission to stay at the ball for longer."""

from typing import Literal

from tables.play.event import Event, Person

Excuse = Literal["notice", "force-majeure"]


class StaffChanged(Event, frozen=True, kw_only=True, tag="staff_changed"):
    """A seat changed its holder; None: nobody sits there. `layout` is which of a double table's it is at."""

    position: str
    person: Person | None
    previous: Person | None
    layout: int = 1


class BreakBegun(Event, frozen=True, kw_only=True, tag="break_begun"):
    """Somebody of the table's staff went on a break; a seat that this empties changes by an event of its own."""

    person: Person


class BreakEnded(Event, frozen=True, kw_only=True, tag="break_ended"):
    """Somebody came back from a break that lasted `lasted_s` seconds."""

    person: Person
    lasted_s: int


class TimeAtBallExcused(Event, frozen=True, kw_only=True, tag="time_at_ball_excused"):
    """Longer stay of the dealer at the ball: by notice to the inspector, or by force majeure."""

    kind: Excuse
    person: Person
    words: str


StaffEvent = StaffChanged | BreakBegun | BreakEnded | TimeAtBallExcused
