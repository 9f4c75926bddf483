"""What was really paid of the last coup, bet by bet: what each won, and what its difference says beside that.

Minor units. What a difference was decided to be made good, or was given back, counts as paid: it is none any more.
What was found over the maximum is not worked out here.
"""

from collections.abc import Mapping

from tables.play.prizes import paid_out_for, unclaimed_in
from tables.play.state import BetOnCloth, PastCoup, State
from tables.play.state.payments import Difference
from tables.roulette.rulebook import Rulebook


def really_paid(state: State, last: PastCoup, rulebook: Rulebook) -> dict[str, int]:
    """By bet of the `last` coup that was ticked off, paid with the whole coup or otherwise than worked out. What nobody
    claimed is not among them."""
    bets = {bet.ref: bet for bet in state.settled_bets if not bet.excess}
    whole, unclaimed = last.coup not in state.payments_open, unclaimed_in(state, last.coup)
    ticked = {prize.ref for prize in state.course.paid if prize.coup == last.coup}
    worth = {ref: paid_out_for(state, bet, last.number, rulebook) for ref, bet in bets.items()}
    paid = {ref: prize for ref, prize in worth.items() if ref not in unclaimed and (whole or ref in ticked)}
    for each in state.differences.of(last.coup):
        if bets.keys() >= set(each.refs):
            paid |= _shared(state, each, bets, worth, rulebook)
    return paid


def _shared(
    state: State,
    difference: Difference,
    bets: Mapping[str, BetOnCloth],
    worth: Mapping[str, int],
    rulebook: Rulebook,
) -> dict[str, int]:
    """What was paid of the difference's bets, to each up to what it won on the number on which it was paid; the last of
    them has what is left."""
    left = sum(worth[ref] for ref in difference.refs) + difference.over
    shares = {}
    for ref in difference.refs:
        won = worth[ref]
        if difference.number is not None:
            won = paid_out_for(state, bets[ref], difference.number, rulebook)
        shares[ref] = min(won, left)
        left -= shares[ref]
    shares[difference.refs[-1]] += left
    return shares
