"""The round of a live table, and its seats with their present balances. Amounts in minor units."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from tables.play.events import BetsOpened, SeatBet

ROUNDS_KEPT = 3
"""A decision between two numbers corrects the balances of this many rounds back."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Takes bets until `closes_at`, or until they were heard to be closed before."""

    coup: int
    closes_at: datetime
    closed_at: datetime | None = None


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: `taken` by a player since the coup `since`, or left.

    `staked` is the last coup in which it has stakes, `bets` these, and `confirmed` the last one that its player
    confirmed. `unclaimed` was won after its player had left.
    """

    balance: int = 0
    unclaimed: int = 0
    taken: bool = True
    since: int = 1
    staked: int = 0
    confirmed: int = 0
    bets: tuple[SeatBet, ...] = ()


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """Round with its number: the bets of each seat, and the credits so far, by seat.

    None: nothing is credited before a person has confirmed a doubtful number.
    """

    coup: int
    stakes: dict[str, dict[str, int]]
    credited: dict[str, int] | None = None


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds and seats; empty at a table that has none. `rounds` are the last ones, the newest last."""

    round: Round | None = None
    seats: dict[str, Seat] = {}
    rounds: tuple[PlayedRound, ...] = ()


def opened_round(live: Live, event: BetsOpened) -> Live:
    """Begin a round if the rulebook gives it a time."""
    return replace(live, round=event.closes_at and Round(coup=event.coup, closes_at=event.closes_at))


def closed_round(live: Live, at: datetime) -> Live:
    """Bets were heard to be closed, or their time was over: the first of the two counts."""
    if live.round is None or live.round.closed_at is not None:
        return live
    return replace(live, round=replace(live.round, closed_at=at))
