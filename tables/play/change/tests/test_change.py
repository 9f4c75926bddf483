"""Change at the table: in order, one at a time, paid out to the cent, and with a receipt of its own."""

import pytest

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(get_rulebook("pt-francesa"))


@pytest.fixture
def campione() -> DayInHand:
    return DayInHand(get_rulebook("it-campione"))


def hundred(player: str = "P1") -> c.AskForChange:
    return c.AskForChange(player=player, given={10_000: 1})


@pytest.mark.clause("pt-francesa/8")
def test_change_waits_in_order_on_the_upper_step(day: DayInHand) -> None:
    day.do(hundred("P1"), hundred("P2"), hundred("P3"))
    assert [each.player for each in day.state.change.waiting] == ["P1", "P2", "P3"]
    assert day.state.change.serving is None


@pytest.mark.clause("pt-francesa/8")
def test_longest_waiting_change_is_served_alone(day: DayInHand) -> None:
    day.do(hundred("P1"), hundred("P2"), c.ServeChange())
    serving = day.state.change.serving
    assert serving is not None
    assert (serving.player, serving.begun_at) == ("P1", day.now)
    with expect_refusal("change-being-made", player="P1", receipt="T1/2026-11-20/c1") as refused:
        day.do(c.ServeChange())
    assert refused.value.clause == "pt-francesa/8"
    day.do(c.FinishChange(paid_out={500: 20}), c.ServeChange())
    assert day.state.change.serving is not None
    assert (day.state.change.serving.player, day.state.change.waiting) == ("P2", ())


@pytest.mark.clause("pt-americana/19")
def test_american_tables_make_change_in_order_and_as_much_as_was_handed_in() -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    day.do(hundred("P1"), hundred("P2"), c.ServeChange())
    for paid_out, code in (({500: 19}, "change-too-little"), ({500: 21}, "change-too-much")):
        with expect_refusal(code) as refused:
            day.do(c.FinishChange(paid_out=paid_out))
        assert refused.value.clause == "pt-americana/19"
    day.do(c.FinishChange(paid_out={500: 20}), c.ServeChange(), c.FinishChange(paid_out={2_500: 4}))
    assert [(each.player, each.total) for each in day.of_type(e.ChangeFinished)] == [
        ("P1", 10_000),
        ("P2", 10_000),
    ]


def test_the_first_version_of_the_american_rules_knows_no_change() -> None:
    day = DayInHand(get_rulebook("pt-americana", 1))
    with expect_refusal("no-rule-on-change"):
        day.do(hundred())


def test_nothing_is_served_where_nothing_waits(day: DayInHand) -> None:
    with expect_refusal("no-change-waits"):
        day.do(c.ServeChange())
    with expect_refusal("no-change-being-made"):
        day.do(c.FinishChange(paid_out={500: 20}))


@pytest.mark.parametrize(
    ("paid_out", "code", "by"),
    [({500: 19}, "change-too-little", 500), ({500: 20, 100: 3}, "change-too-much", 300)],
)
def test_as_much_is_paid_out_as_was_handed_in(
    day: DayInHand, paid_out: dict[int, int], code: str, by: int
) -> None:
    day.do(hundred(), c.ServeChange())
    with expect_refusal(code, by=Money(by, "EUR")) as refused:
        day.do(c.FinishChange(paid_out=paid_out))
    assert (refused.value.limit, refused.value.clause) == (10_000, "pt-francesa/8")
    assert day.state.change.serving is not None


@pytest.mark.clause("it-campione/21")
def test_each_change_has_a_receipt_with_its_amounts_by_value_and_its_time(campione: DayInHand) -> None:
    campione.do(hundred("P1"))
    campione.pass_time(minutes=1)
    campione.do(c.AskForChange(player="P2", given={5_000: 2}, wanted={500: 20}, handed="notes"))
    campione.do(c.ServeChange(), c.FinishChange(paid_out={5_000: 1, 1_000: 5}))
    asked = [event for event in campione.of_type(e.ChangeRequested) if isinstance(event, e.ChangeRequested)]
    assert [event.receipt for event in asked] == ["T1/2026-11-20/c1", "T1/2026-11-20/c2"]
    assert (asked[1].given, asked[1].wanted, asked[1].handed) == ({5_000: 2}, {500: 20}, "notes")
    (finished,) = campione.of_type(e.ChangeFinished)
    assert isinstance(finished, e.ChangeFinished)
    assert (finished.receipt, finished.paid_out, finished.total) == (
        "T1/2026-11-20/c1",
        {5_000: 1, 1_000: 5},
        10_000,
    )


