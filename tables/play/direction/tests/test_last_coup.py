"""The last coup is announced and played before a table closes, where the rulebook asks for it."""

import pytest

from tables.play import commands as c
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.clause("it-campione/14")


@pytest.fixture
def day() -> DayInHand:
    day = DayInHand(get_rulebook("it-campione"))
    day.coup(7)
    return day


def test_a_table_does_not_close_before_its_last_coup_is_announced(day: DayInHand) -> None:
    with expect_refusal("last-coup-to-announce") as refused:
        day.do(c.CloseTable())
    assert refused.value.clause == "it-campione/14"


def test_nor_before_the_announced_one_is_played(day: DayInHand) -> None:
    day.do(c.AnnounceLastCoup())
    with expect_refusal("last-coup-to-play", coup=2):
        day.do(c.CloseTable())
    day.coup(8)
    day.do(c.CloseTable())
    assert day.state.phase == "closed"


def test_the_coup_at_hand_is_the_last_if_its_ball_has_not_been_launched(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.AnnounceLastCoup())
    assert day.state.direction.last_coup == 2


def test_last_coup_cannot_be_announced_while_the_ball_runs(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall())
    with expect_refusal("last-coup-while-ball-runs"):
        day.do(c.AnnounceLastCoup())


def test_after_it_no_further_coup_is_opened_unless_it_is_taken_back(day: DayInHand) -> None:
    day.do(c.AnnounceLastCoup())
    day.coup(8)
    with expect_refusal("last-coup-was-played", coup=2):
        day.do(c.AnnounceBetsOpen())
    day.do(c.RevokeLastCoup(reason="the direction prolongs the evening"))
    day.coup(9)
    assert day.state.coup == 3


def test_a_table_at_which_nothing_was_played_closes() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.CloseTable())


def test_a_rulebook_without_the_rule_closes_without() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    day.coup(7)
    day.do(c.CloseTable())


def test_a_ball_that_is_launched_after_the_last_coup_brings_no_bets_with_it(day: DayInHand) -> None:
    day.do(c.AnnounceLastCoup())
    day.coup(5)
    day.do(c.LaunchBall(), c.FailLaunch(reason="it was taken out again"))
    with expect_refusal("bet-after-last-coup", last=2) as refused:
        day.do(c.PlaceBet(player="P1", bet="rouge", amount=5000))
    assert refused.value.clause == "it-campione/14"
    day.do(c.CloseTable())
