"""Displaced bets put back while their coup is paid: on a basis that the rulebook names, and by somebody who decides."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.dispute.commands import PutBack
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

CHEF = e.Person(id="p1", name="Croupier 1")
HOUSES = [
    pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/23")),
    pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/33")),
    pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/general-2-3")),
]


def put_back(ref: str = "b1", bet: str = "plein:20", basis: e.Basis = "staff") -> c.ReconstituteBets:
    return c.ReconstituteBets(bets=(PutBack(ref=ref, bet=bet),), basis=basis, decided_by=CHEF)


def paying(house: str, number: int = 20) -> DayInHand:
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=500))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
    return day


@pytest.mark.parametrize("house", HOUSES)
def test_the_record_has_where_the_bet_lay_before_and_where_it_was_put_back(house: str) -> None:
    day = paying(house)
    event, *_ = day.do(put_back(bet="noir"))
    assert isinstance(event, e.BetsReconstituted)
    assert event.bets == (e.Displaced(ref="b1", before="rouge", after="noir"),)
    assert (event.basis, event.decided_by, event.coup) == ("staff", CHEF, 1)
    assert [bet.bet for bet in day.state.settled_bets] == ["noir"]


@pytest.mark.clause("it-venezia/general-2-3")
def test_imprisonment_follows_restored_bets() -> None:
    day = paying("it-venezia", number=0)
    assert [bet.bet for bet in day.state.bets] == ["rouge"]
    day.do(put_back(bet="plein:1"))
    assert (day.state.bets, day.state.choices) == ((), ())


@pytest.mark.clause("it-venezia/general-2-3")
def test_at_venice_what_a_player_says_is_no_basis() -> None:
    day = paying("it-venezia")
    with expect_refusal("basis-unknown", bases=("staff", "technical")) as refused:
        day.do(put_back(bet="noir", basis="player"))
    assert refused.value.clause == "it-venezia/general-2-3"


@pytest.mark.parametrize("house", HOUSES)
def test_once_the_coup_is_paid_it_is_a_dispute(house: str) -> None:
    day = paying(house)
    day.do(c.ConfirmPayments())
    with expect_refusal("displaced-bets-after-payment"):
        day.do(put_back(bet="noir"))


def test_a_bet_that_did_not_lie_is_not_put_back() -> None:
    day = paying("pt-francesa")
    with expect_refusal("displaced-bet-unknown", ref="b7", coup=1, refs=("b1",)):
        day.do(put_back(ref="b7", bet="noir"))


def test_a_bet_put_back_where_it_stands_says_nothing_new() -> None:
    assert paying("pt-francesa").do(put_back(bet="rouge")) == []


def test_rulebook_without_restoration_refuses_a_restored_bet() -> None:
    with expect_refusal("no-rule-on-displaced-bets"):
        paying("it-campione").do(put_back(bet="noir"))


@pytest.mark.clause("it-venezia/general-2-3")
def test_imprisoned_bet_is_restored_on_an_even_chance_alone() -> None:
    day = paying("it-venezia", number=0)
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.PlaceBet(player="P2", bet="plein:20", amount=500))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=20))
    with expect_refusal("displaced-bet-in-prison", ref="b1", bet="plein:1"):
        day.do(put_back(bet="plein:1"))
    event, *_ = day.do(put_back(bet="rouge" if day.state.settled_bets[0].bet == "noir" else "noir"))
    assert isinstance(event, e.BetsReconstituted)
