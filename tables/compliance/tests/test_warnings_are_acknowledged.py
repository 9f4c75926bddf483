"""A warning of a deadline is acknowledged once, by somebody of the staff, and goes on to its violation all the same."""

import pytest

from tables.compliance.judgement import open_deadlines
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.refusals import expect_refusal
from testkit.shift import JudgedDay

BOSS = e.Signature(person=e.Person(id="b", name="Pit boss 1"), role="pit_boss")
CHEF = e.Signature(person=e.Person(id="c", name="Chef 1"), role="chef_de_table")


@pytest.fixture
def day() -> JudgedDay:
    return JudgedDay(get_rulebook("pt-francesa"))


def warned(day: JudgedDay) -> str:
    """The name of the ball's deadline, of which the table was warned."""
    (case,) = [each.name for each in open_deadlines(day.state, day.rulebook) if each.rule == "ball-change"]
    day.pass_time(minutes=56)
    day.do(c.PassDeadline(rule="ball-change", stage="warned", case=case))
    return case


def test_acknowledged_warning_has_its_person_and_time(day: JudgedDay) -> None:
    case = warned(day)
    day.do(c.AcknowledgeWarning(case=case, signatures=(BOSS,)))
    assert day.of_type(e.WarningAcknowledged) == [e.WarningAcknowledged(case=case, by=BOSS.person)]
    seen = day.state.warnings_seen[case]
    assert (seen.by, seen.at) == ("Pit boss 1", day.now)


def test_the_second_is_told_who_was_first(day: JudgedDay) -> None:
    case = warned(day)
    day.do(c.AcknowledgeWarning(case=case, signatures=(BOSS,)))
    with expect_refusal("warning-known-already", by="Pit boss 1"):
        day.do(c.AcknowledgeWarning(case=case, signatures=(CHEF,)))


def test_unknown_or_overdue_warning_cannot_be_acknowledged(day: JudgedDay) -> None:
    with expect_refusal("warning-not-given", case="ball-change-1"):
        day.do(c.AcknowledgeWarning(case="ball-change-1", signatures=(BOSS,)))
    case = warned(day)
    day.pass_time(minutes=5)
    day.do(c.PassDeadline(rule="ball-change", stage="overdue", case=case))
    with expect_refusal("warning-not-given", case=case):
        day.do(c.AcknowledgeWarning(case=case, signatures=(BOSS,)))


def test_an_acknowledged_deadline_is_a_violation_when_it_is_past(day: JudgedDay) -> None:
    case = warned(day)
    day.do(c.AcknowledgeWarning(case=case, signatures=(BOSS,)))
    day.pass_time(minutes=5)
    day.do(c.PassDeadline(rule="ball-change", stage="overdue", case=case))
    assert [violation.violation for violation in day.state.violations] == [case]
