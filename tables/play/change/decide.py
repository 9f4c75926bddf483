"""Change at the table: amounts handed in wait in order, one change is made at a time, and each has a receipt.

The steps are those of pt-francesa/8, receipts and claims those of it-campione/21. A change is closed once it is paid
out or given back.
"""

from datetime import datetime
from functools import partial

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.pieces import are_counted, worth_of
from tables.play.player_names import check_name
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import ChangeRule, Rulebook


def ask_for_change(state: State, command: c.AskForChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Record notes or chips handed in for change; the change waits behind earlier ones."""
    rule = _rule(rulebook)
    if not command.player.strip():
        raise Refused("change-without-player", rule.clause)
    check_name(command.player, rule.clause)
    if not are_counted(command.given):
        raise Refused("change-of-nothing", rule.clause)
    if command.wanted and not are_counted(command.wanted):
        raise Refused("change-into-nothing", rule.clause)
    number = state.change.numbered + 1
    yield PendingEvent(
        e.ChangeRequested(
            number=number,
            receipt=receipt(state, number),
            player=command.player,
            handed=command.handed,
            given=command.given,
            total=worth_of(command.given),
            wanted=command.wanted,
            series=command.series,
        ),
        at,
    )


def serve_change(state: State, command: c.ServeChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Bring the longest waiting change to the lower step; only one change is made at a time (pt-francesa/8).

    Chips of an ended series are not changed at the table (it-campione/20): they are given back for the cash desk.
    """
    rule = _rule(rulebook)
    serving = state.change.serving
    if serving is not None:
        raise Refused("change-being-made", rule.clause, player=serving.player, receipt=serving.receipt)
    if not state.change.waiting:
        raise Refused("no-change-waits", rule.clause)
    next_ = state.change.waiting[0]
    if next_.series in state.chip_series.ended:
        raise Refused(
            "change-of-ended-series",
            rulebook.chip_series.clause if rulebook.chip_series else rule.clause,
            series=next_.series,
            receipt=next_.receipt,
        )
    yield PendingEvent(e.ChangeBegun(number=next_.number, receipt=next_.receipt), at)


def finish_change(state: State, command: c.FinishChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Pay out the change that is being made, in full."""
    rule = _rule(rulebook)
    serving = state.change.serving
    if serving is None:
        raise Refused("no-change-being-made", rule.clause)
    if not are_counted(command.paid_out):
        raise Refused("change-paid-with-nothing", rule.clause)
    paid = worth_of(command.paid_out)
    money = partial(Money, currency=state.currency)
    limit, value, by = money(serving.total), money(paid), money(abs(paid - serving.total))
    if paid > serving.total:
        raise Refused("change-too-much", rule.clause, limit=limit, value=value, by=by)
    if paid < serving.total:
        raise Refused("change-too-little", rule.clause, limit=limit, value=value, by=by)
    yield PendingEvent(
        e.ChangeFinished(
            number=serving.number,
            receipt=serving.receipt,
            player=serving.player,
            paid_out=command.paid_out,
            total=paid,
        ),
        at,
    )


def give_back_change(state: State, command: c.GiveBackChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Give the notes or chips handed in back unchanged, from either step."""
    rule = _rule(rulebook)
    for change in state.change.open:
        if change.number == command.number:
            yield PendingEvent(
                e.ChangeGivenBack(number=change.number, receipt=change.receipt, player=change.player), at
            )
            return
    raise Refused(
        "change-not-open",
        rule.clause,
        change=command.number,
        open=tuple(each.number for each in state.change.open),
    )


def claim_change(state: State, command: c.ClaimChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Record a claim, whenever it comes. Once the change is closed it is out of time where the rulebook has it checked
    on the spot (it-campione/21); so is one about the change of an earlier day of this table.
    """
    rule = _rule(rulebook)
    if not command.what.strip():
        raise Refused("claim-without-words", rule.clause)
    _check_receipt(state, command.receipt, rule)
    is_open = any(each.receipt == command.receipt for each in state.change.open)
    in_time = is_open or not rule.claims_on_the_spot
    yield PendingEvent(
        e.ChangeClaimed(
            claim=state.change.claims_numbered + 1,
            receipt=command.receipt,
            what=command.what,
            in_time=in_time,
            clause=None if in_time else rule.clause,
        ),
        at,
    )


def answer_claim(state: State, command: c.AnswerClaim, rulebook: Rulebook, at: datetime) -> Decision:
    rule = _rule(rulebook)
    if not command.answer.strip():
        raise Refused("claim-answer-without-words", rule.clause)
    for claim in state.change.claims:
        if claim.claim == command.claim:
            yield PendingEvent(
                e.ClaimAnswered(
                    claim=claim.claim, receipt=claim.receipt, upheld=command.upheld, answer=command.answer
                ),
                at,
            )
            return
    raise Refused(
        "claim-not-open",
        rule.clause,
        claim=command.claim,
        open=tuple(each.claim for each in state.change.claims),
    )


def receipt(state: State, number: int) -> str:
    """Return the receipt of the day's change with that number."""
    return f"{state.table}/{state.day}/c{number}"


def _rule(rulebook: Rulebook) -> ChangeRule:
    if rulebook.change is None:
        raise Refused("no-rule-on-change", rulebook=rulebook.title)
    return rulebook.change


def _check_receipt(state: State, text: str, rule: ChangeRule) -> None:
    """Raise Refused unless this is a receipt of this table: of one of today's changes, or of an earlier day."""
    table, _, rest = text.partition("/")
    day, _, number = rest.partition("/c")
    known = table == state.table and number.isdecimal() and int(number) > 0
    if not known or day > state.day or (day == state.day and int(number) > state.change.numbered):
        right = receipt(state, max(state.change.numbered, 1))
        if not text:
            raise Refused("receipt-missing", rule.clause, right=right)
        raise Refused("receipt-unknown", rule.clause, receipt=text, right=right)


DECIDERS: Deciders = {
    c.AskForChange: ask_for_change,
    c.ServeChange: serve_change,
    c.FinishChange: finish_change,
    c.GiveBackChange: give_back_change,
    c.ClaimChange: claim_change,
    c.AnswerClaim: answer_claim,
}
