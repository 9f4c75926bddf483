"""The ball in play and who spins it."""

from tables.play.commands.base import Fact
from tables.play.events import Person


class ChangeBall(Fact, frozen=True, kw_only=True, tag="ball-change"):
    """The ball was changed; to the other one where `ball` is not given."""

    ball: str | None = None
    announced: bool = True


class ChangeSpinner(Fact, frozen=True, kw_only=True, tag="spinner-change"):
    """Somebody else spins now; `notice` is what the games inspector was told, where it comes before its time."""

    person: Person
    notice: str = ""
