"""Prizes paid one by one, before the coup is confirmed paid as a whole."""

from collections.abc import Sequence
from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.held import check_claimed
from tables.play.payments import check_certain
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def pay_lines(state: State, command: c.PayLines, rulebook: Rulebook, at: datetime) -> Decision:
    """Records which prizes were paid now, each once, and which were still due before them by the payout sheet.

    Refused for a coup without payments open, for bets that were not settled in it, and while it is not certain on
    which number to pay.
    """
    check_to_be_paid(state, command.coup, command.refs, rulebook)
    yield from ticked_off(state, command.coup, command.refs, command.ahead, at)


def check_to_be_paid(state: State, coup: int, refs: Sequence[str], rulebook: Rulebook) -> None:
    """Raises Refused for bets whose prizes cannot be paid now."""
    if coup not in state.payments_open:
        unpaid = ", ".join(str(each) for each in state.payments_open) or "none"
        raise Refused(f"coup {coup} has no payments open; open: {unpaid}", rulebook.payment.clause)
    check_certain(state, coup, rulebook)
    check_claimed(state, coup, refs)
    if state.last_coup is not None and state.last_coup.coup == coup:
        settled = {bet.ref for bet in state.settled_bets}
        for ref in refs:
            if ref not in settled:
                raise Refused(f"bet {ref} did not lie on the cloth in coup {coup}", rulebook.payment.clause)


def ticked_off(state: State, coup: int, refs: Sequence[str], ahead: Sequence[str], at: datetime) -> Decision:
    """The prizes of these bets as paid, but for those that were already; nothing where all were."""
    paid = {prize.ref for prize in state.course.paid if prize.coup == coup}
    now = tuple(ref for ref in refs if ref not in paid)
    if now:
        still = tuple(ref for ref in ahead if ref not in paid and ref not in now)
        yield Dated(e.PrizesPaid(coup=coup, refs=now, ahead=still), at)
