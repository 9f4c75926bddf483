"""Stakes in prison stay on the cloth, their owners choose, and the next day inherits them."""

import pytest

from tables.play import commands as c
from tables.play.testing import DayInHand
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused


def imprisoned(rulebook: str) -> DayInHand:
    day = DayInHand(get_rulebook(rulebook))
    stake = 10 * (day.rulebook.default_limits.minimum)
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=stake))
    day.do(c.CloseBets(), c.DeclareNumber(number=0))
    return day


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("rulebook", ["it-campione", "it-venezia"])
def test_zero_leaves_even_chances_in_prison_and_a_win_frees_them(rulebook: str) -> None:
    day = imprisoned(rulebook)
    assert [(bet.ref, bet.level) for bet in day.state.bets] == [("b1", 1)]
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=32))
    assert day.state.bets == ()


@pytest.mark.parametrize("rulebook", ["pt-francesa", "pt-americana", "it-live"])
def test_where_there_is_no_prison_nothing_stays(rulebook: str) -> None:
    day = imprisoned(rulebook)
    assert day.state.bets == ()
    with pytest.raises(Refused, match="knows no prison"):
        day.do(c.ChoosePrison(ref="b1", choice="partage"))


@pytest.mark.clause("it-venezia/prison")
def test_a_stake_imprisoned_twice_must_win_twice() -> None:
    day = imprisoned("it-venezia")
    for number, level in ((0, 2), (32, 1)):
        day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=number))
        assert [bet.level for bet in day.state.bets] == [level]


@pytest.mark.clause("it-venezia/prison")
def test_a_split_stake_leaves_the_cloth_and_a_moved_one_stays_bound() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ChoosePrison(ref="b1", choice="move:pari"))
    assert [(bet.bet, bet.level) for bet in day.state.bets] == [("pair", 1)]
    with pytest.raises(Refused, match="in prison"):
        day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.WithdrawBet(ref="b1"))
    day.do(c.ChoosePrison(ref="b1", choice="partage"))
    assert day.state.bets == ()
    with pytest.raises(Refused, match="already split"):
        day.do(c.ChoosePrison(ref="b1", choice="stay"))


@pytest.mark.clause("it-campione/3")
def test_the_choice_ends_when_the_next_bets_are_closed() -> None:
    day = imprisoned("it-campione")
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.CloseBets())
    with pytest.raises(Refused, match="the stake stays as it lies"):
        day.do(c.ChoosePrison(ref="b1", choice="partage"))


def test_an_imprisoned_stake_moves_to_even_chances_only() -> None:
    day = imprisoned("it-campione")
    with pytest.raises(Refused, match="is no even chance"):
        day.do(c.ChoosePrison(ref="b1", choice="move:plein:17"))


def test_a_number_that_stands_after_all_decides_again_who_is_in_prison() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=10_000), c.CloseBets())
    day.do(c.DeclareNumber(number=0, source="reader"), c.DeclareNumber(number=26))
    assert [bet.level for bet in day.state.bets] == [1]
    day.do(c.ResolveDiscrepancy(number=26, reason="seen by the chief"))
    assert day.state.bets == ()


def test_the_next_day_inherits_the_prison() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ConfirmPayments(), c.CloseTable())
    assert [(stake.ref, stake.level) for stake in day.state.carried] == [("b1", 1)]
    heir = DayInHand(day.rulebook, after=day.state)
    assert [(bet.ref, bet.level) for bet in heir.state.bets] == [("b1", 1)]
    heir.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 2", bet="noir", amount=10_000))
    assert [bet.ref for bet in heir.state.bets] == ["b1", "b2"], (
        "a carried stake keeps its reference to itself"
    )


@pytest.mark.clause("it-venezia/prison")
def test_a_stake_that_was_split_does_not_come_back_when_the_zero_stands_after_all() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ChoosePrison(ref="b1", choice="partage"), c.DeclareNumber(number=5))
    day.do(c.ResolveDiscrepancy(number=0, reason="the chief saw it"))
    assert day.state.bets == ()
    with pytest.raises(Refused, match="already split"):
        day.do(c.ChoosePrison(ref="b1", choice="stay"))


def test_a_void_launch_locks_stakes_in_prison_too() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ConfirmPayments(), c.LaunchBall(source="reader"), c.SeeVoid(reader="W", reasons=("ball_lost",)))
    with pytest.raises(Refused, match="are closed"):
        day.do(c.ChoosePrison(ref="b1", choice="partage"))
