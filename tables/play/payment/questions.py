"""What other rooms ask of payment."""

from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def check_certain(state: State, coup: int, rulebook: Rulebook) -> None:
    """Raises Refused while two numbers, or one that is doubtful, are reported for `coup`: no money moves on it."""
    clause = rulebook.phases.result.clause
    for disputed in state.discrepancies:
        if disputed.coup == coup:
            raise Refused(
                "number-disputed" if len(disputed.numbers) == 2 else "numbers-disputed",
                clause,
                numbers=disputed.numbers,
                coup=coup,
            )
    doubted = [(past.number, past.doubts) for past in state.past if past.coup == coup and past.doubts]
    if coup == state.coup_of_new_bets:
        doubted += [(waiting.number, waiting.doubts) for waiting in state.waiting]
    for number, doubts in doubted:
        raise Refused("number-not-certain", clause, number=number, coup=coup, doubts=tuple(doubts))


def check_differences_decided(state: State) -> None:
    """Raises Refused while a payment that was made otherwise than worked out waits for the direction."""
    waiting = tuple(each.difference for each in state.differences.open)
    if waiting:
        raise Refused("payment-differences-undecided", differences=waiting)
