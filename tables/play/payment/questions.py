"""What other rooms ask of payment."""

from collections.abc import Sequence
from typing import NamedTuple

from tables.play.event import Person
from tables.play.state import State
from tables.roulette.payout.payment_order import roles_at
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import as_data


def check_certain(state: State, coup: int, rulebook: Rulebook) -> None:
    """Raises Refused while two numbers, or one that is doubtful, are reported for `coup`: no money moves on it."""
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


def check_differences_decided(state: State) -> None:
    """Raises Refused while a payment that was made otherwise than worked out waits for the direction."""
    waiting = tuple(each.difference for each in state.differences.open)
    if waiting:
        raise Refused("payment-differences-undecided", differences=waiting)


class Handled(NamedTuple):
    """Who raked in the losing chips and who paid; None where nobody is known."""

    raked_by: Person | None = None
    paid_by: Person | None = None


NOBODY_NAMED = Handled()


def who_handled(state: State, coup: int, refs: Sequence[str], rulebook: Rulebook) -> Handled:
    """Who rakes and who pays after the number of `coup`, by its parity and by who sits there now; on a double table at
    the layout of the first of these bets (it-venezia/roles-by-parity)."""
    rule = rulebook.payment.roles
    number = next((past.number for past in state.past if past.coup == coup), None)
    if rule is None or number is None:
        return NOBODY_NAMED
    layout = next((bet.layout for bet in state.settled_bets if bet.ref in refs), 1)
    seats = state.staff if layout == 1 else state.roster.second
    roles = roles_at(rule, number)
    return Handled(raked_by=seats.get(roles.rakes), paid_by=seats.get(roles.pays))
