"""Prizes ticked off on a sheet: a payment covers whole lines, and tells which ones the sheet has before them."""

import pytest

from settlement.sheets import sheet, whole_lines
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db


def bet(code: str, player: str) -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=code, amount=5000)


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """Coup 1 on 17: the even chance of A first, with A's pleno beside it, then the cavalo of B."""
    opened = OpenHouse(casino_id, "pt-francesa")
    opened.do(c.AnnounceBetsOpen())
    for each in (
        bet("plein:17", "A"),
        bet("cheval:17-20", "B"),
        bet("noir", "A"),
        bet("plein:17", "A"),
        bet("rouge", "B"),
    ):
        opened.do(each)
    opened.do(c.CloseBets())
    opened.do(c.DeclareNumber(number=17))
    return opened


@pytest.mark.clause("pt-francesa/21")
def test_a_payment_names_the_lines_that_it_covers(house: OpenHouse) -> None:
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    assert [line.refs for group in found.groups for line in group.lines] == [("b3",), ("b1", "b4"), ("b2",)]
    assert whole_lines(found, ("b4",)) == ("b1", "b4")
    assert whole_lines(found, ("b3",)) == ("b3",)
    assert whole_lines(found, ("b3", "b2")) == ("b3", "b2")


@pytest.mark.clause("pt-francesa/21")
@pytest.mark.parametrize(
    ("refs", "ahead"), [(("b1", "b4"), ["b3"]), (("b3",), []), (("b3", "b2"), ["b1", "b4"])]
)
def test_the_table_knows_the_lines_that_the_sheet_has_before_them(
    house: OpenHouse, refs: tuple[str, ...], ahead: list[str]
) -> None:
    (paid, *_) = house.do(c.PayLines(coup=1, refs=refs)).events
    assert (paid.data["refs"], paid.data.get("ahead", [])) == (list(refs), ahead)


def test_unknown_line_is_named_and_refused_at_the_table(house: OpenHouse) -> None:
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    assert whole_lines(found, ("b9",)) == ("b9",)
    with expect_refusal("prize-of-no-bet", ref="b9"):
        house.do(c.PayLines(coup=1, refs=("b9",)))


@pytest.mark.clause("pt-francesa/20")
def test_payments_out_of_order_are_recorded_with_their_violation_in_one_step(house: OpenHouse) -> None:
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    outcome = house.do(c.PayLines(coup=1, refs=whole_lines(found, ("b1",))))
    assert [event.type for event in outcome.events] == ["prizes_paid", "violation_raised"]
    assert outcome.events[1].data["clause"] == "pt-francesa/20"
    outcome = house.do(c.PayLines(coup=1, refs=("b2",)))
    assert outcome.events[1].data["clause"] == "pt-francesa/21", "A's even chance belongs with A's pleno"
    assert [event.type for event in house.do(c.PayLines(coup=1, refs=("b3",))).events] == ["prizes_paid"]


@pytest.mark.clause("it-venezia/general-6-7")
def test_bets_of_the_next_coup_outlast_a_sheet_that_is_settled_again(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    house.do(c.AnnounceBetsOpen())
    house.do(bet("plein:17", "A"))
    house.do(c.CloseBets())
    house.do(c.DeclareNumber(number=17, source="reader"))
    house.do(c.ClearLosers())
    house.do(bet("plein:20", "B"))
    house.do(c.DeclareNumber(number=18))
    house.do(c.ResolveDiscrepancy(number=18, reason="seen by the chief"))
    house.do(c.ConfirmPayments())
    house.coup(20)
    found = sheet(casino_id, "T1", house.day, 2)
    assert found is not None
    assert [(line.ref, line.prize) for group in found.groups for line in group.lines] == [("b2", 175000)]
