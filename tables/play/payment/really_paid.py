"""What was really paid of the last coup, bet by bet: what each won, and what its difference says beside that.

Minor units. What the house made good of a difference counts as paid, and what a player gave back does not: it is no
difference any more.
"""

from collections.abc import Collection, Mapping

from tables.play.payment.prizes import paid_out_of, unclaimed_in
from tables.play.payment.state import Difference
from tables.play.state import PastCoup, State
from tables.roulette.rulebook import Rulebook


def really_paid(
    state: State, last: PastCoup, rulebook: Rulebook, claimed: Collection[str] = ()
) -> dict[str, int]:
    """By bet of the `last` coup that was ticked off, paid with the whole coup or otherwise than worked out. Of those
    that nobody claimed only the `claimed` are among them: these were paid later."""
    whole, unclaimed = last.coup not in state.payments_open, unclaimed_in(state, last.coup)
    ticked = {prize.ref for prize in state.course.paid if prize.coup == last.coup}
    won = paid_out_of(state, last.number, rulebook)
    paid = {
        ref: prize
        for ref, prize in won.items()
        if ref in claimed or (ref not in unclaimed and (whole or ref in ticked))
    }
    for each in state.differences.of(last.coup):
        paid_on = won if each.number is None else paid_out_of(state, each.number, rulebook)
        paid |= _shared(each, sum(won[ref] for ref in each.refs) + each.over, paid_on)
    return paid


def _shared(difference: Difference, paid: int, won: Mapping[str, int]) -> dict[str, int]:
    """What was paid of all its bets together, to each up to what it won on the number on which it was paid; the last of
    them has what is left."""
    shares = {}
    for ref in difference.refs:
        shares[ref] = min(won[ref], paid)
        paid -= shares[ref]
    shares[difference.refs[-1]] += paid
    return shares
