"""What is judged of a case, whatever its rule: each thing once, dated by when it was due, and when to look next."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tables.compliance.judgement import next_moment, open_deadlines
from tables.play import commands as c
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.state import Stage
from tables.roulette.loader import get_rulebook
from testkit.play import NOON
from testkit.refusals import expect_refusal
from testkit.shift import JudgedDay

WARN_AT = NOON + timedelta(minutes=55)
DUE_AT = NOON + timedelta(minutes=60)


def passed(stage: Stage) -> c.PassDeadline:
    return c.PassDeadline(rule="ball-change", case="ball-change-1", stage=stage)


@pytest.fixture
def day(hourly_ball: str) -> JudgedDay:
    return JudgedDay(get_rulebook(hourly_ball))


def test_the_next_moment_is_the_warning_then_the_end_then_none(day: JudgedDay) -> None:
    assert next_moment(day.state, day.rulebook) == WARN_AT
    day.pass_time(minutes=90)
    day.do(passed("warned"))
    assert next_moment(day.state, day.rulebook) == DUE_AT
    day.do(passed("overdue"))
    assert next_moment(day.state, day.rulebook) is None
    day.do(c.ChangeBall())
    assert next_moment(day.state, day.rulebook) == day.now + timedelta(minutes=55)


def test_noted_deadline_is_dated_by_its_due_time_and_names_its_case(day: JudgedDay) -> None:
    day.pass_time(minutes=90)
    warned, overdue = day.do(passed("warned"), passed("overdue"))
    assert isinstance(warned, e.DeadlineWarned)
    assert isinstance(overdue, e.ViolationRaised)
    assert warned.case == overdue.violation == "ball-change-1"
    assert [recorded.at for recorded in day.events[-2:]] == [WARN_AT, DUE_AT]


def test_a_violation_that_was_ended_by_other_means_is_raised_and_resolved_no_more(day: JudgedDay) -> None:
    day.pass_time(minutes=90)
    day.do(passed("warned"), passed("overdue"))
    ended = e.ViolationResolved(violation="ball-change-1", rule="ball-change", clause="sixth/1")
    day.state = evolve(day.state, Recorded(ended, day.state.version + 1, day.now), day.rulebook)
    assert day.do(passed("warned"), passed("overdue")) == []
    assert next_moment(day.state, day.rulebook) is None
    assert day.do(c.ChangeBall()) == [e.BallChanged(ball="B", previous="A", announced=True)]


def test_a_warning_from_before_it_named_its_case_is_not_given_again(day: JudgedDay) -> None:
    old = e.DeadlineWarned(rule="ball-change", clause="sixth/1", opened_at=NOON, due_at=DUE_AT)
    day.state = evolve(day.state, Recorded(old, 2, WARN_AT), day.rulebook)
    day.pass_time(minutes=58)
    assert day.do(passed("warned")) == []
    assert next_moment(day.state, day.rulebook) == DUE_AT


def test_a_warning_that_comes_after_the_violation_takes_nothing_back(day: JudgedDay) -> None:
    day.pass_time(minutes=90)
    day.do(passed("overdue"))
    assert day.do(passed("warned")) == []
    late = e.DeadlineWarned(rule="ball-change", clause="sixth/1", opened_at=NOON, due_at=DUE_AT)
    day.state = evolve(day.state, Recorded(late, day.state.version + 1, WARN_AT), day.rulebook)
    assert day.state.noted == {"ball-change-1": "overdue"}


def test_a_closed_table_has_no_open_case_and_nothing_is_noted_of_it(day: JudgedDay) -> None:
    day.do(c.CloseTable())
    day.pass_time(minutes=90)
    assert open_deadlines(day.state, day.rulebook) == []
    assert next_moment(day.state, day.rulebook) is None
    assert day.do(passed("overdue")) == []


def test_the_next_day_begins_with_nothing_noted(day: JudgedDay) -> None:
    day.pass_time(minutes=90)
    day.do(passed("warned"), passed("overdue"), c.CloseTable())
    next_day = JudgedDay(day.rulebook, after=day.state, now=day.now)
    assert next_day.state.noted == {}
    assert next_moment(next_day.state, next_day.rulebook) == day.now + timedelta(minutes=55)


def test_a_rule_that_nobody_knows_is_refused(day: JudgedDay) -> None:
    with expect_refusal("deadline-unknown", rule="tea-time"):
        day.do(replace(passed("warned"), rule="tea-time"))


def test_a_rulebook_without_the_rule_has_nothing_to_note() -> None:
    venezia = JudgedDay(get_rulebook("it-venezia"))
    venezia.pass_time(minutes=90)
    assert venezia.do(passed("overdue")) == []
