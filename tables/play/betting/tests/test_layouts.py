"""Double tables: one wheel, two layouts, one result for both."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

BOTH_PORTUGUESE = [
    pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/1")),
    pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/1")),
]


def double(house: str) -> DayInHand:
    day = DayInHand(get_rulebook(house), opened=False)
    day.do(opening(day.rulebook, double=True))
    return day


def plein(layout: int, amount: int = 500, player: str = "P1") -> c.PlaceBet:
    return c.PlaceBet(player=player, bet="plein:17", amount=amount, layout=layout)


@pytest.mark.parametrize("house", BOTH_PORTUGUESE)
def test_number_settles_bets_of_both_layouts(house: str) -> None:
    day = double(house)
    day.do(c.AnnounceBetsOpen(), plein(1), plein(2, player="P2"), plein(2))
    assert [(bet.player, bet.layout) for bet in day.state.bets] == [("P1", 1), ("P2", 2), ("P1", 2)]
    day.do(c.LaunchBall(), c.CloseBets())
    (fell,) = day.do(c.DeclareNumber(number=17))
    assert isinstance(fell, e.NumberFell)
    assert [bet.layout for bet in day.state.settled_bets] == [1, 2, 2]
    assert [(bet.ref, bet.layout) for bet in day.state.bets] == [("b1", 1), ("b2", 2), ("b3", 2)], (
        "they lie on"
    )
    day.do(c.ConfirmPayments())
    assert day.state.payments_open == ()


@pytest.mark.parametrize("house", BOTH_PORTUGUESE)
@pytest.mark.parametrize("layout", [0, 3])
def test_a_double_table_has_no_third_layout(house: str, layout: int) -> None:
    day = double(house)
    day.do(c.AnnounceBetsOpen())
    with expect_refusal("no-layout-of-two", limit=2) as refused:
        day.do(plein(layout))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (f"{house}/1", 2, layout)


@pytest.mark.parametrize(
    ("house", "clause"), [("pt-francesa", "pt-francesa/1"), ("it-venezia", "it-venezia/positions")]
)
def test_a_single_table_has_one_layout(house: str, clause: str) -> None:
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen())
    with expect_refusal("not-the-one-layout", limit=1, value=2) as refused:
        day.do(plein(2))
    assert refused.value.clause == clause


@pytest.mark.parametrize("house", BOTH_PORTUGUESE)
def test_the_maximum_holds_for_both_layouts_of_a_table_together(house: str) -> None:
    day = double(house)
    maximum = day.rulebook.default_limits.maximums["plein"]
    day.do(c.AnnounceBetsOpen(), plein(1, maximum))
    with expect_refusal("over-maximum") as refused:
        day.do(plein(2, 500))
    assert (refused.value.limit, refused.value.value) == (maximum, maximum + 500)


@pytest.mark.parametrize("house", ["it-campione", "it-venezia", "it-live"])
def test_a_house_without_double_tables_opens_none(house: str) -> None:
    with expect_refusal("double-table-not-allowed") as refused:
        double(house)
    assert refused.value.clause == get_rulebook(house).positions_clause
