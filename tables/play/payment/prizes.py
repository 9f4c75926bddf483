"""The prizes of a coup's bets, which of them are still to be paid, and in which order."""

from collections.abc import Collection, Sequence

from tables.play.coup.state import PaidPrize
from tables.play.payment.settled import settled_on
from tables.play.state import State
from tables.roulette.payout.piles import piles, turns
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def prizes_of(
    state: State, number: int, rulebook: Rulebook, settled: Sequence[Stake] | None = None
) -> dict[str, int]:
    """Return the prizes of the last coup's bets on `number`, in minor units, by their references in the order of
    placing.

    `settled` are corrected bets; by default the bets come from the table's state.
    """
    return {line.ref: line.prize for line in settled_on(state, number, rulebook, settled).lines if line.prize}


def paid_out_of(
    state: State, number: int, rulebook: Rulebook, settled: Sequence[Stake] | None = None
) -> dict[str, int]:
    """Return the amount that leaves the table for each bet of the last coup if `number` is valid: its prize, or the
    rest of it after it was played again from the payment on this number; bets without a prize are left out.
    `settled` is as above.
    """
    prizes = prizes_of(state, number, rulebook, settled)
    left = {done.ref: done.paid_out for done in state.replayed if done.number == number}
    return {bet.ref: left.get(bet.ref, prizes.get(bet.ref, 0)) for bet in state.settled_bets}


def unclaimed_in(state: State, coup: int) -> frozenset[str]:
    """Return the bets of a coup of this day whose win nobody claimed at its payment, with any later fate."""
    return frozenset(ref for each in state.held.wins_of(state.day, coup) for ref in each.bets)


def unticked(state: State, coup: int, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the bets of a coup with a prize that is not ticked off; none for a coup before the last one after
    another number was found valid for it: that coup is corrected by hand.
    """
    done = {prize.ref for prize in state.course.paid if prize.coup == coup}
    return tuple(prize.ref for prize in _to_be_paid(state, coup, rulebook) if prize.ref not in done)


def ahead_of(state: State, coup: int, refs: Collection[str], rulebook: Rulebook) -> tuple[str, ...]:
    """Return the bets that the payout sheet of a coup has before the last of `refs`, in their order, as far as they are
    not ticked off (pt-francesa/20, it-venezia/payment-order).
    """
    due = _to_be_paid(state, coup, rulebook)
    done = {prize.ref for prize in state.course.paid if prize.coup == coup}
    last = max((prize.turn for prize in due if prize.ref in refs), default=0)
    before = sorted((prize for prize in due if prize.turn < last), key=lambda prize: prize.turn)
    return tuple(prize.ref for prize in before if prize.ref not in refs and prize.ref not in done)


def _to_be_paid(state: State, coup: int, rulebook: Rulebook) -> list[PaidPrize]:
    """Return the prizes of a coup that somebody claims, ticked off or not, in the order of placing."""
    unclaimed = unclaimed_in(state, coup)
    due = (*state.course.due, *due_of_last(state, rulebook))
    return [prize for prize in due if prize.coup == coup and prize.ref not in unclaimed]


def due_of_last(state: State, rulebook: Rulebook) -> tuple[PaidPrize, ...]:
    """Return all prizes of the last coup while it is not paid as a whole, ticked off or not."""
    last = state.last_coup
    if last is None or last.coup not in state.payments_open:
        return ()
    coup = settled_on(state, last.number, rulebook)
    held = {ref: each.ref for each in state.held.wins_of(state.day, last.coup) for ref in each.bets}
    found = piles(state.settled_bets, coup.lines, held)
    paid = turns(found, coup.order)
    turn_of = {part.ref: paid.get(pile.line.ref, 0) for pile in found for part in pile.parts}
    return tuple(
        PaidPrize(coup=last.coup, ref=line.ref, turn=turn_of[line.ref]) for line in coup.lines if line.prize
    )
