"""What the bets of the last coup win, as the payout sheet has it, and which of these prizes are still to be paid.

What was found over the maximum is not worked out here: its excess is settled by the sheet alone.
"""

from collections.abc import Iterable

from tables.play.state import BetOnCloth, State
from tables.roulette.rulebook import Rulebook
from tables.roulette.winning_chips import win_of


def prize_of(bet: BetOnCloth, number: int, rulebook: Rulebook, wheel: str) -> int:
    """What the bet wins on `number`, in minor units; nothing in prison. Not of one found over the maximum."""
    win = None if bet.level else win_of(rulebook, bet.bet, bet.amount, number, wheel=wheel)
    return win.prize if win else 0


def unclaimed_in(state: State, coup: int) -> frozenset[str]:
    """The bets of a coup of this day whose win nobody claimed at its payment, whatever became of it since."""
    held = (each for each in (*state.held.items, *state.held.ended) if each.kind == "win")
    return frozenset(ref for each in held if (each.day, each.coup) == (state.day, coup) for ref in each.bets)


def unticked(state: State, coup: int, rulebook: Rulebook) -> tuple[str, ...]:
    """The bets of the last coup that have a prize which is not ticked off; none of an earlier coup, whose bets the
    table has no more."""
    last = state.last_coup
    if last is None or last.coup != coup:
        return ()
    done = {prize.ref for prize in state.course.paid if prize.coup == coup} | unclaimed_in(state, coup)
    return tuple(
        bet.ref for bet in _won(state.settled_bets, last.number, rulebook, state.wheel) if bet.ref not in done
    )


def _won(bets: Iterable[BetOnCloth], number: int, rulebook: Rulebook, wheel: str) -> Iterable[BetOnCloth]:
    return (bet for bet in bets if not bet.excess and prize_of(bet, number, rulebook, wheel))
