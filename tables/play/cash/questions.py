"""Questions about cash from other packages."""

from typing import get_args

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.cash.state import Advance
from tables.play.state import State
from tables.refusal import BetRefused, Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.cloth import Bet
from tables.roulette.rulebook import AdvancesRule, Rulebook

REASONS: tuple[str, ...] = get_args(e.BoxReason)


def check_boxes_removed(state: State) -> None:
    """Raise Refused while a box is in its place, or notes wait for one at a table that has had boxes today."""
    cash = state.cash
    if cash.box is not None:
        raise Refused("box-not-removed", serial=cash.box.serial)
    if cash.removed and cash.recorded > 0:
        # Without the amount: whoever counts a box reads this.
        raise Refused("cash-without-box", serial=cash.removed[-1].serial)


def box_to_hand_on(state: State) -> e.CarriedBox | None:
    """Return the cash that stays at the table over its closing: a box in its place, or notes that wait for one; None
    without either. A table that never had a box leaves its notes to the casino.
    """
    cash = state.cash
    if cash.box is None and not (cash.removed and cash.recorded > 0):
        return None
    return e.CarriedBox(serial=cash.box.serial if cash.box else "", recorded=cash.recorded)


def check_advances_settled(state: State, rulebook: Rulebook) -> None:
    """Raise Refused while an advance is open that nobody has signed for being carried to the next day."""
    for advance in state.advances.open:
        if not advance.carried:
            raise Refused(
                "advance-open",
                rulebook.advances.clause if rulebook.advances else None,
                advance=advance.ref,
                player=advance.player,
                left=Money(advance.left, state.currency),
            )


def to_hand_on(state: State) -> tuple[e.CarriedAdvance, ...]:
    return tuple(
        e.CarriedAdvance(ref=each.ref, player=each.player, amount=each.left, staked=each.staked)
        for each in state.advances.open
    )


def amount_of(state: State, command: c.LayChips, bet: Bet | AnnouncedBet, rulebook: Rulebook) -> int:
    """Return the bet's amount from the command; for an announcement on an advance without an amount, the rest of the
    advance.

    An announcement comes with its amount handed over (it-campione/17); an advance covers that up to the amount that
    the player was advanced and has not announced before (it-campione/16).
    """
    if command.on_advance is None:
        return command.amount
    rule = rule_on_advances(rulebook)
    advance = open_advances(state, command.on_advance, rule)
    if not isinstance(bet, AnnouncedBet):
        raise BetRefused("staked-on-advance-unannounced", rule.clause, bet=bet.code)
    if advance.player != command.player:
        raise Refused(
            "advance-of-another",
            rule.clause,
            advance=advance.ref,
            owner=advance.player,
            player=command.player,
        )
    if command.amount > advance.to_stake or not advance.to_stake:
        raise BetRefused(
            "staked-beyond-advance",
            rule.clause,
            bet=bet.code,
            advance=advance.ref,
            limit=Money(advance.to_stake, state.currency),
            value=Money(command.amount, state.currency),
        )
    return command.amount or advance.to_stake


def rule_on_advances(rulebook: Rulebook) -> AdvancesRule:
    if rulebook.advances is None:
        raise Refused("no-rule-on-advances", rulebook=rulebook.title)
    return rulebook.advances


def open_advances(state: State, ref: str, rule: AdvancesRule) -> Advance:
    for advance in state.advances.open:
        if advance.ref == ref:
            return advance
    raise Refused(
        "advance-not-open", rule.clause, advance=ref, open=tuple(each.ref for each in state.advances.open)
    )
