"""Payments after the number: they are confirmed once the number is certain.

Prizes may be paid one by one, before the coup is confirmed paid as a whole.

A payment other than the computed one needs a reason, and is a difference until the management decides.

These rules are the casino's own and cite no clause; the management's roles are those of disputes.
"""

from collections.abc import Sequence
from datetime import datetime

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.coup.questions import opened_by_rotor
from tables.play.held.questions import check_claimed
from tables.play.payment.prizes import ahead_of, paid_out_of, unticked
from tables.play.payment.questions import NOBODY_NAMED, Handled, who_handled
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.references import DIFFERENCES, reference
from tables.play.result.questions import check_certain
from tables.play.signatures import check_decided
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import as_data


def confirm_payments(state: State, command: c.ConfirmPayments, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that a coup is paid. If the wheel already turns for the next one, its bets are open from now.

    Refused while it is not certain on which number to pay: that asks for a decision first, and has not happened. And
    where prizes were ticked off one by one, until each is.
    """
    if command.coup is None and not state.payments_open:
        check_certain(state, state.coup_of_new_bets, rulebook)
        return
    coup = state.payments_open[0] if command.coup is None else command.coup
    if coup not in state.payments_open:
        raise Refused("payments-not-open", coup=coup, open=tuple(state.payments_open))
    check_certain(state, coup, rulebook)
    _check_complete(state, coup, rulebook)
    handled = who_handled(state, coup, (), rulebook)
    yield PendingEvent(
        e.PaymentsConfirmed(
            coup=coup,
            raked_by=command.raked_by or handled.raked_by,
            paid_by=command.paid_by or handled.paid_by,
        ),
        at,
    )
    if state.phase == "paying" and coup == state.coup:
        yield from opened_by_rotor(state, rulebook, at)


def _check_complete(state: State, coup: int, rulebook: Rulebook) -> None:
    """Raise Refused if prizes were ticked off one by one and one of them is not: all are paid, or none is yet."""
    if all(prize.coup != coup for prize in state.course.paid):
        return
    left = unticked(state, coup, rulebook)
    if left:
        raise Refused("prizes-not-ticked-off", rulebook.payment.clause, refs=tuple(left), coup=coup)


def pay_lines(state: State, command: c.PayLines, rulebook: Rulebook, at: datetime) -> Decision:
    """Record which prizes were paid now, each once, and which were still due before them by the order of payment.

    Refused for a coup without payments open, for bets that were not settled in it, and while it is not certain on which
    number to pay.
    """
    check_to_be_paid(state, command.coup, command.refs, rulebook)
    named = Handled(command.raked_by, command.paid_by)
    yield from ticked_off(state, command.coup, command.refs, rulebook, at, named=named)


def check_to_be_paid(state: State, coup: int, refs: Sequence[str], rulebook: Rulebook) -> None:
    """Raise Refused for bets whose prizes cannot be paid now."""
    if coup not in state.payments_open:
        raise Refused(
            "payments-not-open", rulebook.payment.clause, coup=coup, open=tuple(state.payments_open)
        )
    check_certain(state, coup, rulebook)
    check_claimed(state, coup, refs)
    if state.last_coup is not None and state.last_coup.coup == coup:
        settled = {bet.ref for bet in state.settled_bets}
        for ref in refs:
            if ref not in settled:
                raise Refused("prize-of-no-bet", rulebook.payment.clause, ref=ref, coup=coup)


def ticked_off(
    state: State,
    coup: int,
    refs: Sequence[str],
    rulebook: Rulebook,
    at: datetime,
    *,
    named: Handled = NOBODY_NAMED,
) -> Decision:
    """Yield the prizes of these bets as paid, but for those that were already; nothing if all were. By whom: by those
    who are `named`, else by those whose turn it was.
    """
    paid = {prize.ref for prize in state.course.paid if prize.coup == coup}
    now = tuple(ref for ref in refs if ref not in paid)
    if now:
        handled = who_handled(state, coup, now, rulebook)
        yield PendingEvent(
            e.PrizesPaid(
                coup=coup,
                refs=now,
                ahead=ahead_of(state, coup, now, rulebook),
                raked_by=named.raked_by or handled.raked_by,
                paid_by=named.paid_by or handled.paid_by,
            ),
            at,
        )


WORDS_AT_MOST = 200


AMOUNT_AT_MOST = 10**12
"""Minor units: beyond any prize, and within what the ledger keeps."""


def pay_differently(state: State, command: c.PayDifferently, rulebook: Rulebook, at: datetime) -> Decision:
    """Tick a line off with the amount that was really paid, and open a payment discrepancy.

    Raises Refused like a payment, and for a line that is ticked off already. Raises Refused for an equal amount, and
    without a reason.
    """
    check_to_be_paid(state, command.coup, command.refs, rulebook)
    line = _of_one_line(state, command)
    laid = line[0]
    paid = {prize.ref for prize in state.course.paid if prize.coup == command.coup}
    if not paid.isdisjoint(command.refs):
        raise Refused("difference-after-ticking-off", ref=laid.ref)
    if not 0 <= command.paid <= AMOUNT_AT_MOST:
        raise Refused("paid-amount-below-nothing")
    worked_out = _worked_out(state, line, rulebook)
    if command.paid == worked_out:
        raise Refused("no-payment-difference", ref=laid.ref, paid=Money(command.paid, state.currency))
    if not command.reason.strip():
        raise Refused("payment-difference-without-reason", ref=laid.ref)
    if len(command.reason) > WORDS_AT_MOST:
        raise Refused(
            "payment-difference-reason-too-long",
            ref=laid.ref,
            limit=WORDS_AT_MOST,
            value=len(command.reason),
        )
    named = Handled(command.raked_by, command.paid_by)
    yield from ticked_off(state, command.coup, command.refs, rulebook, at, named=named)
    yield PendingEvent(
        e.PaymentDiffered(
            difference=reference(state.differences.numbered + 1, DIFFERENCES),
            coup=command.coup,
            refs=command.refs,
            player=laid.player,
            bet=laid.bet,
            worked_out=worked_out,
            paid=command.paid,
            reason=command.reason,
            colour=laid.colour,
        ),
        at,
    )


def decide_difference(
    state: State, command: c.DecidePaymentDifference, rulebook: Rulebook, at: datetime
) -> Decision:
    """Decide a payment discrepancy: it is accepted, the casino pays the rest, or the player gave back the excess."""
    found = next((each for each in state.differences.open if each.difference == command.difference), None)
    if found is None:
        there_are = tuple(each.difference for each in state.differences.open)
        if not command.difference:
            raise Refused("payment-difference-not-named", there_are=there_are)
        raise Refused("payment-difference-unknown", difference=command.difference, there_are=there_are)
    check_decided(command, None, None, "payment-difference-decision", difference=found.difference)
    if not command.reason.strip():
        raise Refused("difference-decided-without-reason", difference=found.difference)
    if len(command.reason) > WORDS_AT_MOST:
        raise Refused(
            "difference-decision-reason-too-long",
            difference=found.difference,
            limit=WORDS_AT_MOST,
            value=len(command.reason),
        )
    over = Money(abs(found.over), state.currency)
    if command.outcome == "made_good" and found.over > 0:
        raise Refused("nothing-to-make-good", difference=found.difference, over=over)
    if command.outcome == "given_back" and found.over < 0:
        raise Refused("nothing-to-give-back", difference=found.difference, under=over)
    yield PendingEvent(
        e.PaymentDifferenceDecided(
            difference=found.difference,
            coup=found.coup,
            player=found.player,
            outcome=command.outcome,
            amount=0 if command.outcome == "stands" else -found.over,
            reason=command.reason,
            colour=found.colour,
        ),
        at,
    )


def _of_one_line(state: State, command: c.PayDifferently) -> list[Stake]:
    """Return the bets; all of them are of one player, on one spot. Raises Refused."""
    if state.last_coup is None or state.last_coup.coup != command.coup:
        raise Refused("payment-difference-of-earlier-coup", coup=command.coup)
    bets = [bet for bet in state.settled_bets if bet.ref in command.refs]
    spots = {(bet.player, bet.bet, bet.layout) for bet in bets}
    if len(spots) != 1:
        raise Refused("payment-difference-not-one-line")
    return bets


def _worked_out(state: State, line: list[Stake], rulebook: Rulebook) -> int:
    """Return the computed payment of the line, in minor units. Raises Refused if it is nothing."""
    assert state.number is not None, "a coup is being paid"
    paid_out = paid_out_of(state, state.number, rulebook)
    right = sum(paid_out[bet.ref] for bet in line)
    if not right:
        raise Refused("nothing-was-to-be-paid", ref=line[0].ref, number=as_data(state.number))
    return right


DECIDERS: Deciders = {
    c.PayLines: pay_lines,
    c.PayDifferently: pay_differently,
    c.DecidePaymentDifference: decide_difference,
    c.ConfirmPayments: confirm_payments,
}
