"""Decisions about claims at the cash desk.

A sale or a redemption is over once it is entered: where the rulebook has chips checked on the spot at the desk too, a
claim after that is recorded and marked out of time (it-campione/21).
"""

import msgspec

from settlement.desk_claims import commands as c
from settlement.desk_claims import events as e
from settlement.desk_claims.state import DeskClaims
from tables.play.signatures import check_decided, check_signed
from tables.refusal import Refused
from tables.roulette.rulebook import ChangeRule

DESK = "cash_desk"


class AtTheDesk(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that a decision needs: the gaming day, the rule on claims, and whether the receipt is known."""

    day: str
    rule: ChangeRule | None
    knows_receipt: bool = False


def decide(state: DeskClaims, command: c.AnyOnDeskClaim, there: AtTheDesk) -> e.AnyDeskClaimEvent:
    """Return the event of `command`. Raises Refused."""
    clause = there.rule.clause if there.rule else None
    match command:
        case c.ClaimAtDesk():
            return _claimed(state, command, there, clause)
        case c.AnswerDeskClaim():
            return _answered(state, command, there, clause)


def _claimed(
    state: DeskClaims, command: c.ClaimAtDesk, there: AtTheDesk, clause: str | None
) -> e.DeskClaimed:
    if not command.what.strip():
        raise Refused("claim-without-words", clause)
    if not there.knows_receipt:
        raise Refused("desk-receipt-unknown", clause, receipt=command.receipt)
    check_signed(command, (DESK,), clause, "desk-claim")
    in_time = there.rule is None or not there.rule.claims_on_the_spot
    return e.DeskClaimed(
        day=there.day,
        claim=len(state.claims) + 1,
        receipt=command.receipt,
        what=command.what.strip(),
        in_time=in_time,
        clause=None if in_time else clause,
    )


def _answered(
    state: DeskClaims, command: c.AnswerDeskClaim, there: AtTheDesk, clause: str | None
) -> e.DeskClaimAnswered:
    if not command.answer.strip():
        raise Refused("claim-answer-without-words", clause)
    claim = next((each for each in state.open if each.claim == command.claim), None)
    if claim is None:
        raise Refused(
            "claim-not-open", clause, claim=command.claim, open=tuple(each.claim for each in state.open)
        )
    check_decided(command, None, clause, "desk-claim-answer")
    return e.DeskClaimAnswered(
        day=there.day,
        claim=claim.claim,
        receipt=claim.receipt,
        upheld=command.upheld,
        answer=command.answer.strip(),
    )
