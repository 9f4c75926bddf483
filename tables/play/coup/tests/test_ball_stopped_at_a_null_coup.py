"""What became of the ball at a null coup: stopped before it fell, or in a number that is no result."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

STOP = pytest.mark.clause("it-campione/11-stop")


@pytest.fixture
def day() -> DayInHand:
    day = DayInHand(get_rulebook("it-campione"))
    day.coup(20)
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), c.LaunchBall())
    return day


def annulled(day: DayInHand, reason: str, **said: object) -> e.CoupAnnulled:
    (event,) = day.do(c.AnnulCoup(reason=reason, **said))  # type: ignore[arg-type]
    assert isinstance(event, e.CoupAnnulled)
    return event


@pytest.mark.clause("it-campione/11")
def test_a_ball_that_stopped_before_it_dropped_makes_the_coup_null(day: DayInHand) -> None:
    day.do(c.CloseBets(), c.HangBall())
    event = annulled(day, "ball-stopped")
    assert (event.reason, event.clause, event.previous_number) == ("ball-stopped", "it-campione/11", 20)
    assert (day.state.phase, day.state.number) == ("betting", 20)


@STOP
def test_a_ball_that_the_croupier_stopped_is_recorded_as_such(day: DayInHand) -> None:
    event = annulled(day, "foreign-object", stopped=True)
    assert (event.stopped, event.number_fell) == (True, None)


@STOP
def test_a_number_that_fell_first_is_recorded_and_is_no_result(day: DayInHand) -> None:
    day.do(c.CloseBets())
    event = annulled(day, "same-direction", number=17)
    assert (event.stopped, event.number_fell) == (False, 17)
    assert day.state.number == 20, "the ball goes back on the number before"
    assert len(day.of_type(e.NumberFell)) == 1
    assert day.state.payments_open == ()
    assert [bet.bet for bet in day.state.bets] == ["plein:17"], "it has not won, and lies on"


@STOP
def test_a_ball_was_stopped_or_fell_and_not_both(day: DayInHand) -> None:
    with expect_refusal("ball-stopped-and-fell", clause="it-campione/11-stop", number=17):
        annulled(day, "foreign-object", stopped=True, number=17)
    with expect_refusal("number-not-on-wheel", clause="it-campione/11-stop", value="00"):
        annulled(day, "foreign-object", number=37)
    assert not day.of_type(e.CoupAnnulled)
