"""Wins of a live table: credited to the balances with the number, and corrected when another number is valid."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec.structs import replace

from tables.play import events as e
from tables.play.live.state import ROUNDS_KEPT, Live, PlayedRound, Seat
from tables.play.pending import Decision, PendingEvent
from tables.play.state import State
from tables.roulette.payout.engine import settle_coup
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def wins_of(played: PlayedRound, number: int, wheel: str, rulebook: Rulebook) -> dict[str, int]:
    """Return each seat's win at this number: its winning bets add up. Seats that lose are left out."""
    stakes = [
        Stake(ref=f"{seat}/{bet}", player=seat, bet=bet, amount=amount)
        for seat, bets in played.stakes.items()
        for bet, amount in bets.items()
    ]
    lines = settle_coup(rulebook, stakes, number, wheel=wheel).lines
    return sums({}, ((line.player, line.prize + line.returned) for line in lines if line.returned))


def settle_round(state: State, coup: int, number: int, rulebook: Rulebook, at: datetime) -> Decision:
    """Credit the seats with their wins on `number`, less the credit given for the coup before.

    An excess credit is taken from the balance; a missing rest is `short`, and never makes a balance negative. A
    round too long ago, or without a stake of a seat, moves nothing.
    """
    played = next((each for each in state.live.rounds if each.coup == coup), None)
    if played is None or not played.stakes:
        return
    right, before = wins_of(played, number, state.wheel, rulebook), played.credited or {}
    wins, taken, short = {}, {}, {}
    for seat in sorted({*right, *before}):
        difference = right.get(seat, 0) - before.get(seat, 0)
        if difference > 0:
            wins[seat] = difference
        elif difference < 0:
            there = within_reach(state.live.seats[seat], coup)
            taken[seat] = min(there, -difference)
            if there < -difference:
                short[seat] = -difference - there
    if played.credited is not None and not (wins or taken or short):
        return
    yield PendingEvent(
        e.WinsCredited(
            coup=coup,
            number=number,
            wins=wins,
            taken_back={seat: amount for seat, amount in taken.items() if amount},
            short=short,
        ),
        at,
    )


def goes_to_balance(seat: Seat, coup: int) -> bool:
    """Return True if money of that coup is the present player's; otherwise it is kept unclaimed for the player who
    left.
    """
    return seat.taken and coup >= seat.since


def within_reach(seat: Seat, coup: int) -> int:
    """Return the part of that coup's money that can still be taken back."""
    return seat.balance if goes_to_balance(seat, coup) else seat.unclaimed


def played_round(live: Live, coup: int) -> Live:
    """Return the round after its number: its stakes are kept, to be credited."""
    stakes = {
        name: sums({}, ((bet.bet, bet.amount) for bet in seat.bets))
        for name, seat in live.seats.items()
        if seat.staked == coup
    }
    rounds = (*live.rounds, PlayedRound(coup=coup, stakes=stakes)) if live.seats else ()
    return replace(live, round=None, rounds=rounds[-ROUNDS_KEPT:])


def sums(amounts: Mapping[str, int], more: Mapping[str, int] | Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the amounts with more added, each under its name."""
    sums = dict(amounts)
    for name, amount in more.items() if isinstance(more, Mapping) else more:
        sums[name] = sums.get(name, 0) + amount
    return sums
