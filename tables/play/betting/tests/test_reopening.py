"""Bets for the next coup in the two steps of the Venetian house: the losers cleared, then all paid."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


def bet(code: str, amount: int = 5000) -> c.PlaceBet:
    return c.PlaceBet(player="Seat 1", bet=code, amount=amount)


@pytest.fixture
def venezia() -> DayInHand:
    """Coup 1 fell on 17, with a stake on it and one beside it."""
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), bet("plein:17"), bet("plein:18"), c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=17))
    return day


GENERAL_6_7 = pytest.mark.clause("it-venezia/general-6-7")


@GENERAL_6_7
def test_new_bets_come_when_the_losers_are_cleared(venezia: DayInHand) -> None:
    with expect_refusal("losers-not-cleared", coup=1) as refused:
        venezia.do(bet("plein:20"))
    assert refused.value.clause == "it-venezia/general-6-7"
    assert venezia.do(c.ClearLosers(), c.ClearLosers()) == [e.LosersCleared(coup=1)]
    (placed,) = venezia.do(bet("plein:20"))
    assert isinstance(placed, e.BetPlaced)
    assert (placed.coup, placed.ref) == (2, "b3")


@GENERAL_6_7
@pytest.mark.parametrize("code", ["plein:17", "cheval:17-20", "douzaine:2", "noir", "orphelins"])
def test_on_winning_combinations_they_come_when_all_is_paid(venezia: DayInHand, code: str) -> None:
    venezia.do(c.ClearLosers())
    with expect_refusal("combination-being-paid", coup=1, number=17) as refused:
        venezia.do(bet(code, 30000 if code == "orphelins" else 5000))
    assert refused.value.clause == "it-venezia/general-6-7"
    venezia.do(c.ConfirmPayments(), bet(code, 7500 if code == "orphelins" else 5000))
    assert [lying.ref for lying in venezia.state.bets] == ["b1", "b3"]


@GENERAL_6_7
def test_no_winning_chip_is_touched_before_all_is_paid_but_a_new_bet_may_go(venezia: DayInHand) -> None:
    venezia.do(c.ClearLosers(), bet("plein:20"))
    with expect_refusal("taken-back-before-paid"):
        venezia.do(c.WithdrawBet(ref="b1"))
    venezia.do(c.MoveBet(ref="b3", bet="plein:21"))
    assert [(lying.ref, lying.bet) for lying in venezia.state.bets] == [
        ("b1", "plein:17"),
        ("b4", "plein:21"),
    ]
    assert venezia.do(c.WithdrawBet(ref="b4")) == [e.BetWithdrawn(coup=2, ref="b4")]


@GENERAL_6_7
def test_early_bet_takes_part_in_the_next_coup(venezia: DayInHand) -> None:
    venezia.do(c.ClearLosers(), bet("plein:20"), c.ConfirmPayments(), c.AnnounceBetsOpen(), bet("plein:21"))
    venezia.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=20))
    assert [lying.ref for lying in venezia.state.settled_bets] == ["b1", "b3", "b4"]
    with expect_refusal("losers-not-cleared", coup=2):
        venezia.do(bet("plein:5"))


@GENERAL_6_7
def test_nothing_is_cleared_or_placed_while_the_number_is_disputed(venezia: DayInHand) -> None:
    venezia.do(c.DeclareNumber(number=18, source="reader"))
    with expect_refusal("number-disputed", numbers=(17, 18)):
        venezia.do(c.ClearLosers())


@GENERAL_6_7
def test_under_another_number_the_losers_are_to_be_cleared_again(venezia: DayInHand) -> None:
    venezia.do(c.ClearLosers(), bet("plein:20"), c.DeclareNumber(number=18, source="reader"))
    with expect_refusal("number-disputed", numbers=(17, 18)):
        venezia.do(bet("plein:21"))
    venezia.do(c.ResolveDiscrepancy(number=18, reason="seen by the chief"))
    lying = [lying.ref for lying in venezia.state.bets]
    assert lying == ["b3", "b4"], "what was placed since lies on, and what has won under this number"
    with expect_refusal("losers-not-cleared"):
        venezia.do(bet("plein:21"))
    venezia.do(c.ClearLosers(), bet("plein:17"))
    with expect_refusal("combination-being-paid", coup=1, number=18):
        venezia.do(bet("plein:18"))


def test_after_the_last_coup_no_bet_comes_for_a_next_one(venezia: DayInHand) -> None:
    venezia.do(c.AnnounceLastCoup(), c.ConfirmPayments(), c.AnnounceBetsOpen(), bet("noir"))
    venezia.do(c.DeclareNumber(number=1), c.ClearLosers())
    with expect_refusal("last-coup-was-played", coup=2):
        venezia.do(bet("plein:20"))


def test_before_the_first_coup_of_the_day_bets_wait_for_faites_vos_jeux() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    with expect_refusal("placed-before-open"):
        day.do(bet("noir"))


@pytest.mark.parametrize("rulebook", ["pt-francesa", "it-campione", "pt-americana"])
def test_elsewhere_bets_open_with_faites_vos_jeux(rulebook: str) -> None:
    day = DayInHand(get_rulebook(rulebook))
    day.do(c.AnnounceBetsOpen(), bet("noir"), c.DeclareNumber(number=1), c.ClearLosers())
    with expect_refusal("placed-while-paying"):
        day.do(bet("plein:20"))
