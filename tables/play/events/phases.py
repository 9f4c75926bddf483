"""What happens in a coup beside its phases: a ball that hangs, turns counted, losers cleared, prizes paid singly."""

from tables.play.events.base import Event, Source


class BallHung(Event, frozen=True, kw_only=True, tag="ball_hung"):
    """The ball hangs on an obstacle."""

    coup: int
    source: Source


class BallFreed(Event, frozen=True, kw_only=True, tag="ball_freed"):
    """The ball that hung runs again."""

    coup: int
    source: Source


class TurnsCounted(Event, frozen=True, kw_only=True, tag="turns_counted"):
    """How many full turns the ball of this launch made."""

    coup: int
    launch: int
    turns: int
    source: Source
    game: str | None = None


class LosersCleared(Event, frozen=True, kw_only=True, tag="losers_cleared"):
    """The losing chips of the coup are off the cloth."""

    coup: int


class PrizesPaid(Event, frozen=True, kw_only=True, tag="prizes_paid"):
    """The prizes of these bets are paid. `ahead` are those that the payout sheet had before them, still unpaid."""

    coup: int
    refs: tuple[str, ...]
    ahead: tuple[str, ...] = ()


PhaseEvent = BallHung | BallFreed | TurnsCounted | LosersCleared | PrizesPaid
