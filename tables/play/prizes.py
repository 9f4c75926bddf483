"""The prizes of a coup's bets, and which of them are still to be paid."""

from collections.abc import Sequence

from tables.play.state import BetOnCloth, State
from tables.play.state.course import PaidPrize
from tables.play.wins import wins_of
from tables.roulette.rulebook import Rulebook


def prizes_of(
    state: State, number: int, rulebook: Rulebook, settled: Sequence[BetOnCloth] | None = None
) -> dict[str, int]:
    """The prizes that the bets of the last coup have on `number`, in minor units, by their references in the order of
    placing. `settled` are these bets where they lay otherwise than the table has them."""
    wins = wins_of(state, number, rulebook, settled)
    return {ref: win.prize for ref, win in wins.items() if win.prize}


def paid_out_of(
    state: State, number: int, rulebook: Rulebook, settled: Sequence[BetOnCloth] | None = None
) -> dict[str, int]:
    """What leaves the table for each bet of the last coup if `number` stands: its prize, or what is left of it once it
    was played again from the payment on this number; nothing where there is no prize. `settled` is as above."""
    prizes = prizes_of(state, number, rulebook, settled)
    left = {done.ref: done.paid_out for done in state.replayed if done.number == number}
    return {bet.ref: left.get(bet.ref, prizes.get(bet.ref, 0)) for bet in state.settled_bets}


def unclaimed_in(state: State, coup: int) -> frozenset[str]:
    """The bets of a coup of this day whose win nobody claimed at its payment, whatever became of it since."""
    return frozenset(ref for each in state.held.wins_of(state.day, coup) for ref in each.bets)


def unticked(state: State, coup: int, rulebook: Rulebook) -> tuple[str, ...]:
    """The bets of a coup that have a prize which is not ticked off; of a coup before the last none once another number
    was found to stand for it: that is put right by hand."""
    done = {prize.ref for prize in state.course.paid if prize.coup == coup} | unclaimed_in(state, coup)
    due = (*state.course.due, *due_of_last(state, rulebook))
    return tuple(prize.ref for prize in due if prize.coup == coup and prize.ref not in done)


def due_of_last(state: State, rulebook: Rulebook) -> tuple[PaidPrize, ...]:
    """All prizes of the last coup while it is not paid as a whole, ticked off or not."""
    last = state.last_coup
    if last is None or last.coup not in state.payments_open:
        return ()
    return tuple(PaidPrize(coup=last.coup, ref=ref) for ref in prizes_of(state, last.number, rulebook))
