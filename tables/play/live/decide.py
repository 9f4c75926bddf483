"""A player's coming and going at a live table: the right of participation, leaving, and later wins.

Bets from a seat's balance: judged whole, against time, limits and balance, and then confirmed for good.
"""

from datetime import datetime

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.live.handover import plays_on
from tables.play.live.questions import Confirmation, confirmed_bets, seats_rule, taken_seat
from tables.play.live.rounds import disputed
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def buy_in(state: State, command: c.BuyIn, rulebook: Rulebook, at: datetime) -> Decision:
    """Open a seat with its balance, or add to it.

    Refused while a confirmed seat waits for its number (it-live/confirm), and while bets of a player who left play on.
    """
    rule = seats_rule(rulebook)
    if not command.seat.strip():
        raise Refused("participation-without-seat", rule.participation_clause)
    check_name(command.seat, rule.participation_clause)
    if command.amount <= 0:
        raise Refused(
            "participation-not-above-nothing",
            rule.participation_clause,
            value=Money(command.amount, rulebook.currency),
        )
    seat = state.live.seats.get(command.seat)
    if seat is not None and plays_on(state, seat):
        if not seat.taken:
            raise Refused("bets-of-who-left-play-on", rule.leave_clause, seat=command.seat)
        if seat.confirmed == state.coup:
            raise Refused(
                "bought-in-after-confirming", rule.confirm_clause, seat=command.seat, coup=state.coup
            )
    yield PendingEvent(e.BoughtIn(seat=command.seat, amount=command.amount), at)


def leave_seat(state: State, command: c.LeaveSeat, rulebook: Rulebook, at: datetime) -> Decision:
    """Cash the balance out at any time. Confirmed bets play on; disputed money stays, unclaimed."""
    rule = seats_rule(rulebook)
    balance = taken_seat(state, command.seat, rule.leave_clause).balance
    held = disputed(state, command.seat, rulebook)
    yield PendingEvent(e.SeatLeft(seat=command.seat, amount=balance - held, held=held), at)


def collect_unclaimed(
    state: State, command: c.CollectUnclaimed, rulebook: Rulebook, at: datetime
) -> Decision:
    """Pay out wins after leaving, once they are certain."""
    rule = seats_rule(rulebook)
    seat = state.live.seats.get(command.seat)
    if seat is None or not seat.unclaimed:
        raise Refused("nothing-unclaimed-at-seat", rule.leave_clause, seat=command.seat)
    held = disputed(state, command.seat, rulebook, unclaimed=True)
    if held == seat.unclaimed:
        raise Refused(
            "unclaimed-at-seat-disputed",
            rule.leave_clause,
            amount=Money(held, rulebook.currency),
            seat=command.seat,
        )
    yield PendingEvent(e.UnclaimedCollected(seat=command.seat, amount=seat.unclaimed - held), at)


def confirm_bets(state: State, command: c.ConfirmBets, rulebook: Rulebook, at: datetime) -> Decision:
    """Let a seat's bets count. A repetition changes nothing; other bets in the same round are refused."""
    confirmation = Confirmation(coup=state.coup, seat=command.seat, bets=command.bets, at=at)
    yield from confirmed_bets(state, confirmation, rulebook)


DECIDERS: Deciders = {
    c.BuyIn: buy_in,
    c.ConfirmBets: confirm_bets,
    c.LeaveSeat: leave_seat,
    c.CollectUnclaimed: collect_unclaimed,
}
