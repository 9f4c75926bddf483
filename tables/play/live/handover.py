"""Seats of a live table from one gaming day to the next, and stakes back to their seats."""

from collections.abc import Iterable
from datetime import datetime

from tables.play import events as e
from tables.play.live.state import Live, Seat
from tables.play.pending import Decision, PendingEvent
from tables.play.state import RUNNING, State


def inherited_seats(seats: Iterable[e.CarriedSeat]) -> Live:
    """Return the seats at the end of the last day, without their stakes, which belong to that day."""
    return Live(
        seats={
            each.seat: Seat(balance=each.balance, unclaimed=each.unclaimed, taken=each.taken)
            for each in seats
        }
    )


def carried_seats(live: Live) -> tuple[e.CarriedSeat, ...]:
    """Return the seats that the next day needs: those with a player, and those with money."""
    return tuple(
        e.CarriedSeat(seat=name, balance=seat.balance, unclaimed=seat.unclaimed, taken=seat.taken)
        for name, seat in live.seats.items()
        if seat.taken or seat.unclaimed
    )


def plays_on(state: State, seat: Seat) -> bool:
    """Return True if the seat has stakes whose number is still to fall."""
    return state.phase in RUNNING and seat.staked == state.coup


def returned(state: State, at: datetime) -> Decision:
    """Yield the stakes of the running round back on the balances: their bets are taken off the cloth."""
    stakes = {
        name: sum(bet.amount for bet in seat.bets)
        for name, seat in state.live.seats.items()
        if plays_on(state, seat)
    }
    if stakes:
        yield PendingEvent(e.StakesReturned(coup=state.coup, stakes=stakes), at)
