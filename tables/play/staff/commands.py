"""Who sits where at a table, who spins, who is on a break, and who may stay at the ball for longer."""

from tables.play.command import Authorised, Fact, Request
from tables.play.events import Person


class ChangeSpinner(Fact, frozen=True, kw_only=True, tag="spinner-change"):
    """Another croupier spins now. `relieved`: in the seat of the previous spinner, who goes on a break. `notice` is
    the message to the games inspector about the change: a ball passed before its time needs the notice first
    (`ExcuseTimeAtBall`).
    """

    person: Person
    notice: str = ""
    relieved: bool = False


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
    """Let whoever spins stay for longer, as the rulebook allows: by force majeure, or with notice to the inspector,
    which also lets the ball pass earlier."""

    words: str
