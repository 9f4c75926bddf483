"""The hour of the ball and the time at it count while the table is in play: a suspension stops them."""

import pytest

from tables.compliance.judgement import open_deadlines
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import NOON
from testkit.shift import JudgedDay

NEXT = e.Person(id="n1", name="Croupier 9")


def due_after_minutes(day: JudgedDay, rule: str) -> list[float]:
    return [
        (case.due_at - NOON).total_seconds() / 60
        for case in open_deadlines(day.state, day.rulebook)
        if case.rule == rule
    ]


def broken(day: JudgedDay) -> list[str]:
    return [event.rule for event in day.of_type(e.ViolationRaised)]


@pytest.mark.parametrize(
    ("house", "rule", "done", "minutes"),
    [
        pytest.param(
            "pt-francesa", "ball-change", c.ChangeBall(), 60, marks=pytest.mark.clause("pt-francesa/9")
        ),
        pytest.param(
            "pt-americana", "ball-change", c.ChangeBall(), 60, marks=pytest.mark.clause("pt-americana/17")
        ),
        pytest.param(
            "pt-francesa",
            "time-at-ball",
            c.ChangeSpinner(person=NEXT),
            60,
            marks=pytest.mark.clause("pt-francesa/25"),
        ),
        pytest.param(
            "pt-americana",
            "time-at-ball",
            c.ChangeSpinner(person=NEXT),
            30,
            marks=pytest.mark.clause("pt-americana/35"),
        ),
    ],
)
class TestSuspended:
    def test_nothing_falls_due_and_the_rest_is_left_afterwards(
        self, house: str, rule: str, done: c.Command, minutes: int
    ) -> None:
        day = JudgedDay(get_rulebook(house))
        day.pass_time(minutes=minutes - 10)
        day.do(c.SuspendTable(detail="power cut"))
        assert due_after_minutes(day, rule) == []
        day.pass_time(minutes=90)
        day.do(c.ResumeTable())
        assert due_after_minutes(day, rule) == [minutes + 90]
        day.pass_time(minutes=9)
        day.do(done)
        assert rule not in broken(day)

    def test_overdue_deadline_remains_overdue_during_a_suspension(
        self, house: str, rule: str, done: c.Command, minutes: int
    ) -> None:
        day = JudgedDay(get_rulebook(house))
        day.pass_time(minutes=minutes + 5)
        day.do(c.SuspendTable(detail="power cut"))
        day.pass_time(minutes=10)
        day.do(c.ResumeTable())
        assert due_after_minutes(day, rule) == [minutes]
        day.do(done)
        assert [event.late_s for event in day.of_type(e.ViolationResolved) if event.rule == rule] == [900]

    def test_deadline_begun_during_a_suspension_counts_from_its_end(
        self, house: str, rule: str, done: c.Command, minutes: int
    ) -> None:
        day = JudgedDay(get_rulebook(house))
        day.do(c.SuspendTable(detail="power cut"))
        day.pass_time(minutes=20)
        day.do(done)
        day.pass_time(minutes=20)
        day.do(c.ResumeTable())
        assert due_after_minutes(day, rule) == [40 + minutes]
