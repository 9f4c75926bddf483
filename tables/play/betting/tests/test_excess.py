"""Chips found on the cloth before bets are closed: over the maximum they are marked, and nothing is refused."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal


def by_clause(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "clause", [pytest.param(each, marks=pytest.mark.clause(each)) for each in clauses]
    )


WITH_A_RULE = by_clause("it-campione/8", "it-venezia/general-9", "pt-francesa/24", "pt-americana/34")


@pytest.fixture
def day(clause: str) -> DayInHand:
    day = DayInHand(get_rulebook(clause.partition("/")[0]))
    day.do(c.AnnounceBetsOpen())
    return day


def maximum(day: DayInHand) -> int:
    return day.rulebook.default_limits.maximums["plein"]


def found(amount: int, player: str = "P1", bet: str = "plein:17", **more: object) -> c.FindExcess:
    return c.FindExcess(player=player, bet=bet, amount=amount, **more)  # type: ignore[arg-type]


@WITH_A_RULE
def test_chips_found_over_the_maximum_lie_as_an_excess(day: DayInHand, clause: str) -> None:
    over = maximum(day) + 500
    assert day.do(found(over, chip=500, distance=2)) == [
        e.BetPlaced(
            coup=1, ref="b1", player="P1", bet="plein:17", amount=over, chip=500, distance=2, excess=True
        )
    ]
    assert day.state.bets[0].excess


@WITH_A_RULE
def test_excess_is_found_from_the_sum_on_the_combination(day: DayInHand, clause: str) -> None:
    day.do(c.PlaceBet(player="P1", bet="plein:17", amount=maximum(day)))
    day.do(found(500), found(500, "P2"), found(500, "P3", on_behalf_of="P1"), found(500, bet="plein:18"))
    assert [bet.excess for bet in day.state.bets] == [False, True, False, True, False]


@WITH_A_RULE
def test_chips_found_within_the_limits_are_a_bet_like_any_other(day: DayInHand, clause: str) -> None:
    day.do(found(maximum(day)), found(1, "P2"))
    assert [bet.excess for bet in day.state.bets] == [False, False], "also under the minimum: it lies there"


@WITH_A_RULE
def test_nothing_more_is_placed_where_an_excess_lies(day: DayInHand, clause: str) -> None:
    day.do(found(maximum(day) * 2))
    with expect_refusal("over-maximum", kind=LimitRefused):
        day.do(c.PlaceBet(player="P1", bet="plein:17", amount=500))
    day.do(c.WithdrawBet(ref="b1"), c.PlaceBet(player="P1", bet="plein:17", amount=500))


@by_clause("it-campione/12", "it-venezia/phases", "pt-francesa/12", "pt-americana/20")
def test_chips_found_after_bets_are_closed_are_a_late_bet(day: DayInHand, clause: str) -> None:
    day.do(c.CloseBets())
    with expect_refusal("chips-found-after-close") as refused:
        day.do(found(maximum(day) * 2))
    assert refused.value.clause == clause
    day.do(c.SeeLateBet(player="P1", bet="plein:17", amount=maximum(day) * 2))
    assert day.state.bets == ()


@pytest.mark.parametrize(
    "clause", ["it-campione/8", "it-venezia/general-9", "pt-francesa/24", "pt-americana/34"]
)
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (found(500, bet="cheval:3-4"), "no-such-position"),
        (found(0), "bet-of-nothing"),
        (found(-500), "bet-of-nothing"),
        (found(500, layout=2), "not-the-one-layout"),
        (found(700, chip=500), "not-made-up-of-chips"),
        (found(500, " "), "bet-without-player"),
    ],
)
def test_impossible_excess_is_refused(day: DayInHand, clause: str, wrong: c.FindExcess, code: str) -> None:
    with expect_refusal(code):
        day.do(wrong)
    assert day.state.bets == ()


@pytest.mark.clause("it-campione/7")
@pytest.mark.clause("it-campione/8")
def test_excess_is_found_from_the_sum_of_a_group() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen(), c.DeclareGroup(players=("P1", "P2")))
    day.do(found(maximum(day), "P1"), found(500, "P2"))
    assert [bet.excess for bet in day.state.bets] == [False, True]


@pytest.mark.clause("pt-americana/34")
def test_a_series_found_over_its_own_maximum_is_an_excess() -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    day.do(c.AnnounceBetsOpen(), found(60_000, bet="tiers"), found(6_000, bet="tiers"))
    assert [bet.excess for bet in day.state.bets] == [False, True]


@pytest.mark.clause("it-live/minimum")
def test_excess_without_a_rule_is_recorded_and_breaks_the_maximum() -> None:
    day = DayInHand(get_rulebook("it-live"))
    (within,) = day.do(c.AnnounceBetsOpen(), found(maximum(day)))[1:]
    assert isinstance(within, e.BetPlaced) and not within.excess
    lying, broken = day.do(found(500))
    assert lying == e.BetPlaced(coup=1, ref="b2", player="P1", bet="plein:17", amount=500, excess=True)
    assert isinstance(broken, e.ViolationRaised)
    assert (broken.rule, broken.clause, broken.coup) == ("over-the-maximum", "it-live/minimum", 1)
    assert broken.code == "over-maximum-without-rule"
    assert "plein:17" in str(broken.parameters["why"])
    assert [standing.rule for standing in day.state.violations] == ["over-the-maximum"]


@WITH_A_RULE
def test_excess_with_a_rule_breaks_no_clause(day: DayInHand, clause: str) -> None:
    day.do(found(maximum(day) + 500))
    assert day.of_type(e.ViolationRaised) == []


@pytest.mark.clause("pt-americana/15")
def test_a_face_value_chip_that_lies_where_it_may_not_is_recorded_as_it_lies() -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    day.do(c.AnnounceBetsOpen(), found(500, face_value=True))
    assert day.state.bets[0].face_value
    only = DayInHand(day.rulebook, opened=False)
    only.do(replace(opening(day.rulebook), face_value_only=True), c.AnnounceBetsOpen(), found(500))
    assert only.state.bets[0].face_value
