"""Questions about payments from other packages."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tables.play import events as e
from tables.play.event import Person
from tables.play.payment.settled import settled_on
from tables.play.pending import Decision, PendingEvent
from tables.play.result.questions import check_certain
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.payout.payment_order import roles_at
from tables.roulette.rulebook import Rulebook


def check_differences_decided(state: State) -> None:
    """Raise Refused while a payment that was made otherwise than worked out waits for the direction."""
    waiting = tuple(each.difference for each in state.differences.open)
    if waiting:
        raise Refused("payment-differences-undecided", differences=waiting)


class Handled(NamedTuple):
    """The people who raked in the losing chips and who paid; None if unknown."""

    raked_by: Person | None = None
    paid_by: Person | None = None


NOBODY_NAMED = Handled()


def who_handled(state: State, coup: int, refs: Sequence[str], rulebook: Rulebook) -> Handled:
    """Return the people who rake and pay after the number of `coup`, by its parity and by the present seats; on a
    double table at the layout of the first of these bets (it-venezia/roles-by-parity).
    """
    rule = rulebook.payment.roles
    number = next((past.number for past in state.past if past.coup == coup), None)
    if rule is None or number is None:
        return NOBODY_NAMED
    layout = next((bet.layout for bet in state.settled_bets if bet.ref in refs), 1)
    seats = state.staff if layout == 1 else state.roster.second
    roles = roles_at(rule, number)
    return Handled(raked_by=seats.get(roles.rakes), paid_by=seats.get(roles.pays))


def nothing_due(state: State, rulebook: Rulebook) -> bool:
    """Return True if the last coup in payment has nothing to pay, to return or to choose: it counts as paid by
    itself. Never while the valid number is uncertain, or while a number waits for the coup after it.
    """
    last = state.last_coup
    if last is None or last.coup != state.coup or last.coup not in state.payments_open:
        return False
    if state.choices or state.doubted:
        return False
    try:
        check_certain(state, last.coup, rulebook)
    except Refused:
        return False
    if any(paid.coup == last.coup for paid in state.course.paid):
        return False
    return not any(
        line.prize or line.returned or line.excess for line in settled_on(state, last.number, rulebook).lines
    )


def confirmed_with_nothing_due(state: State, rulebook: Rulebook, at: datetime) -> Decision:
    """Yield the payments of the last coup as done where nothing is due of it: the next coup needs no confirmation."""
    if state.phase == "paying" and nothing_due(state, rulebook):
        handled = who_handled(state, state.coup, (), rulebook)
        yield PendingEvent(
            e.PaymentsConfirmed(coup=state.coup, raked_by=handled.raked_by, paid_by=handled.paid_by), at
        )
