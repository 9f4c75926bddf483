"""The ball is changed in time, to the other one and announced; or the record says how late, and what was wrong."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import Stage
from tables.roulette.loader import get_rulebook
from testkit.play import NOON
from testkit.shift import JudgedDay

OVERDUE = c.PassDeadline(rule="ball-change", case="ball-change-1", stage="overdue")


@pytest.fixture
def francesa() -> JudgedDay:
    return JudgedDay(get_rulebook("pt-francesa"))


def raised_after_s(day: JudgedDay) -> list[float]:
    """When a change of ball was missed, in seconds after the day's opening."""
    return [
        (recorded.at - NOON).total_seconds()
        for recorded in day.events
        if isinstance(recorded.event, e.ViolationRaised) and recorded.event.rule == "ball-change"
    ]


def seconds_late(day: JudgedDay) -> list[int | None]:
    return [event.late_s for event in day.of_type(e.ViolationResolved) if event.rule == "ball-change"]


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_changed_within_the_hour_breaks_nothing(francesa: JudgedDay) -> None:
    francesa.pass_time(minutes=60)
    assert francesa.do(c.ChangeBall()) == [e.BallChanged(ball="B", previous="A", announced=True)]


@pytest.mark.clause("pt-francesa/9")
@pytest.mark.parametrize("swept", [True, False])
def test_a_ball_changed_late_is_one_violation_whether_or_not_a_sweep_saw_it(
    francesa: JudgedDay, swept: bool
) -> None:
    francesa.pass_time(minutes=61)
    if swept:
        francesa.do(OVERDUE)
        assert francesa.do(OVERDUE) == []
    francesa.pass_time(minutes=2)
    francesa.do(c.ChangeBall())
    assert raised_after_s(francesa) == [3600]
    assert seconds_late(francesa) == [180]
    assert francesa.state.violations == ()


@pytest.mark.clause("pt-francesa/9")
@pytest.mark.parametrize("swept", [True, False])
def test_a_table_that_closes_with_the_change_overdue_has_missed_it_whether_or_not_a_sweep_saw_it(
    francesa: JudgedDay, swept: bool
) -> None:
    francesa.pass_time(minutes=75)
    if swept:
        francesa.do(OVERDUE)
    francesa.do(c.CloseTable())
    assert raised_after_s(francesa) == [3600]
    assert seconds_late(francesa) == [], "closing is not changing the ball"
    assert francesa.state.phase == "closed"


@pytest.mark.clause("pt-francesa/9")
def test_a_change_told_after_the_violation_but_made_in_time_is_not_late(francesa: JudgedDay) -> None:
    francesa.pass_time(minutes=61)
    francesa.do(OVERDUE)
    francesa.pass_time(minutes=-2)
    francesa.do(c.ChangeBall())
    assert seconds_late(francesa) == [0]
    assert francesa.state.violations == ()


def test_a_deadline_of_a_ball_that_is_out_of_play_makes_no_event(francesa: JudgedDay) -> None:
    francesa.pass_time(minutes=30)
    francesa.do(c.ChangeBall())
    francesa.pass_time(minutes=40)
    assert francesa.do(OVERDUE) == []


@pytest.mark.parametrize("stage", ["warned", "overdue"])
def test_a_sweep_that_comes_before_the_time_records_nothing(francesa: JudgedDay, stage: Stage) -> None:
    francesa.pass_time(minutes=54)
    assert francesa.do(c.PassDeadline(rule="ball-change", case="ball-change-1", stage=stage)) == []


@pytest.mark.clause("pt-francesa/9")
def test_the_same_ball_again_or_an_unannounced_change_is_a_violation(francesa: JudgedDay) -> None:
    made = francesa.do(c.ChangeBall(ball="A", announced=False))
    assert isinstance(made[0], e.BallChanged)
    raised = [event for event in made[1:] if isinstance(event, e.ViolationRaised)]
    assert len(raised) == len(made) - 1
    assert [event.rule for event in raised] == ["same-ball-again", "ball-change-unannounced"]
    assert {event.clause for event in raised} == {"pt-francesa/9"}


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_that_is_put_back_into_play_goes_on_with_its_hour(francesa: JudgedDay) -> None:
    francesa.pass_time(minutes=50)
    francesa.do(c.ChangeBall(ball="A"))
    francesa.pass_time(minutes=15)
    francesa.do(c.ChangeBall())
    assert raised_after_s(francesa) == [3600]
    assert seconds_late(francesa) == [300]


@pytest.mark.clause("pt-francesa/9", "pt-americana/17")
@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
def test_ball_changed_before_the_hour_breaks_nothing_and_begins_a_new_hour(house: str) -> None:
    day = JudgedDay(get_rulebook(house))
    day.pass_time(minutes=20)
    assert day.do(c.ChangeBall()) == [e.BallChanged(ball="B", previous="A", announced=True)]
    day.pass_time(minutes=60)
    assert day.do(c.ChangeBall()) == [e.BallChanged(ball="A", previous="B", announced=True)]
    day.pass_time(minutes=61)
    day.do(c.ChangeBall())
    assert raised_after_s(day) == [(20 + 60 + 60) * 60]


def test_same_ball_again_breaks_no_clause_without_a_rule() -> None:
    venezia = JudgedDay(get_rulebook("it-venezia"))
    made = venezia.do(c.ChangeBall(ball="A", announced=False))
    assert made == [e.BallChanged(ball="A", previous="A", announced=False)]
