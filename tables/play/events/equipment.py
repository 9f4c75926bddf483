"""The ball in play and who spins it."""

from tables.play.events.base import Event, Person


class BallChanged(Event, frozen=True, kw_only=True, tag="ball_changed"):
    """The ball in play was changed for another one of the table's."""

    ball: str
    previous: str
    announced: bool


class SpinnerChanged(Event, frozen=True, kw_only=True, tag="spinner_changed"):
    """Somebody else spins now."""

    person: Person
    previous: Person | None
    at_ball_s: int | None = None
    """For how many seconds the last one spun."""
    notice: str = ""
    """What the games inspector was told of it, where it came before its time."""


EquipmentEvent = BallChanged | SpinnerChanged
