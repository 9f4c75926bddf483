"""A bet is put right before rien ne va plus, in one step; what is told later is a dispute."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.refusal import LimitRefused, Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

GENERAL_1 = pytest.mark.clause("it-venezia/general-1")


@pytest.fixture
def venezia() -> DayInHand:
    day = DayInHand(get_rulebook("it-venezia"), repeats=False)
    day.do(c.AnnounceBetsOpen())
    day.do(c.PlaceBet(player="Seat 1", bet="plein:17", amount=5000, chip=500, on_behalf_of="Seat 2"))
    return day


@GENERAL_1
def test_a_bet_is_moved_in_one_step_before_rien_ne_va_plus(venezia: DayInHand) -> None:
    venezia.do(c.LaunchBall())
    withdrawn, placed = venezia.do(c.MoveBet(ref="b1", bet="plein:18"))
    assert withdrawn == e.BetWithdrawn(coup=1, ref="b1")
    assert isinstance(placed, e.BetPlaced)
    assert (placed.ref, placed.bet, placed.amount, placed.chip) == ("b2", "plein:18", 5000, 500)
    assert (placed.player, placed.on_behalf_of) == ("Seat 1", "Seat 2")
    assert [bet.ref for bet in venezia.state.bets] == ["b2"]


@GENERAL_1
def test_an_error_is_put_right_by_withdrawing_and_placing_too(venezia: DayInHand) -> None:
    venezia.do(c.WithdrawBet(ref="b1"), c.PlaceBet(player="Seat 1", bet="plein:18", amount=500))
    assert [bet.bet for bet in venezia.state.bets] == ["plein:18"]


@GENERAL_1
def test_after_rien_ne_va_plus_it_is_a_dispute(venezia: DayInHand) -> None:
    venezia.do(c.LaunchBall(), c.CloseBets())
    with expect_refusal("moved-after-bets-closed") as refused:
        venezia.do(c.MoveBet(ref="b1", bet="plein:18"))
    assert refused.value.clause == "it-venezia/general-1"
    assert [bet.ref for bet in venezia.state.bets] == ["b1"]


def test_a_move_that_may_not_be_made_moves_nothing(venezia: DayInHand) -> None:
    maximum = venezia.rulebook.default_limits.maximums["plein"]
    venezia.do(c.PlaceBet(player="Seat 1", bet="plein:18", amount=maximum, on_behalf_of="Seat 2"))
    with pytest.raises(LimitRefused):
        venezia.do(c.MoveBet(ref="b1", bet="plein:18"))
    with expect_refusal("bet-not-on-cloth", ref="b9"):
        venezia.do(c.MoveBet(ref="b9", bet="plein:18"))
    assert [bet.ref for bet in venezia.state.bets] == ["b1", "b2"]


def test_its_own_chips_do_not_stand_in_the_way_of_a_move(venezia: DayInHand) -> None:
    venezia.do(c.WithdrawBet(ref="b1"))
    maximum = venezia.rulebook.default_limits.maximums["plein"]
    venezia.do(
        c.PlaceBet(player="Seat 1", bet="plein:17", amount=maximum), c.MoveBet(ref="b2", bet="plein:17")
    )
    assert [bet.ref for bet in venezia.state.bets] == ["b3"]


def test_imprisoned_bet_cannot_be_moved(venezia: DayInHand) -> None:
    venezia.do(c.PlaceBet(player="Seat 1", bet="rouge", amount=5000), c.DeclareNumber(number=0))
    venezia.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    with expect_refusal("bet-in-prison-is-bound", ref="b2"):
        venezia.do(c.MoveBet(ref="b2", bet="noir"))


def test_an_announcement_that_is_moved_is_repeated_again(venezia: DayInHand) -> None:
    tiers = c.PlaceBet(player="Seat 1", bet="tiers", amount=3000, repeated=("employee",))
    venezia.do(tiers)
    with expect_refusal("bet-not-repeated", bet="jeu-zero", missing=("employee",)):
        venezia.do(c.MoveBet(ref="b2", bet="jeu-zero", repeated=()))


def test_elsewhere_the_clause_on_closed_bets_forbids_it() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="plein:17", amount=500), c.CloseBets())
    with pytest.raises(Refused) as refused:
        day.do(c.MoveBet(ref="b1", bet="plein:18"))
    assert refused.value.clause == "pt-francesa/12"
