"""Events of a coup: opened, launched, closed, null; a hanging ball, counted turns, cleared losers, single payments."""

from datetime import datetime
from typing import Literal

from tables.play.event import Event, Person, Signature, Source
from tables.play.reader.observation import Rotation


class BallHung(Event, frozen=True, kw_only=True, tag="ball_hung"):
    """The ball hangs on an obstacle."""

    coup: int
    source: Source


class BallFreed(Event, frozen=True, kw_only=True, tag="ball_freed"):
    """The ball that hung runs again."""

    coup: int
    source: Source


class TurnsCounted(Event, frozen=True, kw_only=True, tag="turns_counted"):
    """The number of full turns of the ball in this launch."""

    coup: int
    launch: int
    turns: int
    source: Source
    game: str | None = None


class LosersCleared(Event, frozen=True, kw_only=True, tag="losers_cleared"):
    """The losing chips of the coup are off the cloth."""

    coup: int


class PrizesPaid(Event, frozen=True, kw_only=True, tag="prizes_paid"):
    """The prizes of these bets are paid. `ahead` are those that the payout sheet had before them, still unpaid. Who
    raked in the losing chips and who paid, where the rulebook gives them roles and they are known."""

    coup: int
    refs: tuple[str, ...]
    ahead: tuple[str, ...] = ()
    raked_by: Person | None = None
    paid_by: Person | None = None


PhaseEvent = BallHung | BallFreed | TurnsCounted | LosersCleared | PrizesPaid


class BetsOpened(Event, frozen=True, kw_only=True, tag="bets_opened"):
    """Faites vos jeux: coup number `coup` of the day is open for bets."""

    coup: int
    source: Source
    game: str | None = None
    """The reader's own name for the coup: epoch and counter."""
    closes_at: datetime | None = None
    """The time at which its last bet is taken, by the server's clock, if the rulebook gives a round a time."""


class BallLaunched(Event, frozen=True, kw_only=True, omit_defaults=True, tag="ball_launched"):
    """The ball was launched; `launch` counts the launches of this coup from 1."""

    coup: int
    launch: int
    source: Source
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    game: str | None = None
    rotor_speed_rpm: float | None = None
    """Turns of the rotor a minute as the reader measured them."""
    pocket: int | None = None
    """The pocket that passed the ball as it was launched, where the reader knows it."""


class DirectionsSeen(Event, frozen=True, kw_only=True, tag="directions_seen"):
    """The direction of wheel or ball in a launch that was reported without it before, or differently; None if this
    report does not have it.
    """

    coup: int
    launch: int
    source: Source
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    game: str | None = None


class LaunchFailed(Event, frozen=True, kw_only=True, tag="launch_failed"):
    """The launch came to nothing (too weak, ball lost its track): the coup goes on, the ball is launched again."""

    coup: int
    source: Source
    reason: str


class BetsClosed(Event, frozen=True, kw_only=True, tag="bets_closed"):
    """Rien ne va plus. `clock`: nobody had announced it when the round's time was over."""

    coup: int
    source: Source | Literal["clock"]
    game: str | None = None


class VoidSeen(Event, frozen=True, kw_only=True, tag="void_seen"):
    """The reader holds this launch for void and its wheel has locked the bets: staff decide if the coup is null."""

    coup: int
    reader: str
    reasons: tuple[str, ...]


class CoupAnnulled(Event, frozen=True, kw_only=True, tag="coup_annulled"):
    """A null coup: its bets stay, the ball goes back to the previous number and is launched again.

    The ball was `stopped` before it entered a number, or fell into `number_fell` first, which is not a result;
    neither if unknown.
    """

    coup: int
    reason: str
    clause: str
    previous_number: int | None
    stopped: bool = False
    number_fell: int | None = None
    declared_by: Signature | None = None
    """The person who declared it, and in which role; None in older records."""


CoupEvent = BetsOpened | BallLaunched | DirectionsSeen | LaunchFailed | BetsClosed | VoidSeen | CoupAnnulled
