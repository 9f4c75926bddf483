"""Claims about sales and redemptions at the cash desk: recorded whenever they come, and out of time once it is over."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from settlement.desk_claims import commands as c
from settlement.desk_claims import events as e
from settlement.desk_claims.decide import AtTheDesk, decide
from settlement.desk_claims.state import DeskClaims, evolve, receipt_of
from tables.play.events import Person, Signature
from tables.roulette.loader import get_rulebook
from testkit.refusals import expect_refusal

DESK = Signature(person=Person(id="person/1", name="Desk"), role="cash_desk")
BOSS = Signature(person=Person(id="person/2", name="Boss"), role="pit_boss")
AT = datetime(2026, 11, 20, 21, tzinfo=UTC)
RECEIPT = receipt_of("2026-11-20", 7)
THERE = AtTheDesk(day="2026-11-20", rule=get_rulebook("it-campione").change, knows_receipt=True)
CLAIM = c.ClaimAtDesk(receipt=RECEIPT, what=" ten short ", signatures=(DESK,))
ANSWER = c.AnswerDeskClaim(claim=1, upheld=True, answer="counted again", signatures=(BOSS,))


def claimed(there: AtTheDesk = THERE) -> DeskClaims:
    return evolve(DeskClaims(), decide(DeskClaims(), CLAIM, there), 1, AT)


@pytest.mark.clause("it-campione/21")
def test_claim_after_a_sale_is_recorded_and_out_of_time() -> None:
    assert decide(DeskClaims(), CLAIM, THERE) == e.DeskClaimed(
        day="2026-11-20",
        claim=1,
        receipt="desk/2026-11-20/7",
        what="ten short",
        in_time=False,
        clause="it-campione/21",
    )


def test_claim_is_in_time_where_no_rulebook_says_otherwise() -> None:
    (claim,) = claimed(replace(THERE, rule=None)).open
    assert (claim.in_time, claim.clause) == (True, None)


@pytest.mark.clause("it-campione/21")
@pytest.mark.parametrize(
    ("command", "there", "code"),
    [
        (replace(CLAIM, what=" "), THERE, "claim-without-words"),
        (CLAIM, replace(THERE, knows_receipt=False), "desk-receipt-unknown"),
        (replace(CLAIM, signatures=(BOSS,)), THERE, "signature-missing"),
    ],
)
def test_claim_without_words_receipt_or_the_desks_signature_is_refused(
    command: c.ClaimAtDesk, there: AtTheDesk, code: str
) -> None:
    with expect_refusal(code) as refused:
        decide(DeskClaims(), command, there)
    assert refused.value.clause == "it-campione/21"


@pytest.mark.clause("it-campione/21")
def test_answer_ends_a_claim_once() -> None:
    waiting = claimed()
    answered = evolve(waiting, decide(waiting, ANSWER, THERE), 2, AT)
    assert answered.open == ()
    assert (answered.claims[0].upheld, answered.claims[0].answer) == (True, "counted again")
    with expect_refusal("claim-not-open", claim=1, open=()):
        decide(answered, ANSWER, THERE)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (replace(ANSWER, answer=""), "claim-answer-without-words"),
        (replace(ANSWER, signatures=(DESK,)), "signature-not-allowed"),
        (replace(ANSWER, claim=2), "claim-not-open"),
    ],
)
def test_answer_without_words_or_by_the_desk_is_refused(command: c.AnswerDeskClaim, code: str) -> None:
    with expect_refusal(code):
        decide(claimed(), command, THERE)
