"""The prizes of a coup's bets, and which of them are still to be paid."""

from collections.abc import Sequence

from tables.play.state import BetOnCloth, State
from tables.play.state.course import PaidPrize
from tables.play.wins import wins_of
from tables.roulette.rulebook import Rulebook
from tables.roulette.winning_chips import win_of


def prizes_of(
    state: State, number: int, rulebook: Rulebook, settled: Sequence[BetOnCloth] | None = None
) -> dict[str, int]:
    """The prizes that the bets of the last coup have on `number`, in minor units, by their references in the order of
    placing. `settled` are these bets where they lay otherwise than the table has them."""
    wins = wins_of(state, number, rulebook, settled)
    return {ref: win.prize for ref, win in wins.items() if win.prize}


def prize_of(bet: BetOnCloth, number: int, rulebook: Rulebook, wheel: str) -> int:
    """What the bet wins on `number`, in minor units; nothing in prison. Not of one found over the maximum."""
    win = None if bet.level else win_of(rulebook, bet.bet, bet.amount, number, wheel=wheel)
    return win.prize if win else 0


def paid_out_for(state: State, bet: BetOnCloth, number: int, rulebook: Rulebook) -> int:
    """What of the prize of this bet of the last coup leaves the table if `number` stands: all that was not played again
    from the payment on it."""
    for done in state.replayed:
        if (done.ref, done.number) == (bet.ref, number):
            return done.paid_out
    return prize_of(bet, number, rulebook, state.wheel)


def unclaimed_in(state: State, coup: int) -> frozenset[str]:
    """The bets of a coup of this day whose win nobody claimed at its payment, whatever became of it since."""
    held = (each for each in (*state.held.items, *state.held.ended) if each.kind == "win")
    return frozenset(ref for each in held if (each.day, each.coup) == (state.day, coup) for ref in each.bets)


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
