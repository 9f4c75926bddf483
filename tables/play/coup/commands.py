"""A coup on its way to its number: bets open, launches, turns, a ball that hangs, null coups."""

from typing import Annotated

import msgspec

from tables.play.command import Fact, Request, Seen, Signed
from tables.play.reader.observation import Rotation


class StartRotor(Seen, frozen=True, kw_only=True, tag="rotor"):
    """The rotor turns for the next coup."""

    reader: str


class HangBall(Seen, frozen=True, kw_only=True, tag="ball-hangs"):
    """The ball hangs on an obstacle."""


class FreeBall(Seen, frozen=True, kw_only=True, tag="ball-freed"):
    """The ball that hung runs again."""


class CountTurns(Seen, frozen=True, kw_only=True, tag="turns"):
    """The ball made so many full turns."""

    turns: int


class AnnounceBetsOpen(Request, frozen=True, kw_only=True, tag="bets-open"):
    """Faites vos jeux: open the next coup for bets."""


class LaunchBall(Seen, frozen=True, kw_only=True, tag="launch"):
    """The ball was launched. A reader may know the rotor's turns a minute, and the `pocket` that passed the ball."""

    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    rotor_speed_rpm: Annotated[float, msgspec.Meta(ge=0)] | None = None
    pocket: int | None = None


class SeeDirections(Seen, frozen=True, kw_only=True, tag="directions"):
    """The directions seen in launch number `launch` of the running coup; None for a direction that was not seen."""

    coup: int
    launch: int
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None


class FailLaunch(Seen, frozen=True, kw_only=True, tag="launch-failed"):
    """The launch came to nothing."""

    reason: str


class CloseBets(Seen, frozen=True, kw_only=True, tag="bets-closed"):
    """Rien ne va plus was announced, or the reader closed the bets."""


class SeeVoid(Seen, frozen=True, kw_only=True, tag="void"):
    """The reader holds the launch for void."""

    reader: str
    reasons: tuple[str, ...]


class AnnulCoup(Fact, Signed, frozen=True, kw_only=True, tag="null-coup"):
    """Declare the coup null after its launch, for one of the rulebook's reasons. The person who declares it signs.

    The ball was `stopped` before it entered a number, or fell into `number` first; neither if nobody reported it.
    """

    reason: str
    stopped: bool = False
    number: int | None = None
