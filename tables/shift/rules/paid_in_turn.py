"""Prizes paid one by one: in the order of the payout sheet, and those of one player together."""

from collections.abc import Iterable, Iterator

from tables.play.events import Event, PrizesPaid
from tables.play.state import State
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
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
    left = tuple(ref for ref in event.ahead if player.get(ref) in begun)
    if rule.group_by_player and rule.group_clause is not None and left:
        clause, first, why = rule.group_clause, left, "a player's prizes are paid together"
    else:
        clause, first, why = rule.clause, event.ahead, "which comes first on the sheet"
    said = f"{_named(event.refs, state, rulebook)} paid before {_named(first, state, rulebook)}: {why}"
    yield Breach(clause=clause, detail=said, coup=event.coup)


def _named(refs: Iterable[str], state: State, rulebook: Rulebook) -> str:
    """The bets in the house's words, those of an older coup by their references: `Pleno 17 of P2`."""
    bets = {bet.ref: bet for bet in state.settled_bets}
    named = (
        f"{describe_bet(rulebook, parse_bet(bets[ref].bet, rulebook, wheel=state.wheel))} of {bets[ref].player}"
        if ref in bets
        else ref
        for ref in refs
    )
    return " and ".join(dict.fromkeys(named))


PAID_OUT_OF_TURN = SequenceRule(
    name="paid-out-of-turn",
    label="Paid out of turn",
    tell=("table", "floor", "inspectors"),
    breaches=out_of_turn,
)
