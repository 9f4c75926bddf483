"""What the bets of the last coup win, as the payout sheet has it: of one found over the maximum, on what is payable.

An excess is judged by the limits and the companies of its coup, whatever is in force by now (it-campione/8,
it-venezia/general-9, general-10).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tables.play.held_stakes import counts_to
from tables.play.state import BetOnCloth, State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.excess import payable_amounts
from tables.roulette.rulebook import Rulebook
from tables.roulette.winning_chips import ALL_OF_IT, Win, win_of


class _Laid(NamedTuple):
    """A bet of the cloth as the rule for an excess looks at it."""

    ref: str
    owner: str
    bet: Bet | AnnouncedBet
    amount: int
    excess: bool


def wins_of(
    state: State, number: int, rulebook: Rulebook, settled: Sequence[BetOnCloth] | None = None
) -> dict[str, Win]:
    """What the bets of the last coup win on `number`, by their references in the order of placing; none in prison.

    `settled` are these bets where they lay otherwise than the table has them. A win is there also where a maximum
    leaves no room for a prize on it: then its prize is 0.
    """
    bets = state.settled_bets if settled is None else settled
    payable = payable_of(state, rulebook, bets)
    wins = {
        bet.ref: win_of(
            rulebook,
            bet.bet,
            bet.amount,
            number,
            wheel=state.wheel,
            payable=payable.get(bet.ref, ALL_OF_IT),
        )
        for bet in bets
        if not bet.level
    }
    return {ref: win for ref, win in wins.items() if win is not None}


def payable_of(
    state: State, rulebook: Rulebook, settled: Sequence[BetOnCloth] | None = None
) -> Mapping[str, Mapping[str, int]]:
    """What a prize is paid on, in minor units, of each bet of the last coup that was found over the maximum: by its
    reference, and by the combination that its chips lie on."""
    bets = state.settled_bets if settled is None else settled
    if not any(bet.excess for bet in bets):
        return {}
    assert state.settled_limits is not None, "a number fell"
    laid = [
        _Laid(
            ref=bet.ref,
            owner=counts_to(bet, state.settled_companies),
            bet=parse_bet(bet.bet, rulebook, wheel=state.wheel),
            amount=bet.amount,
            excess=bet.excess,
        )
        for bet in bets
    ]
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (ref, code), payable in payable_amounts(rulebook, state.settled_limits, laid).items():
        found[ref][code] = payable.amount
    return found
