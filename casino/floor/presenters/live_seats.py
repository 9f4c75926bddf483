"""A live table as the pit boss sees it: the time of its round, and its seats with their balances."""

from datetime import datetime

import msgspec

from casino.kit.clauses import cited
from casino.kit.money import money
from casino.kit.seats import SEATS, Seat, seat_of
from tables.play.live.handover import plays_on
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat with money: `staked` plays in the running round, `unclaimed` is empty where nothing waits."""

    seat: Seat
    taken: bool
    balance: str
    staked: str
    unclaimed: str


def bets_close_at(state: State) -> datetime | None:
    """Return the time (UTC) at which the running round stops taking bets; None while no round takes bets."""
    running = state.live.round
    return running.closes_at if running and running.closed_at is None else None


def live_seats_presenter(state: State, rulebook: Rulebook) -> dict[str, object] | None:
    """Return the seats; None at a table without seats."""
    if rulebook.seats is None:
        return None
    rows = tuple(
        SeatRow(
            seat=seat_of(name),
            taken=seat.taken,
            balance=money(seat.balance, rulebook.currency),
            staked=money(sum(bet.amount for bet in seat.bets), rulebook.currency)
            if plays_on(state, seat)
            else "",
            unclaimed=money(seat.unclaimed, rulebook.currency) if seat.unclaimed else "",
        )
        for name, seat in state.live.seats.items()
        if seat.taken or seat.unclaimed
    )
    known = {seat.player for seat in SEATS}
    return {
        # No time while no round takes bets.
        "closes_at": bets_close_at(state),
        "clause": cited(rulebook, rulebook.seats.participation_clause),
        "seats": rows,
        # Seats that may buy in: those of the screen, and those named by other programs.
        "offered": (*SEATS, *(row.seat for row in rows if row.seat.player not in known)),
    }
