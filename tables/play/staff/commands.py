"""Who sits where at a table, who spins, who is on a break, and who may stay at the ball for longer."""

from tables.play.command import Authorised, Fact, Request
from tables.play.events import Person


class ChangeSpinner(Fact, frozen=True, kw_only=True, tag="spinner-change"):
    """Somebody else spins now. `relieved`: in the seat of whoever spun, who goes on a break. `notice` is what the games
    inspector is told with it: of a ball that is passed before its time the inspector is told before
    (`ExcuseTimeAtBall`)."""

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
