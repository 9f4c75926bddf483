"""Prizes paid one by one: in the order of the payout sheet, and those of one player together."""

from collections.abc import Iterator

from tables.play.events import Event, PrizesPaid
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.shift.rules.case import Breach, SequenceRule


def out_of_turn(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """A prize paid while the sheet has others before it: out of order (pt-francesa/20, it-venezia/payment-order), or
    before another player's, whose payment was begun, is complete (pt-francesa/21)."""
    if not isinstance(event, PrizesPaid) or not event.ahead:
        return
    rule = rulebook.payment
    paid = {prize.ref for prize in state.course.paid if prize.coup == event.coup}
    player = {bet.ref: bet.player for bet in state.settled_bets}
    begun = {player[ref] for ref in paid if ref in player}
    left = [ref for ref in event.ahead if player.get(ref) in begun]
    if rule.group_by_player and rule.group_clause is not None and left:
        clause, why = rule.group_clause, f"{', '.join(left)} of a player whose prizes are paid together"
    else:
        clause, why = rule.clause, f"{', '.join(event.ahead)}, which came before on the sheet"
    yield Breach(clause=clause, detail=f"{', '.join(event.refs)} paid before {why}", coup=event.coup)


PAID_OUT_OF_TURN = SequenceRule(
    name="paid-out-of-turn",
    label="Paid out of turn",
    tell=("table", "floor", "inspectors"),
    breaches=out_of_turn,
)
