"""A player's coming and going at a live table: the right of participation, leaving, and what was won after that."""

from datetime import datetime
from functools import partial

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.live_dispute import disputed
from tables.play.live_handover import plays_on
from tables.play.live_stakes import seats_rule, taken_seat
from tables.play.player_names import check_name
from tables.play.state import State
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def buy_in(state: State, command: c.BuyIn, rulebook: Rulebook, at: datetime) -> Decision:
    """Opens a seat with its balance, or adds to it.

    Refused while a confirmed seat waits for its number (it-live/confirm), and while bets of a player who left play on.
    """
    rule = seats_rule(rulebook)
    if not command.seat.strip():
        raise Refused("a right of participation is bought for a seat: name it", rule.participation_clause)
    check_name(command.seat, rule.participation_clause)
    if command.amount <= 0:
        raise Refused(
            f"a right of participation of {in_words(command.amount, rulebook.currency)}: it is more than nothing",
            rule.participation_clause,
            value=command.amount,
        )
    seat = state.live.seats.get(command.seat)
    if seat is not None and plays_on(state, seat):
        if not seat.taken:
            raise Refused(
                f"bets of the player who left seat {command.seat} play on: it is free when the number has fallen",
                rule.leave_clause,
            )
        if seat.confirmed == state.coup:
            raise Refused(
                f"seat {command.seat} has confirmed its bets of round {state.coup}: nothing is added to its balance "
                "before the number",
                rule.confirm_clause,
            )
    yield Dated(e.BoughtIn(seat=command.seat, amount=command.amount), at)


def leave_seat(state: State, command: c.LeaveSeat, rulebook: Rulebook, at: datetime) -> Decision:
    """Cashes the balance out at any time. Confirmed bets play on; what is disputed stays, unclaimed."""
    rule = seats_rule(rulebook)
    balance = taken_seat(state, command.seat, rule.leave_clause).balance
    held = disputed(state, command.seat, rulebook)
    yield Dated(e.SeatLeft(seat=command.seat, amount=balance - held, held=held), at)


def collect_unclaimed(
    state: State, command: c.CollectUnclaimed, rulebook: Rulebook, at: datetime
) -> Decision:
    """Pays out what was won after leaving, once it is certain."""
    rule = seats_rule(rulebook)
    said = partial(in_words, currency=rulebook.currency)
    seat = state.live.seats.get(command.seat)
    if seat is None or not seat.unclaimed:
        raise Refused(f"nothing lies unclaimed at seat {command.seat}", rule.leave_clause)
    held = disputed(state, command.seat, rulebook, unclaimed=True)
    if held == seat.unclaimed:
        raise Refused(
            f"{said(held)} at seat {command.seat} is won on a number that is disputed: it is paid when the chief "
            "has decided",
            rule.leave_clause,
        )
    yield Dated(e.UnclaimedCollected(seat=command.seat, amount=seat.unclaimed - held), at)
