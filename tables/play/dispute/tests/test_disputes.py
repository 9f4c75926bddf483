"""Disputes: opened by anybody, decided by the direction of the games alone, without appeal."""

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.day.decide.opening import open_table
from tables.play.day.questions import inherit
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.clause("it-venezia/general-12")
BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
DIRECTOR = e.Signature(person=e.Person(id="person/3", name="Director"), role="direction")
CHEF = e.Signature(person=e.Person(id="person/2", name="Chef"), role="chef_de_table")


def decision(
    outcome: e.Outcome, amount: int = 0, *signatures: e.Signature, dispute: str = "d1"
) -> c.DecideDispute:
    return c.DecideDispute(
        dispute=dispute,
        outcome=outcome,
        amount=amount,
        reason="camera 3",
        signatures=signatures or (DIRECTOR,),
    )


@pytest.fixture
def day() -> DayInHand:
    day = DayInHand(get_rulebook("it-venezia"))
    day.coup(17)
    day.do(c.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    return day


def test_a_dispute_waits_for_the_direction_and_is_decided_with_a_reason(day: DayInHand) -> None:
    assert [each.dispute for each in day.state.corrections.disputes] == ["d1"]
    (decided,) = day.do(decision("pay", 17_500))
    assert isinstance(decided, e.DisputeDecided)
    assert (decided.coup, decided.player, decided.amount) == (1, "P3", 17_500)
    assert decided.clause == "it-venezia/general-12"
    assert day.state.corrections.disputes == ()


@pytest.mark.parametrize("others", [(CHEF,), (BOSS,), (BOSS, CHEF)])
def test_dispute_needs_the_signature_of_the_management(
    day: DayInHand, others: tuple[e.Signature, ...]
) -> None:
    with expect_refusal("signature-missing", role="direction") as refused:
        day.do(decision("none", 0, *others))
    assert refused.value.clause == "it-venezia/general-12"


@pytest.mark.parametrize(
    ("outcome", "amount", "code"),
    [
        ("none", 500, "dispute-names-amount-for-nothing"),
        ("pay", 0, "dispute-pays-nothing"),
        ("pay", -500, "dispute-pays-nothing"),
        ("correct", 0, "dispute-corrects-nothing"),
    ],
)
def test_an_amount_that_does_not_fit_the_outcome_is_refused(
    day: DayInHand, outcome: e.Outcome, amount: int, code: str
) -> None:
    with expect_refusal(code, value=Money(amount, "EUR")):
        day.do(decision(outcome, amount))


def test_a_correction_may_go_either_way(day: DayInHand) -> None:
    day.do(decision("correct", -500))
    day.do(c.OpenDispute(coup=1, player="P3", words="again"), decision("correct", 500, dispute="d2"))
    amounts = [each.amount for each in day.of_type(e.DisputeDecided) if isinstance(each, e.DisputeDecided)]
    assert amounts == [-500, 500]


def test_dispute_is_decided_once(day: DayInHand) -> None:
    day.do(decision("none"))
    with expect_refusal("dispute-not-open", dispute="d1", disputes=()):
        day.do(decision("none"))


def test_a_coup_that_was_not_played_is_not_disputed(day: DayInHand) -> None:
    with expect_refusal("coup-not-played-today", last=1):
        day.do(c.OpenDispute(coup=2, player="P3", words="the next one"))


@pytest.mark.parametrize("house", rulebooks())
def test_a_table_does_not_close_over_a_dispute(house: str) -> None:
    day = DayInHand(get_rulebook(house))
    day.coup(17)
    day.do(c.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    if day.rulebook.last_coup:
        day.do(c.AnnounceLastCoup())
        day.coup(18)
    with expect_refusal("disputes-open", disputes=("d1",)):
        day.do(c.CloseTable())
    day.do(decision("none"), c.CloseTable())


@pytest.fixture
def closed() -> DayInHand:
    """A day of Venice whose books are closed."""
    day = DayInHand(get_rulebook("it-venezia"))
    day.coup(17)
    day.do(c.CloseTable())
    return day


def test_a_coup_may_still_be_disputed_once_the_books_are_closed_and_the_cash_desk_pays(
    closed: DayInHand,
) -> None:
    closed.do(c.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    (decided,) = closed.do(decision("pay", 17_500))
    assert isinstance(decided, e.DisputeDecided)
    assert (decided.paid_by, decided.amount, closed.state.phase) == ("cash_desk", 17_500, "closed")


def test_while_the_table_is_open_its_float_pays(day: DayInHand) -> None:
    (decided,) = day.do(decision("pay", 17_500))
    assert isinstance(decided, e.DisputeDecided)
    assert decided.paid_by == "table"


def test_nothing_else_is_said_of_a_closed_day(closed: DayInHand) -> None:
    with expect_refusal("table-closed"):
        closed.do(c.AnnounceBetsOpen())
    with expect_refusal("coup-not-played-today", last=1):
        closed.do(c.OpenDispute(coup=2, player="P3", words="the next one"))


def test_the_next_day_opens_once_the_last_one_is_undisputed(closed: DayInHand) -> None:
    closed.do(c.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    tomorrow = replace(opening(closed.rulebook), day="2026-11-21")
    nothing_yet = inherit(closed.state)
    with expect_refusal("last-day-disputed", disputes=("d1",), day="2026-11-20") as refused:
        list(open_table(nothing_yet, tomorrow, closed.rulebook, closed.now))
    assert refused.value.clause == "it-venezia/general-12"
    closed.do(decision("none"))
    assert list(open_table(inherit(closed.state), tomorrow, closed.rulebook, closed.now))
