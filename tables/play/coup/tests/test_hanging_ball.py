"""A ball that hangs on an obstacle: while it does, no bet is added or taken."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

ROUGE = c.PlaceBet(player="Seat 1", bet="rouge", amount=5000)


@pytest.fixture
def campione() -> DayInHand:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen(), ROUGE)
    return day


@pytest.mark.clause("it-campione/11")
@pytest.mark.parametrize("asked", [ROUGE, c.WithdrawBet(ref="b1"), c.MoveBet(ref="b1", bet="noir")])
def test_while_the_ball_hangs_no_bet_is_added_or_taken(campione: DayInHand, asked: c.Command) -> None:
    campione.do(c.LaunchBall())
    assert campione.do(c.HangBall(), c.HangBall()) == [e.BallHung(coup=1, source="staff")]
    with expect_refusal("ball-hangs", coup=1) as refused:
        campione.do(asked)
    assert refused.value.clause == "it-campione/11"
    assert [bet.bet for bet in campione.state.bets] == ["rouge"]


@pytest.mark.clause("it-campione/11")
def test_a_bet_accepted_by_the_chief_is_frozen_with_the_others(campione: DayInHand) -> None:
    campione.do(c.LaunchBall(), c.HangBall())
    with expect_refusal("ball-hangs"):
        campione.do(c.AcceptLateBet(bet=ROUGE))


@pytest.mark.clause("it-campione/11")
def test_bets_move_again_once_the_ball_runs_or_the_coup_is_null(campione: DayInHand) -> None:
    campione.do(c.LaunchBall(), c.HangBall())
    assert campione.do(c.FreeBall(), c.FreeBall()) == [e.BallFreed(coup=1, source="staff")]
    campione.do(c.HangBall(), c.AnnulCoup(reason="foreign-object"), c.WithdrawBet(ref="b1"), ROUGE)
    assert campione.state.course.hangs_since is None
    assert campione.state.course.annulled, "the ball is still to be launched again"
    campione.do(c.LaunchBall())
    assert not campione.state.course.annulled


@pytest.mark.clause("it-campione/11")
@pytest.mark.parametrize("choice", ["partage", "move:noir"])
def test_a_stake_in_prison_is_neither_split_nor_moved_while_the_ball_hangs(
    campione: DayInHand, choice: str
) -> None:
    campione.do(c.LaunchBall(), c.DeclareNumber(number=0), c.ConfirmPayments())
    campione.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.HangBall())
    with expect_refusal("ball-hangs"):
        campione.do(c.ChoosePrison(ref="b1", choice=choice))
    campione.do(c.FreeBall(), c.ChoosePrison(ref="b1", choice=choice))


def test_late_bet_is_recorded_while_the_ball_hangs(campione: DayInHand) -> None:
    campione.do(c.LaunchBall(), c.HangBall(), c.SeeLateBet(player="Seat 2", bet="plein:7", amount=500))
    assert len(campione.of_type(e.LateBetSeen)) == 1


@pytest.mark.parametrize("before", [(), (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=7))])
def test_ball_cannot_hang_unless_it_runs(campione: DayInHand, before: tuple[c.Command, ...]) -> None:
    campione.do(*before)
    with expect_refusal("no-ball-to-hang"):
        campione.do(c.HangBall())


def test_number_ends_a_hanging_ball(campione: DayInHand) -> None:
    campione.do(c.LaunchBall(), c.HangBall(), c.DeclareNumber(number=7), c.ConfirmPayments())
    campione.do(c.AnnounceBetsOpen(), ROUGE)
    assert campione.state.course.hangs_since is None


def test_a_house_without_the_rule_freezes_nothing() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.HangBall(), ROUGE)
    assert [bet.bet for bet in day.state.bets] == ["rouge"]
