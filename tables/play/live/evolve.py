"""Seats evolve: their balances move by events alone, each by one."""

from collections.abc import Mapping

from msgspec.structs import replace

from tables.play import events as e
from tables.play.cash.transitions import notes_came
from tables.play.evolving import Recorded, evolves
from tables.play.live.state import Seat
from tables.play.live.wins import goes_to_balance, sums
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.BoughtIn)
def _bought_in(state: State, event: e.BoughtIn, recorded: Recorded, _: Rulebook) -> State:
    seat = state.live.seats.get(event.seat, Seat(taken=False))
    if not seat.taken:
        seat = Seat(unclaimed=seat.unclaimed, since=state.coup_of_new_bets)
    seated = _with(state, {event.seat: replace(seat, balance=seat.balance + event.amount)})
    return notes_came(seated, event.amount)


@evolves(e.SeatStaked)
def _seat_staked(state: State, event: e.SeatStaked, recorded: Recorded, _: Rulebook) -> State:
    seat = state.live.seats[event.seat]
    before = seat.bets if seat.staked == event.coup else ()
    staked = replace(
        seat,
        balance=seat.balance - event.amount,
        staked=event.coup,
        confirmed=event.coup if event.confirmed else seat.confirmed,
        bets=(*before, *event.bets),
    )
    return _with(state, {event.seat: staked})


@evolves(e.StakesReturned)
def _stakes_returned(state: State, event: e.StakesReturned, recorded: Recorded, _: Rulebook) -> State:
    back = _moved(state, event.coup, event.stakes)
    return _with(state, {name: replace(seat, staked=0, confirmed=0, bets=()) for name, seat in back.items()})


@evolves(e.WinsCredited)
def _wins_credited(state: State, event: e.WinsCredited, recorded: Recorded, _: Rulebook) -> State:
    taken = {seat: -amount for seat, amount in event.taken_back.items()}
    changes = {**event.wins, **taken}
    rounds = tuple(
        replace(each, credited=sums(each.credited or {}, changes)) if each.coup == event.coup else each
        for each in state.live.rounds
    )
    return _with(state, _moved(state, event.coup, changes), rounds=rounds)


@evolves(e.SeatLeft)
def _seat_left(state: State, event: e.SeatLeft, recorded: Recorded, _: Rulebook) -> State:
    seat = state.live.seats[event.seat]
    left = replace(seat, balance=0, unclaimed=seat.unclaimed + event.held, taken=False)
    return notes_came(_with(state, {event.seat: left}), -event.amount)


@evolves(e.UnclaimedCollected)
def _unclaimed_collected(state: State, event: e.UnclaimedCollected, recorded: Recorded, _: Rulebook) -> State:
    seat = state.live.seats[event.seat]
    collected = _with(state, {event.seat: replace(seat, unclaimed=seat.unclaimed - event.amount)})
    return notes_came(collected, -event.amount)


def _with(state: State, seats: Mapping[str, Seat], **changes: object) -> State:
    return replace(state, live=replace(state.live, seats={**state.live.seats, **seats}, **changes))


def _moved(state: State, coup: int, amounts: Mapping[str, int]) -> dict[str, Seat]:
    """Return the seats with money of that coup added: on the balance, or unclaimed if its player has left."""
    return {name: _add(state.live.seats[name], coup, amount) for name, amount in amounts.items()}


def _add(seat: Seat, coup: int, amount: int) -> Seat:
    if goes_to_balance(seat, coup):
        return replace(seat, balance=seat.balance + amount)
    return replace(seat, unclaimed=seat.unclaimed + amount)
