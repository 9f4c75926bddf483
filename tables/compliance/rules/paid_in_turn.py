"""Prizes paid one by one: in the order of the payout sheet, and those of one player together."""

from collections.abc import Iterable, Iterator

from tables.compliance.rules.deadline import Breach, SequenceRule, gettext_noop
from tables.play.events import Event, PrizesPaid
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def out_of_turn(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach for a prize paid while the sheet has others before it.

    That is out of order (pt-francesa/20, it-venezia/payment-order), or before another player's begun payment is
    complete (pt-francesa/21).
    """
    if not isinstance(event, PrizesPaid) or not event.ahead:
        return
    rule = rulebook.payment
    paid = {prize.ref for prize in state.course.paid if prize.coup == event.coup}
    player = {bet.ref: bet.player for bet in state.settled_bets}
    begun = {player[ref] for ref in paid if ref in player}
    left = tuple(ref for ref in event.ahead if player.get(ref) in begun)
    together = rule.group_clause if rule.group_by_player and left else None
    yield Breach(
        code="other-player-paid-first" if together else "paid-out-of-turn",
        clause=together or rule.clause,
        parameters={
            "paid": _paid(event.refs, state),
            "first": _paid(left if together else event.ahead, state),
        },
        coup=event.coup,
    )


def _paid(refs: Iterable[str], state: State) -> tuple[dict[str, str], ...]:
    """Return each bet with its player, once; one of an older coup by its reference."""
    bets = {bet.ref: bet for bet in state.settled_bets}
    named = ((bets[ref].bet, bets[ref].player) if ref in bets else (ref, "") for ref in refs)
    return tuple({"bet": bet, "player": player} for bet, player in dict.fromkeys(named))


PAID_OUT_OF_TURN = SequenceRule(
    name="paid-out-of-turn",
    label=gettext_noop("Paid out of turn"),
    tell=("table", "floor", "inspectors"),
    breaches=out_of_turn,
)
