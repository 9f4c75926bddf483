"""What every house demands of a coup, each under the clause of its own: the same deed, the other citation."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal


def by_clause(*clauses: str) -> pytest.MarkDecorator:
    """The test once for each clause, marked with it; it gets the house's day and the clause."""
    return pytest.mark.parametrize(
        "clause", [pytest.param(each, marks=pytest.mark.clause(each)) for each in clauses]
    )


@pytest.fixture
def day(clause: str) -> DayInHand:
    return DayInHand(get_rulebook(clause.partition("/")[0]))


def rouge(day: DayInHand) -> c.PlaceBet:
    return c.PlaceBet(player="Seat 1", bet="rouge", amount=day.rulebook.default_limits.minimum * 10)


@by_clause("pt-americana/20", "it-campione/12", "it-venezia/phases")
def test_after_bets_are_closed_no_stake_is_placed_or_withdrawn(day: DayInHand, clause: str) -> None:
    day.do(c.AnnounceBetsOpen(), rouge(day), c.LaunchBall(), c.CloseBets())
    (lying,) = day.state.bets
    for too_late, code in (
        (rouge(day), "placed-after-close"),
        (c.WithdrawBet(ref=lying.ref), "taken-off-after-close"),
    ):
        with expect_refusal(code, coup=1) as refused:
            day.do(too_late)
        assert refused.value.clause == clause
    assert day.state.bets == (lying,)


WITHDRAWN = ("it-campione/5", "it-venezia/general-9", "pt-francesa/24", "pt-americana/34")
"""The minimum's clause where what was placed may be withdrawn."""


def plein(amount: int, player: str = "Seat 1", on_behalf_of: str | None = None) -> c.PlaceBet:
    return c.PlaceBet(player=player, bet="plein:7", amount=amount, on_behalf_of=on_behalf_of)


@by_clause(*WITHDRAWN)
def test_a_small_chip_does_not_outlast_the_stake_that_it_was_laid_to(day: DayInHand, clause: str) -> None:
    minimum = day.rulebook.default_limits.minimum
    day.do(c.AnnounceBetsOpen(), plein(minimum), plein(50, "Seat 2", "Seat 1"), plein(minimum, "Seat 2"))
    with expect_refusal(
        "left-under-minimum", kind=LimitRefused, bet="plein:7", taken="b1", others=("b2",)
    ) as refused:
        day.do(c.WithdrawBet(ref="b1"))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (clause, minimum, 50)
    day.do(c.WithdrawBet(ref="b2"), c.WithdrawBet(ref="b1"), c.WithdrawBet(ref="b3"))
    assert day.state.bets == ()


@by_clause(*WITHDRAWN)
def test_a_stake_is_withdrawn_where_what_stays_keeps_the_minimum(day: DayInHand, clause: str) -> None:
    minimum = day.rulebook.default_limits.minimum
    day.do(c.AnnounceBetsOpen(), plein(minimum), plein(50), plein(minimum))
    day.do(c.WithdrawBet(ref="b1"))
    with expect_refusal("left-under-minimum", kind=LimitRefused, taken="b3"):
        day.do(c.WithdrawBet(ref="b3"))
    assert [lying.ref for lying in day.state.bets] == ["b2", "b3"]


@by_clause(*WITHDRAWN, "it-live/minimum")
def test_chips_found_under_the_minimum_are_withdrawn_one_by_one(day: DayInHand, clause: str) -> None:
    found = c.FindExcess(player="Seat 1", bet="plein:7", amount=1)
    day.do(c.AnnounceBetsOpen(), found, found, c.WithdrawBet(ref="b1"), c.WithdrawBet(ref="b2"))
    assert day.state.bets == ()


@by_clause("it-venezia/general-9", "it-campione/5")
def test_an_announced_bet_is_not_withdrawn_from_under_a_small_chip(day: DayInHand, clause: str) -> None:
    minimum = day.rulebook.default_limits.minimum
    tiers = c.PlaceBet(player="Seat 1", bet="tiers", amount=6 * minimum)
    day.do(c.AnnounceBetsOpen(), tiers, c.PlaceBet(player="Seat 1", bet="cheval:5-8", amount=50))
    with expect_refusal(
        "left-under-minimum", kind=LimitRefused, bet="cheval:5-8", taken="b1", others=("b2",)
    ):
        day.do(c.WithdrawBet(ref="b1"))


@by_clause("it-venezia/prison", "it-campione/3")
def test_a_stake_in_prison_keeps_no_free_one_on_the_cloth(day: DayInHand, clause: str) -> None:
    day.do(c.AnnounceBetsOpen(), rouge(day), c.CloseBets(), c.DeclareNumber(number=0), c.ConfirmPayments())
    higher = replace(day.rulebook.default_limits, minimum=day.state.bets[0].amount + 50)
    day.do(c.ChangeLimits(limits=higher, players_told=True, sign_changed=True), c.AnnounceBetsOpen())
    day.do(replace(rouge(day), amount=higher.minimum), c.WithdrawBet(ref="b2"))
    assert [lying.ref for lying in day.state.bets] == ["b1"]


@by_clause("pt-americana/20")
def test_a_chip_that_comes_after_bets_are_closed_is_recorded_and_takes_no_part(
    day: DayInHand, clause: str
) -> None:
    day.do(c.AnnounceBetsOpen(), rouge(day), c.LaunchBall(), c.CloseBets())
    made = day.do(c.SeeLateBet(player="Blue", bet="plein:17", amount=500))
    assert made == [e.LateBetSeen(coup=1, player="Blue", bet="plein:17", amount=500)]
    assert [lying.bet for lying in day.state.bets] == ["rouge"]


@by_clause("pt-francesa/2", "it-live/wheel")
def test_table_opens_with_a_french_wheel_alone(clause: str) -> None:
    day = DayInHand(get_rulebook(clause.partition("/")[0]), opened=False)
    with expect_refusal("wheel-not-of-rulebook", wheel="american", known=("french",)):
        day.do(replace(opening(day.rulebook), wheel="american"))
    day.do(replace(opening(day.rulebook), wheel="french"))
    assert day.state.wheel == "french"
