"""Prizes paid one by one, before the coup is confirmed paid as a whole."""

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
    if command.coup not in state.payments_open:
        unpaid = ", ".join(str(each) for each in state.payments_open) or "none"
        raise Refused(f"coup {command.coup} has no payments open; open: {unpaid}", rulebook.payment.clause)
    check_certain(state, command.coup, rulebook)
    check_claimed(state, command.coup, command.refs)
    if state.last_coup is not None and state.last_coup.coup == command.coup:
        settled = {bet.ref for bet in state.settled_bets}
        for ref in command.refs:
            if ref not in settled:
                raise Refused(
                    f"bet {ref} did not lie on the cloth in coup {command.coup}", rulebook.payment.clause
                )
    paid = {prize.ref for prize in state.course.paid if prize.coup == command.coup}
    refs = tuple(ref for ref in command.refs if ref not in paid)
    if refs:
        ahead = tuple(ref for ref in command.ahead if ref not in paid and ref not in refs)
        yield Dated(e.PrizesPaid(coup=command.coup, refs=refs, ahead=ahead), at)
