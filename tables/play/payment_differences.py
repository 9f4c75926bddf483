"""Payments made otherwise than worked out: with a reason only, and a difference until the direction decides it.

They are the house's own and cite no clause; who speaks for the direction is as with disputes.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.disputes import DECIDED_BY
from tables.play.paid_lines import check_to_be_paid, ticked_off
from tables.play.prizes import paid_out_of
from tables.play.references import DIFFERENCES, reference
from tables.play.signatures import check_signed
from tables.play.state import BetOnCloth, State
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

WORDS_AT_MOST = 200
AMOUNT_AT_MOST = 10**12
"""Minor units: beyond any prize, and within what the ledger keeps."""


def pay_differently(state: State, command: c.PayDifferently, rulebook: Rulebook, at: datetime) -> Decision:
    """Ticks a line off with what was really paid for it, which is a difference from now on. Raises Refused as a payment
    does, for a line that is ticked off already, for what is no difference, and without a reason."""
    check_to_be_paid(state, command.coup, command.refs, rulebook)
    line = _of_one_line(state, command)
    laid = line[0]
    paid = {prize.ref for prize in state.course.paid if prize.coup == command.coup}
    if not paid.isdisjoint(command.refs):
        raise Refused(f"bet {laid.ref} is ticked off as paid: what was wrong about it is a dispute")
    if not 0 <= command.paid <= AMOUNT_AT_MOST or not 0 < command.worked_out <= AMOUNT_AT_MOST:
        raise Refused("what was paid is an amount of nothing or more, for a line that has a prize")
    _check_worked_out(state, line, command, rulebook)
    if command.paid == command.worked_out:
        said = in_words(command.paid, state.currency)
        raise Refused(f"{said} is what was worked out for bet {laid.ref}: tick its line off")
    _check_words(command.reason, f"bet {laid.ref} is paid otherwise than worked out")
    yield from ticked_off(state, command.coup, command.refs, command.ahead, at)
    yield Dated(
        e.PaymentDiffered(
            difference=reference(state.differences.numbered + 1, DIFFERENCES),
            coup=command.coup,
            refs=command.refs,
            player=laid.player,
            bet=laid.bet,
            worked_out=command.worked_out,
            paid=command.paid,
            reason=command.reason,
            colour=laid.colour,
        ),
        at,
    )


def decide_difference(
    state: State, command: c.DecidePaymentDifference, rulebook: Rulebook, at: datetime
) -> Decision:
    """Decides a difference: it stands, the house pays the rest, or the player has given back what was too much."""
    found = next((each for each in state.differences.open if each.difference == command.difference), None)
    if found is None:
        there_are = ", ".join(each.difference for each in state.differences.open) or "none"
        said = command.difference or "nothing"
        raise Refused(f"{said} is no difference in payments that waits; there are: {there_are}")
    check_signed(command, DECIDED_BY, None, f"the decision of {found.difference}")
    _check_words(command.reason, f"{found.difference} is decided")
    over = in_words(abs(found.over), state.currency)
    if command.outcome == "made_good" and found.over > 0:
        raise Refused(f"{found.difference}: {over} too much was paid, nothing is missing that could be paid")
    if command.outcome == "given_back" and found.over < 0:
        raise Refused(f"{found.difference}: {over} too little was paid, nothing could be given back")
    yield Dated(
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


def check_differences_decided(state: State) -> None:
    """Raises Refused while a payment that was made otherwise than worked out waits for the direction."""
    waiting = ", ".join(each.difference for each in state.differences.open)
    if waiting:
        raise Refused(f"{waiting}: the direction decides what was paid otherwise before the table closes")


def _of_one_line(state: State, command: c.PayDifferently) -> list[BetOnCloth]:
    """The bets; all of them are of one player, on one spot. Raises Refused."""
    if state.last_coup is None or state.last_coup.coup != command.coup:
        raise Refused(
            f"coup {command.coup} is not the last that has its number: what is wrong of it is a dispute"
        )
    bets = [bet for bet in state.settled_bets if bet.ref in command.refs]
    spots = {(bet.player, bet.bet, bet.layout) for bet in bets}
    if len(spots) != 1:
        raise Refused("what was paid otherwise is said of one line of the payout sheet: name its bets")
    return bets


def _check_worked_out(
    state: State, line: list[BetOnCloth], command: c.PayDifferently, rulebook: Rulebook
) -> None:
    """Raises Refused where the line has another prize: what is said to differ moves beside the prize of its sheet."""
    assert state.number is not None, "a coup is being paid"
    paid_out = paid_out_of(state, state.number, rulebook)
    right = sum(paid_out[bet.ref] for bet in line)
    if not right:
        raise Refused(f"bet {line[0].ref} wins no prize on {state.number}: nothing was to be paid for it")
    if command.worked_out != right:
        said, not_so = (in_words(each, state.currency) for each in (right, command.worked_out))
        raise Refused(f"{said}, and not {not_so}, is what was worked out for bet {line[0].ref}")


def _check_words(words: str, what: str) -> None:
    if not words.strip():
        raise Refused(f"{what} for a reason only: say why")
    if len(words) > WORDS_AT_MOST:
        raise Refused(
            f"{what}: a reason has {WORDS_AT_MOST} letters at most", limit=WORDS_AT_MOST, value=len(words)
        )
