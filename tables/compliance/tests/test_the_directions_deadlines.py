"""What the direction must do in minutes: have the sign changed, and tell control of a suspension."""

import pytest

from tables.compliance.judgement import open_deadlines
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from testkit.shift import JudgedDay

ANNOUNCED = c.ChangeLimits(limits=Limits(minimum=2000), players_told=True, sign_changed=False)
SUSPENDED = c.SuspendTable(reason="breakdown", detail="the wheel")
TOLD = c.NotifyControl(notice="by telephone")


def raised(day: JudgedDay) -> list[tuple[str, str, float]]:
    """Rule, clause, and minutes after the day's opening."""
    began = day.events[0].at
    return [
        (each.event.rule, each.event.clause, (each.at - began).total_seconds() / 60)
        for each in day.events
        if isinstance(each.event, e.ViolationRaised)
    ]


def cases(day: JudgedDay, rule: str) -> list[str]:
    return [case.name for case in open_deadlines(day.state, day.rulebook) if case.rule == rule]


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param(clause.partition("/")[0], clause, marks=pytest.mark.clause(clause))
        for clause in ("it-campione/5", "it-venezia/general-10")
    ],
)
def test_a_sign_not_confirmed_in_five_minutes_is_a_violation_until_it_is(house: str, clause: str) -> None:
    day = JudgedDay(get_rulebook(house))
    day.do(ANNOUNCED)
    (case,) = cases(day, "sign-confirmation")
    day.pass_time(minutes=6)
    day.do(c.PassDeadline(rule="sign-confirmation", stage="overdue", case=case))
    assert raised(day) == [("sign-confirmation", clause, 5)]
    day.do(c.ConfirmSign())
    (resolved,) = day.of_type(e.ViolationResolved)
    assert isinstance(resolved, e.ViolationResolved) and resolved.late_s == 60
    assert cases(day, "sign-confirmation") == []


def test_a_sign_confirmed_in_time_leaves_nothing_behind() -> None:
    day = JudgedDay(get_rulebook("it-campione"))
    day.do(ANNOUNCED)
    day.pass_time(minutes=4)
    day.do(c.ConfirmSign())
    assert raised(day) == []


@pytest.mark.clause("it-campione/15")
def test_control_not_told_in_ten_minutes_is_a_violation_until_it_is() -> None:
    day = JudgedDay(get_rulebook("it-campione"))
    day.do(SUSPENDED)
    day.pass_time(minutes=12)
    day.do(TOLD)
    assert raised(day) == [("notice-to-control", "it-campione/15", 10)]
    assert len(day.of_type(e.ViolationResolved)) == 1


@pytest.mark.clause("it-campione/15")
def test_a_suspension_that_ended_meanwhile_is_still_to_be_told() -> None:
    day = JudgedDay(get_rulebook("it-campione"))
    day.do(SUSPENDED)
    day.pass_time(minutes=3)
    day.do(c.ResumeTable())
    assert len(cases(day, "notice-to-control")) == 1
    day.do(TOLD)
    assert (cases(day, "notice-to-control"), raised(day)) == ([], [])


@pytest.mark.clause("it-venezia/general-11")
def test_suspension_without_a_notice_rule_has_no_deadline() -> None:
    day = JudgedDay(get_rulebook("it-venezia"))
    day.do(c.SuspendTable(detail="a guest fell ill"))
    assert cases(day, "notice-to-control") == []
