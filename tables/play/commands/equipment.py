"""The ball in play and who spins it."""

from typing import Literal

from tables.play.commands.base import Fact, Request
from tables.play.events import Person


class ChangeBall(Fact, frozen=True, kw_only=True, tag="ball-change"):
    """The ball was changed; to the other one where `ball` is not given."""

    ball: str | None = None
    announced: bool = True


class ReplaceBall(Request, frozen=True, kw_only=True, tag="replace-ball"):
    """Put another ball in the place of a defective, broken or lost one: of the ball in play where `ball` is not given.

    `serial` and `diameter_mm` are the new ball's. Where the house's register knows it, the register says how large it
    is, and `diameter_mm` need not.
    """

    ball: str | None = None
    reason: str
    serial: str = ""
    diameter_mm: float | None = None


class FindUnfit(Fact, frozen=True, kw_only=True, tag="equipment-unfit"):
    """An inspection found the wheel, or the ball of that letter, unfit while the table is open."""

    what: Literal["wheel", "ball"]
    serial: str
    ball: str = ""
    remarks: str = ""


class ChangeSpinner(Fact, frozen=True, kw_only=True, tag="spinner-change"):
    """Somebody else spins now; `notice` is what the games inspector was told, where it comes before its time."""

    person: Person
    notice: str = ""
