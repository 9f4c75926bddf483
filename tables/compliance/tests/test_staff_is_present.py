"""Play without the chef, or without a croupier whom the table needs, is a violation for as long as it lasts."""

import pytest

from tables.compliance.judgement import next_moment, open_deadlines
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.shift import JudgedDay

pytestmark = pytest.mark.clause("it-venezia/staff")
RELIEF = e.Person(id="r1", name="Relief")


@pytest.fixture
def day() -> JudgedDay:
    return JudgedDay(get_rulebook("it-venezia"))


def cases(day: JudgedDay) -> list[str]:
    return [each.name for each in open_deadlines(day.state, day.rulebook) if each.rule == "staff-presence"]


def leaves(day: JudgedDay, position: str) -> None:
    day.do(c.BeginBreak(person=day.state.staff[position]))


def swept(day: JudgedDay) -> None:
    for case in cases(day):
        day.do(c.PassDeadline(rule="staff-presence", stage="overdue", case=case))


def raised(day: JudgedDay) -> list[e.ViolationRaised]:
    return [each for each in day.of_type(e.ViolationRaised) if isinstance(each, e.ViolationRaised)]


@pytest.mark.parametrize(
    ("position", "label"),
    [("chef", "Chef de table"), ("droite", "Croupier di destra"), ("gauche", "Croupier di sinistra")],
)
def test_empty_seat_is_a_violation_from_its_beginning(day: JudgedDay, position: str, label: str) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall())
    day.pass_time(minutes=1)
    began = day.now
    leaves(day, position)
    assert next_moment(day.state, day.rulebook) == began
    day.pass_time(minutes=2)
    swept(day)
    (violation,) = raised(day)
    assert (violation.rule, violation.code, violation.clause, violation.coup) == (
        "staff-presence",
        "played-without-staff",
        "it-venezia/staff",
        1,
    )
    assert violation.due_at == began
    assert violation.parameters == {"positions": [label], "coup": 1}
    assert not day.of_type(e.DeadlineWarned), "there is no time in which to warn"


def test_empty_seat_ends_when_filled(day: JudgedDay) -> None:
    day.do(c.AnnounceBetsOpen())
    leaves(day, "chef")
    day.pass_time(minutes=3)
    swept(day)
    day.pass_time(minutes=1)
    day.do(c.ChangeStaff(position="chef", person=RELIEF))
    (resolved,) = day.of_type(e.ViolationResolved)
    assert isinstance(resolved, e.ViolationResolved) and resolved.late_s == 240
    assert cases(day) == []


def test_a_gap_that_no_sweep_saw_is_recorded_all_the_same(day: JudgedDay) -> None:
    day.do(c.AnnounceBetsOpen())
    leaves(day, "droite")
    day.pass_time(minutes=1)
    day.do(c.ChangeStaff(position="droite", person=RELIEF))
    assert [each.rule for each in raised(day)] == ["staff-presence"]
    assert len(day.of_type(e.ViolationResolved)) == 1


def test_a_seat_that_changes_hands_at_once_breaks_nothing(day: JudgedDay) -> None:
    day.do(c.AnnounceBetsOpen())
    day.do(c.ChangeStaff(position="droite", person=day.state.staff["bout"]))
    day.do(c.ChangeStaff(position="chef", person=RELIEF))
    assert (cases(day), raised(day)) == ([], [])


def test_opposite_seat_may_be_empty(day: JudgedDay) -> None:
    day.do(c.AnnounceBetsOpen())
    leaves(day, "bout")
    assert cases(day) == []


def test_between_two_coups_a_seat_may_be_empty_and_the_next_coup_begins_the_violation(day: JudgedDay) -> None:
    leaves(day, "chef")
    assert cases(day) == []
    day.pass_time(minutes=5)
    day.do(c.AnnounceBetsOpen())
    began = day.now
    swept(day)
    assert [each.due_at for each in raised(day)] == [began]


def test_while_play_is_suspended_there_is_none(day: JudgedDay) -> None:
    day.do(c.AnnounceBetsOpen(), c.SuspendTable(detail="evacuation"))
    leaves(day, "chef")
    assert cases(day) == []
    day.do(c.ResumeTable())
    assert len(cases(day)) == 1


def test_a_second_gap_of_the_day_is_a_violation_of_its_own(day: JudgedDay) -> None:
    day.do(c.AnnounceBetsOpen())
    for _ in range(2):
        leaves(day, "chef")
        day.pass_time(minutes=1)
        day.do(c.ChangeStaff(position="chef", person=RELIEF))
    assert len({each.violation for each in raised(day)}) == 2


@pytest.mark.parametrize("house", ["pt-francesa", "it-campione", "it-live", "pt-americana"])
def test_seat_without_a_clause_is_not_watched(house: str) -> None:
    day = JudgedDay(get_rulebook(house))
    day.do(c.AnnounceBetsOpen())
    leaves(day, day.rulebook.staff.required[0])
    assert cases(day) == []
