"""A coup on its way to its number."""

from tables.play.commands.base import Fact, Request, Seen
from tables.play.observation import Rotation


class AnnounceBetsOpen(Request, frozen=True, kw_only=True, tag="bets-open"):
    """Faites vos jeux: open the next coup for bets."""


class LaunchBall(Seen, frozen=True, kw_only=True, tag="launch"):
    """The ball was launched."""

    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None


class SeeDirections(Seen, frozen=True, kw_only=True, tag="directions"):
    """Which way wheel or ball runs, or both, in launch number `launch` of the running coup; None says nothing of it."""

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


class AnnulCoup(Fact, frozen=True, kw_only=True, tag="null-coup"):
    """The coup is null, for one of the rulebook's reasons."""

    reason: str
