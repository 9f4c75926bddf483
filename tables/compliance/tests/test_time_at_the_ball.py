"""The time at the ball: an hour, or half of one; excused by notice or by force majeure where the rulebook says so."""

import pytest

from tables.compliance.judgement import open_deadlines
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.shift import JudgedDay

NEXT = e.Person(id="n1", name="Croupier 9")
AFTER = e.Person(id="n2", name="Croupier 10")
CLAUSES = [
    pytest.param("pt-francesa", 60, marks=pytest.mark.clause("pt-francesa/25")),
    pytest.param("pt-americana", 30, marks=pytest.mark.clause("pt-americana/35")),
    pytest.param("it-campione", 30, marks=pytest.mark.clause("it-campione/13")),
]


def at_ball(day: JudgedDay) -> list[str]:
    return [case.name for case in open_deadlines(day.state, day.rulebook) if case.rule == "time-at-ball"]


def violations(day: JudgedDay) -> list[tuple[str, str]]:
    found = [each for each in day.of_type(e.ViolationRaised) if isinstance(each, e.ViolationRaised)]
    return [(each.rule, each.clause) for each in found if each.rule != "ball-change"]


@pytest.mark.parametrize(("house", "minutes"), CLAUSES)
def test_overlong_spinning_is_a_violation_from_its_due_time(house: str, minutes: int) -> None:
    day = JudgedDay(get_rulebook(house))
    began = day.now
    (case,) = at_ball(day)
    day.pass_time(minutes=minutes - 5)
    day.do(c.PassDeadline(rule="time-at-ball", stage="warned", case=case))
    assert len(day.of_type(e.DeadlineWarned)) == 1
    day.pass_time(minutes=8)
    day.do(c.ChangeSpinner(person=NEXT))
    (raised,) = [each for each in day.events if isinstance(each.event, e.ViolationRaised)]
    assert (raised.at - began).total_seconds() == minutes * 60
    assert isinstance(raised.event, e.ViolationRaised)
    assert raised.event.clause == get_rulebook(house).time_at_ball.clause  # type: ignore[union-attr]
    (resolved,) = day.of_type(e.ViolationResolved)
    assert isinstance(resolved, e.ViolationResolved) and resolved.late_s == 180


@pytest.mark.parametrize(("house", "minutes"), CLAUSES)
def test_passed_on_in_time_it_leaves_nothing_behind(house: str, minutes: int) -> None:
    day = JudgedDay(get_rulebook(house))
    day.pass_time(minutes=minutes - 1)
    day.do(c.ChangeSpinner(person=NEXT))
    assert violations(day) == []


@pytest.mark.clause("it-campione/13")
def test_with_notice_to_the_inspector_the_ball_is_passed_later_and_that_is_no_violation() -> None:
    day = JudgedDay(get_rulebook("it-campione"))
    day.pass_time(minutes=28)
    day.do(c.ExcuseTimeAtBall(words="told to inspector Demo at the table"))
    assert at_ball(day) == []
    day.pass_time(minutes=20)
    day.do(c.ChangeSpinner(person=NEXT))
    assert violations(day) == []


@pytest.mark.clause("it-campione/13")
def test_notice_that_comes_late_ends_the_violation_and_does_not_undo_it() -> None:
    day = JudgedDay(get_rulebook("it-campione"))
    day.pass_time(minutes=33)
    day.do(c.ExcuseTimeAtBall(words="told to inspector Demo"))
    assert violations(day) == [("time-at-ball", "it-campione/13")]
    assert len(day.of_type(e.ViolationResolved)) == 1


@pytest.mark.clause("it-campione/13")
@pytest.mark.parametrize(
    ("minutes", "before", "notice", "broken"),
    [
        (10, "", "", "ball-passed-early"),
        (24, "", "", "ball-passed-early"),
        (10, "", "told to inspector Demo", "ball-passed-early-told-late"),
        (10, "told to inspector Demo", "", None),
        (25, "", "", None),
    ],
    ids=["early", "six minutes early", "told with the hand-over", "told before", "about in time"],
)
def test_an_earlier_pass_needs_notice_before_it(
    minutes: int, before: str, notice: str, broken: str | None
) -> None:
    day = JudgedDay(get_rulebook("it-campione"))
    day.pass_time(minutes=minutes)
    if before:
        day.do(c.ExcuseTimeAtBall(words=before))
    day.do(c.ChangeSpinner(person=NEXT, notice=notice))
    found = [each for each in day.of_type(e.ViolationRaised) if isinstance(each, e.ViolationRaised)]
    assert [each.code for each in found] == ([broken] if broken else [])


@pytest.mark.clause("it-campione/13")
def test_a_notice_holds_for_one_hand_over() -> None:
    day = JudgedDay(get_rulebook("it-campione"))
    day.do(c.ExcuseTimeAtBall(words="told to inspector Demo"))
    day.pass_time(minutes=10)
    day.do(c.ChangeSpinner(person=NEXT))
    day.pass_time(minutes=10)
    day.do(c.ChangeSpinner(person=AFTER))
    assert violations(day) == [("ball-passed-early", "it-campione/13")]


@pytest.mark.clause("pt-americana/35")
def test_force_majeure_excuses_until_the_replacement_and_no_longer() -> None:
    day = JudgedDay(get_rulebook("pt-americana"))
    day.do(c.ExcuseTimeAtBall(words="the replacement fell ill"))
    assert day.state.roster.excused is not None
    assert day.state.roster.excused.kind == "force-majeure"
    day.pass_time(minutes=45)
    day.do(c.ChangeSpinner(person=NEXT))
    assert day.state.roster.excused is None, "it stood until the replacement"
    day.pass_time(minutes=31)
    day.do(c.ChangeSpinner(person=AFTER))
    assert violations(day) == [("time-at-ball", "pt-americana/35")]


@pytest.mark.parametrize("house", ["it-venezia", "it-live"])
def test_a_rulebook_that_counts_no_time_at_the_ball_has_no_case(house: str) -> None:
    assert at_ball(JudgedDay(get_rulebook(house))) == []


@pytest.mark.parametrize(("house", "minutes"), CLAUSES)
def test_dealer_on_a_break_gives_up_the_ball(house: str, minutes: int) -> None:
    day = JudgedDay(get_rulebook(house))
    spinner = day.state.spinner
    assert spinner is not None
    day.pass_time(minutes=minutes - 2)
    day.do(c.BeginBreak(person=spinner))
    assert (day.state.spinner, day.state.spinner_since, at_ball(day)) == (None, None, [])
    day.pass_time(minutes=20)
    day.do(c.ChangeSpinner(person=NEXT))
    assert violations(day) == []
    changed = [event for event in day.of_type(e.SpinnerChanged) if isinstance(event, e.SpinnerChanged)]
    assert [(each.previous, each.person) for each in changed] == [(spinner, None), (None, NEXT)]
