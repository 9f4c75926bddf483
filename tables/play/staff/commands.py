"""Commands about a table's staff: seats, the dealer at the ball, breaks, and more time at the ball."""

from typing import Literal

from tables.play.command import Authorised, Fact, Request
from tables.play.events import Person

Elsewhere = Literal["ask", "both", "ends"]


class ChangeSpinner(Fact, frozen=True, kw_only=True, tag="spinner-change"):
    """Another croupier spins now. `relieved`: in the seat of the previous dealer, who goes on a break. `notice` is the
    message to the games inspector about the change: a ball passed before its time needs the notice first
    (`ExcuseTimeAtBall`).
    """

    person: Person
    notice: str = ""
    relieved: bool = False
    elsewhere: Elsewhere = "both"
    """If the person spins at another table: spinning `ends` there; the person spins at `both`, which breaks the
    casino's own rule; or `ask`, and the command is refused until somebody answers."""
    spins_at: tuple[str, ...] = ()
    """The other tables at which the person spins now, by the record."""


class LoseSpinner(Fact, frozen=True, kw_only=True, tag="spinner-lost"):
    """The dealer who spins here spins at another table from now on: nobody spins here."""

    person: Person
    table: str


class ChangeStaff(Fact, frozen=True, kw_only=True, tag="staff-change"):
    """Somebody else sits there now, or nobody. Who sat on another seat of the table leaves it."""

    position: str
    person: Person | None
    layout: int = 1


class BeginBreak(Fact, frozen=True, kw_only=True, tag="break-begin"):
    """Somebody of the table's staff went on a break."""

    person: Person


class EndBreak(Fact, frozen=True, kw_only=True, tag="break-end"):
    """Somebody is back from a break."""

    person: Person


class ExcuseTimeAtBall(Request, Authorised, frozen=True, kw_only=True, tag="excuse-time-at-ball"):
    """Let the dealer stay at the ball for longer, as the rulebook allows: by force majeure, or with notice to the
    inspector, which also lets the ball pass earlier.
    """

    words: str
