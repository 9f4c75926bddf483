"""After the number: payments are confirmed, once it is certain on which number."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.prizes import unticked
from tables.play.rotor import opened_by_rotor
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def confirm_payments(state: State, command: c.ConfirmPayments, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that a coup is paid. If the wheel already turns for the next one, its bets are open from now.

    Refused while it is not certain on which number to pay: that asks for a decision first, and has not happened. And
    where prizes were ticked off one by one, until each is.
    """
    if command.coup is None and not state.payments_open:
        check_certain(state, state.coup_of_new_bets, rulebook)
        return
    coup = state.payments_open[0] if command.coup is None else command.coup
    if coup not in state.payments_open:
        unpaid = ", ".join(str(each) for each in state.payments_open) or "none"
        raise Refused(f"coup {coup} has no payments open; open: {unpaid}")
    check_certain(state, coup, rulebook)
    _check_complete(state, coup, rulebook)
    yield Dated(e.PaymentsConfirmed(coup=coup), at)
    if state.phase == "paying" and coup == state.coup:
        yield from opened_by_rotor(state, rulebook, at)


def _check_complete(state: State, coup: int, rulebook: Rulebook) -> None:
    """Raises Refused where prizes were ticked off one by one and one of them is not: all are paid, or none is yet."""
    if all(prize.coup != coup for prize in state.course.paid):
        return
    left = unticked(state, coup, rulebook)
    if left:
        raise Refused(
            f"the prizes of {', '.join(left)} in coup {coup} are not ticked off: tick each of them, or all at once",
            clause=rulebook.payment.clause,
        )


def check_certain(state: State, coup: int, rulebook: Rulebook) -> None:
    """Raises Refused while two numbers, or one that is doubtful, are reported for `coup`: no money moves on it."""
    clause = rulebook.phases.result.clause
    for disputed in state.discrepancies:
        if disputed.coup == coup:
            raise Refused(
                f"{disputed.said()} are {'both' if len(disputed.numbers) == 2 else 'all'} reported for coup {coup}: "
                "nothing is paid before the chief decides",
                clause=clause,
            )
    doubted = [(past.number, past.doubts) for past in state.past if past.coup == coup and past.doubts]
    if coup == state.coup_of_new_bets:
        doubted += [(waiting.number, waiting.doubts) for waiting in state.doubted]
    for number, doubts in doubted:
        raise Refused(
            f"{number} in coup {coup} is not certain ({', '.join(doubts)}): "
            "nothing is paid, laid or taken off before a person confirms it",
            clause=clause,
        )
