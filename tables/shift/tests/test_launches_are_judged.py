"""What a launch breaks, each under the clause of its house: the launch is recorded, and the violation beside it."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.shift.testing import JudgedDay


def by_clause(*clauses: str) -> pytest.MarkDecorator:
    """The test once for each clause, marked with it; it gets the house's day and the clause."""
    return pytest.mark.parametrize(
        "clause", [pytest.param(each, marks=pytest.mark.clause(each)) for each in clauses]
    )


@pytest.fixture
def day(clause: str) -> JudgedDay:
    return JudgedDay(get_rulebook(clause.partition("/")[0]))


def rouge(day: JudgedDay) -> c.PlaceBet:
    return c.PlaceBet(player="Seat 1", bet="rouge", amount=day.rulebook.default_limits.minimum * 10)


def clauses_broken(day: JudgedDay) -> list[str]:
    return [event.clause for event in day.of_type(e.ViolationRaised)]


@by_clause("pt-francesa/11", "pt-americana/19", "it-campione/11")
def test_a_launch_while_payments_are_open_is_recorded_and_is_a_violation(day, clause):
    day.do(c.AnnounceBetsOpen(), rouge(day), c.CloseBets(), c.DeclareNumber(number=32))
    made = day.do(c.LaunchBall(source="reader"))
    assert [type(event) for event in made] == [e.BetsOpened, e.BallLaunched, e.ViolationRaised]
    assert (made[2].clause, made[2].coup) == (clause, 2)
    assert made[2].detail == "ball launched while payments of coup 1 were open"
    assert (day.state.coup, day.state.payments_open) == (2, (1,))
    day.do(c.ConfirmPayments())
    assert not day.state.payments_open
    assert day.state.phase == "launched"


@by_clause("pt-francesa/11", "pt-americana/19", "it-campione/11")
def test_a_launch_after_payments_breaks_nothing(day, clause):
    day.coup(32, rouge(day))
    day.do(c.LaunchBall(source="reader"))
    assert clauses_broken(day) == []


@pytest.mark.parametrize("clause", ["pt-francesa/11", "it-campione/11"])
def test_a_launch_while_change_is_being_made_is_a_violation_and_while_it_waits_is_none(day, clause):
    day.do(c.AskForChange(player="P1", given={10_000: 1}))
    day.do(c.LaunchBall(), c.DeclareNumber(number=1))
    assert clauses_broken(day) == []
    day.do(c.ServeChange())
    *_, violation = day.do(c.LaunchBall())
    assert violation.clause == clause
    assert violation.detail == "ball launched while the change of P1 (T1/2026-11-20/c1) was being made"


@by_clause("pt-francesa/13", "pt-americana/21")
def test_launches_that_do_not_alternate_are_a_violation_judged_on_the_launch_that_counted(day, clause):
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.FailLaunch(reason="too weak"))
    day.do(c.LaunchBall(rotor_direction="anticlockwise"), c.DeclareNumber(number=2))
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="anticlockwise"))
    assert clauses_broken(day) == []
    day.do(c.DeclareNumber(number=3))
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/13", "pt-americana/21")
def test_a_coup_whose_launch_went_unheard_breaks_nothing(day, clause):
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.AnnounceBetsOpen(), c.DeclareNumber(number=2))
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=3))
    assert clauses_broken(day) == []
    day.do(c.MissResults(count=4))  # the three that staff declared, and one that nobody saw
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=4))
    assert clauses_broken(day) == []


@by_clause("pt-francesa/13", "pt-americana/21")
def test_a_launch_that_failed_or_was_annulled_says_nothing_of_the_one_that_counted(day, clause):
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.FailLaunch(reason="too weak"))
    day.do(c.DeclareNumber(number=2))
    day.do(
        c.LaunchBall(rotor_direction="clockwise"),
        c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))),
    )
    day.do(c.DeclareNumber(number=3))
    assert clauses_broken(day) == []


@by_clause("pt-francesa/13", "pt-americana/21", "it-campione/10", "it-live/wheel")
def test_a_ball_that_runs_with_the_wheel_breaks_the_clause(day, clause):
    day.do(
        c.LaunchBall(rotor_direction="clockwise", ball_direction="anticlockwise"), c.DeclareNumber(number=1)
    )
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="anticlockwise", ball_direction="anticlockwise"))
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/13", "pt-americana/21", "it-campione/10")
@pytest.mark.parametrize("closed", [False, True])
def test_a_reader_says_which_way_a_launch_went_that_staff_had_told_first(day, clause, closed):
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), *([c.CloseBets()] if closed else []))
    told = c.LaunchBall(source="reader", game="1/8", rotor_direction="clockwise", ball_direction="clockwise")
    made = day.do(told)
    assert [type(event) for event in made] == [e.DirectionsSeen, e.ViolationRaised]
    assert clauses_broken(day) == [clause]
    assert (day.state.launches, day.state.game) == (1, "1/8")


@by_clause("pt-francesa/13", "pt-americana/21")
def test_launches_alternate_also_where_staff_told_them_first(day, clause):
    for number in (1, 2):
        told = c.LaunchBall(source="reader", game=f"1/{number}", rotor_direction="clockwise")
        day.do(c.AnnounceBetsOpen(), c.LaunchBall(), told, c.DeclareNumber(number=number))
    assert clauses_broken(day) == [clause]
