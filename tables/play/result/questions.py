"""Questions about results from other packages."""

from tables.play import commands as c
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import as_data

FROZEN = (
    c.PlaceBet,
    c.RepeatBets,
    c.DoubleBets,
    c.ConfirmBets,
    c.AcceptLateBet,
    c.MoveBet,
    c.WithdrawBet,
    c.LiftStakes,
    c.ReplayBet,
    c.ChoosePrison,
)
"""Commands that are refused while a number waits."""


WAITS = "number_waits"
"""The doubt about a number of a later game, that came while another one waits for a person."""
REPEATED = "repeated"
"""The doubt about a number that may be the last one, sent again."""

OF_WITNESS = "of_witness"
"""The doubt about a number of a witness while the primary reader gives none: only a person settles on it."""


def bets_lie(state: State) -> bool:
    """Return True if money is on the running coup, or on the next one: on the cloth, or staked from a seat."""
    coup = state.coup_of_new_bets
    return bool(state.bets) or any(seat.bets and seat.staked == coup for seat in state.live.seats.values())


def check_certain(state: State, coup: int, rulebook: Rulebook) -> None:
    """Raise Refused while two numbers, or one that is doubtful, are reported for `coup`: no money moves on it."""
    clause = rulebook.phases.result.clause
    for disputed in state.discrepancies:
        if disputed.coup == coup:
            raise Refused(
                "number-disputed" if len(disputed.numbers) == 2 else "numbers-disputed",
                clause,
                numbers=tuple(map(as_data, disputed.numbers)),
                coup=coup,
            )
    doubted = [(past.number, past.doubts) for past in state.past if past.coup == coup and past.doubts]
    if coup == state.coup_of_new_bets:
        doubted += [(waiting.number, waiting.doubts) for waiting in state.waiting]
    for number, doubts in doubted:
        raise Refused("number-not-certain", clause, number=as_data(number), coup=coup, doubts=tuple(doubts))


def check_no_number_waits(state: State, command: c.Command, rulebook: Rulebook) -> None:
    """Raise Refused for a command that would add, take or move a bet while a number of the coup waits."""
    if state.doubted and isinstance(command, FROZEN):
        check_certain(state, state.coup_of_new_bets, rulebook)
