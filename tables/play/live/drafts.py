"""Drafts: chips that a seat places before it confirms. A left click adds one, a right click removes one, Clear removes
all.

A draft does not count as a stake. Each chip is judged at its placing: a chip that could not be confirmed is refused at
once.
"""

from collections.abc import Sequence
from datetime import datetime

from tables.money import Money
from tables.play import commands as c
from tables.play.direction.questions import check_not_suspended
from tables.play.events import SeatBet
from tables.play.live.questions import check_balance, laid_whole, seats_rule, taken_seat
from tables.play.live.rounds import check_in_time
from tables.play.state import State
from tables.refusal import LimitRefused, Refused
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook

Bets = tuple[SeatBet, ...]
"""A draft's bets in the order of placing, each position once."""


def add_chip(
    state: State, draft: Bets, seat: str, chip: SeatBet, *, rulebook: Rulebook, at: datetime
) -> Bets:
    """Return the draft with a chip more. `chip.amount` is its addition, of an announced bet the total.

    Raises LimitRefused at once where the position is then under the minimum or over the maximum, or the balance does
    not hold the whole draft.
    """
    check_may_draft(state, seat, rulebook, at)
    code = parse_bet(chip.bet, rulebook, wheel=state.wheel).code
    if chip.amount <= 0:
        raise LimitRefused(
            "draft-chip-of-nothing",
            rulebook.limits.minimum_clause,
            limit=Money(state.limits.minimum, rulebook.currency) if state.limits else None,
            value=Money(chip.amount, rulebook.currency),
        )
    before = next((bet.amount for bet in draft if bet.bet == code), 0)
    return _checked(state, _with(draft, code, before + chip.amount), seat, rulebook, at)


def remove_chip(
    state: State, draft: Bets, seat: str, chip: SeatBet, *, rulebook: Rulebook, at: datetime
) -> Bets:
    """Return the draft with one chip less. Raises Refused if there is no such chip, or if too little would be left."""
    check_may_draft(state, seat, rulebook, at)
    code = parse_bet(chip.bet, rulebook, wheel=state.wheel).code
    before = next((bet.amount for bet in draft if bet.bet == code), 0)
    if not 0 < chip.amount <= before:
        raise Refused(
            "draft-chip-not-there",
            seats_rule(rulebook).confirm_clause,
            bet=code,
            limit=Money(before, rulebook.currency),
            value=Money(chip.amount, rulebook.currency),
        )
    return _checked(state, _with(draft, code, before - chip.amount), seat, rulebook, at)


def repeat(state: State, seat: str, rulebook: Rulebook, at: datetime) -> Bets:
    """Return the bets of the seat's last round as a draft again, still to be confirmed.

    Refused whole, naming the bets, where limits or balance no longer allow it.
    """
    check_may_draft(state, seat, rulebook, at)
    clause = seats_rule(rulebook).repeat_clause
    there = taken_seat(state, seat, clause)
    if not there.bets or there.staked < there.since or there.staked >= state.coup:
        raise Refused("no-bets-to-repeat", clause, seat=seat)
    draft: Bets = ()
    for bet in there.bets:
        before = next((each.amount for each in draft if each.bet == bet.bet), 0)
        draft = _with(draft, bet.bet, before + bet.amount)
    wrong = []
    for bet in draft:
        try:
            tuple(laid_whole(state, seat, (bet,), rulebook, at))
        except Refused as refusal:
            wrong.append(refusal.refusal)
    if wrong:
        raise LimitRefused(
            "round-not-repeated",
            clause,
            round=there.staked,
            why=tuple(wrong),
            limit=wrong[0].parameters.get("limit"),
            value=wrong[0].parameters.get("value"),
        )
    try:
        return _checked(state, draft, seat, rulebook, at)
    except LimitRefused as refusal:
        raise LimitRefused(
            "round-not-repeated-together",
            clause,
            round=there.staked,
            bets=tuple(
                Refused("bet-repeated", bet=bet.bet, amount=Money(bet.amount, rulebook.currency)).refusal
                for bet in draft
            ),
            why=refusal.refusal,
            limit=refusal.parameters.get("limit"),
            value=refusal.parameters.get("value"),
        ) from refusal


def check_may_draft(state: State, seat: str, rulebook: Rulebook, at: datetime) -> None:
    """Raise Refused if the seat places nothing now: nobody there, no round open, or confirmed already."""
    rule = seats_rule(rulebook)
    check_not_suspended(state, c.ConfirmBets(seat=seat, bets=()), rulebook)
    there = taken_seat(state, seat, rule.participation_clause)
    if there.confirmed == state.coup and state.coup:
        raise Refused("seat-confirmed", rule.confirm_clause, seat=seat, coup=state.coup)
    check_in_time(state, rulebook, at)


def total(draft: Sequence[SeatBet]) -> int:
    """Return the total stake of the draft, in minor units."""
    return sum(bet.amount for bet in draft)


def _with(draft: Bets, code: str, amount: int) -> Bets:
    """Return the draft with this much on the position, in its place in the order; without it where nothing is left."""
    bet = SeatBet(bet=code, amount=amount)
    if all(each.bet != code for each in draft):
        draft = (*draft, bet)
    return tuple(bet if each.bet == code else each for each in draft if each.bet != code or amount)


def _checked(state: State, draft: Bets, seat: str, rulebook: Rulebook, at: datetime) -> Bets:
    if draft:
        check_balance(
            state, seat, sum(bet.amount for bet in laid_whole(state, seat, draft, rulebook, at)), rulebook
        )
    return draft
