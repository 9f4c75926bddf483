"""The hour of pt-francesa/25 is that of the stay at the table, in whatever seat, of everybody who spins there."""

import pytest

from tables.compliance.judgement import open_deadlines
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.shift import JudgedDay

pytestmark = pytest.mark.clause("pt-francesa/25")

OTHER = e.Person(id="n1", name="Croupier 9")


@pytest.fixture
def day() -> JudgedDay:
    return JudgedDay(get_rulebook("pt-francesa"))


def stays_open(day: JudgedDay) -> list[tuple[str, float]]:
    """Who is to leave, and in how many minutes."""
    return [
        (str(case.parameters["spinner"]), (case.due_at - day.now).total_seconds() / 60)
        for case in open_deadlines(day.state, day.rulebook)
        if case.rule == "time-at-ball"
    ]


def raised(day: JudgedDay) -> list[tuple[str, str]]:
    return [
        (str(each.parameters["spinner"]), each.code)
        for each in day.of_type(e.ViolationRaised)
        if isinstance(each, e.ViolationRaised) and each.rule == "time-at-ball"
    ]


def test_two_who_hand_the_ball_to_each_other_each_minute_for_four_hours_both_break_it(day: JudgedDay) -> None:
    chef, payer = day.state.staff["chef"], day.state.staff["payer"]
    for minute in range(240):
        day.pass_time(minutes=1)
        day.do(c.ChangeSpinner(person=(chef, payer)[minute % 2]))
    assert sorted(stays_open(day)) == sorted((each.name, -180) for each in (chef, payer))
    day.do(c.BeginBreak(person=chef), c.BeginBreak(person=payer))
    assert sorted(raised(day)) == sorted((each.name, "stayed-at-table") for each in (chef, payer))


def test_seated_dealer_without_the_ball_may_stay(day: JudgedDay) -> None:
    payer = day.state.staff["payer"]
    day.pass_time(minutes=59)
    day.do(c.ChangeStaff(position="payer", person=OTHER))
    day.pass_time(minutes=50)
    day.do(c.AnnounceBetsOpen())
    assert raised(day) == []
    assert stays_open(day) == [(OTHER.name, 10)]
    assert payer not in day.state.staff.values()


def test_the_hour_runs_from_coming_to_the_table_and_not_from_taking_the_ball(day: JudgedDay) -> None:
    chef = day.state.staff["chef"]
    day.pass_time(minutes=50)
    day.do(c.ChangeSpinner(person=chef))
    assert (chef.name, 10) in stays_open(day)


@pytest.mark.parametrize(("away", "left"), [(4, 16), (5, 60)], ids=["is back too soon", "has left"])
def test_absence_under_five_minutes_is_no_departure(day: JudgedDay, away: int, left: int) -> None:
    payer = day.state.staff["payer"]
    day.pass_time(minutes=40)
    day.do(c.BeginBreak(person=payer))
    day.pass_time(minutes=away)
    day.do(c.ChangeStaff(position="payer", person=payer), c.ChangeSpinner(person=payer))
    assert stays_open(day) == [(payer.name, left)]