@pytest.mark.clause("it-campione/21")
def test_a_claim_is_in_time_until_the_change_is_closed_and_out_of_time_after_it(campione: DayInHand) -> None:
    campione.do(hundred(), c.ServeChange())
    receipt = "T1/2026-11-20/c1"
    (early,) = campione.do(c.ClaimChange(receipt=receipt, what="It was two hundred"))
    campione.do(c.FinishChange(paid_out={500: 20}))
    (late,) = campione.do(c.ClaimChange(receipt=receipt, what="One is missing"))
    assert isinstance(early, e.ChangeClaimed)
    assert isinstance(late, e.ChangeClaimed)
    assert (early.in_time, early.clause) == (True, None)
    assert (late.in_time, late.clause) == (False, "it-campione/21")
    assert [each.in_time for each in campione.state.change.claims] == [True, False]


@pytest.mark.clause("it-campione/21")
def test_a_claim_about_an_earlier_days_receipt_is_recorded_and_out_of_time(campione: DayInHand) -> None:
    (claimed,) = campione.do(c.ClaimChange(receipt="T1/2026-11-19/c4", what="One is missing"))
    assert isinstance(claimed, e.ChangeClaimed)
    assert not claimed.in_time


@pytest.mark.parametrize(
    "receipt", ["", "c1", "T2/2026-11-20/c1", "T1/2026-11-20/c2", "T1/2026-11-20/c0", "T1/2026-11-21/c1"]
)
def test_a_receipt_that_the_table_never_gave_is_none(campione: DayInHand, receipt: str) -> None:
    campione.do(hundred())
    with expect_refusal("receipt-unknown" if receipt else "receipt-missing", right="T1/2026-11-20/c1"):
        campione.do(c.ClaimChange(receipt=receipt, what="One is missing"))


def test_claim_without_a_time_limit_is_in_time(day: DayInHand) -> None:
    day.do(hundred(), c.ServeChange(), c.FinishChange(paid_out={500: 20}))
    (claimed,) = day.do(c.ClaimChange(receipt="T1/2026-11-20/c1", what="One is missing"))
    assert isinstance(claimed, e.ChangeClaimed)
    assert (claimed.in_time, claimed.clause) == (True, None)


def test_a_claim_waits_until_it_is_answered(campione: DayInHand) -> None:
    campione.do(hundred(), c.ClaimChange(receipt="T1/2026-11-20/c1", what="It was two hundred"))
    campione.do(c.AnswerClaim(claim=1, upheld=False, answer="Counted again before the player"))
    assert not campione.state.change.claims
    with expect_refusal("claim-not-open", claim=1, open=()):
        campione.do(c.AnswerClaim(claim=1, upheld=True, answer="After all"))


def test_change_is_returned_from_either_step(day: DayInHand) -> None:
    day.do(hundred("P1"), hundred("P2"), c.ServeChange())
    day.do(c.GiveBackChange(number=2), c.GiveBackChange(number=1))
    assert not day.state.change.open
    with expect_refusal("change-not-open", change=1, open=()):
        day.do(c.GiveBackChange(number=1))


def test_the_table_does_not_close_with_change_open(day: DayInHand) -> None:
    day.do(hundred())
    with expect_refusal("change-open", receipts=("T1/2026-11-20/c1",)):
        day.do(c.CloseTable())
    day.do(c.GiveBackChange(number=1), c.CloseTable())


def test_receipts_begin_anew_with_the_day(day: DayInHand) -> None:
    day.do(hundred(), c.GiveBackChange(number=1), c.CloseTable())
    next_day = DayInHand(day.rulebook, after=day.state)
    next_day.do(hundred())
    assert next_day.state.change.waiting[0].number == 1


@pytest.mark.parametrize("given", [{}, {0: 1}, {500: 0}, {-500: 1}])
def test_nothing_is_no_change(day: DayInHand, given: dict[int, int]) -> None:
    with expect_refusal("change-of-nothing"):
        day.do(c.AskForChange(player="P1", given=given))


def test_a_rulebook_without_a_rule_on_change_has_none() -> None:
    day = DayInHand(get_rulebook("it-live"))
    with expect_refusal("no-rule-on-change"):
        day.do(hundred())
