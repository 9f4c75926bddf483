"""What is said in a coup beside its phases: a ball that hangs, turns, late bets, moved bets, payment step by step."""

from tables.play.commands.base import Fact, Request, Seen, Signed
from tables.play.commands.bets import PlaceBet


class HangBall(Seen, frozen=True, kw_only=True, tag="ball-hangs"):
    """The ball hangs on an obstacle."""


class FreeBall(Seen, frozen=True, kw_only=True, tag="ball-freed"):
    """The ball that hung runs again."""


class CountTurns(Seen, frozen=True, kw_only=True, tag="turns"):
    """The ball made so many full turns."""

    turns: int


class AcceptLateBet(Request, Signed, frozen=True, kw_only=True, tag="accept-late-bet"):
    """Let a bet take part that came after its time. Who may accept it has signed."""

    bet: PlaceBet


class RefuseLateBet(Request, frozen=True, kw_only=True, tag="refuse-late-bet"):
    """Turn down a bet that came after its time, and say why; `bet` says where, in a bet's code or in any words."""

    player: str
    bet: str
    amount: int
    reason: str


class MoveBet(Request, frozen=True, kw_only=True, tag="move-bet"):
    """Take a bet off the cloth and put it down elsewhere, in one step."""

    ref: str
    bet: str
    distance: int | None = None
    repeated: tuple[str, ...] = ()
    """Who repeated aloud where it lies now, of an announced bet."""


class ClearLosers(Fact, frozen=True, kw_only=True, tag="losers-cleared"):
    """The losing chips are off the cloth."""


class PayLines(Fact, frozen=True, kw_only=True, tag="prizes-paid"):
    """The prizes of these bets are paid. `ahead` are those that the payout sheet has before them."""

    coup: int
    refs: tuple[str, ...]
    ahead: tuple[str, ...] = ()
