"""What a launch breaks, each under the clause of its house: the launch is recorded, and the violation beside it."""

from typing import cast

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.day.questions import inherit
from tables.play.reader.observation import Rotation
from tables.play.reader.questions import fact_from
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.refusals import expect_refusal
from testkit.shift import JudgedDay
from testkit.wheels import FedDriver


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
def test_a_launch_while_payments_are_open_is_recorded_and_is_a_violation(day: JudgedDay, clause: str) -> None:
    day.do(c.AnnounceBetsOpen(), rouge(day), c.CloseBets(), c.DeclareNumber(number=32))
    made = day.do(c.LaunchBall(source="reader"))
    assert [type(event) for event in made] == [e.BetsOpened, e.BallLaunched, e.ViolationRaised]
    raised = made[2]
    assert isinstance(raised, e.ViolationRaised)
    assert (raised.clause, raised.coup) == (clause, 2)
    assert (raised.code, raised.parameters) == ("launched-before-payments", {"unpaid": [1]})
    assert (day.state.coup, day.state.payments_open) == (2, (1,))
    day.do(c.ConfirmPayments())
    assert not day.state.payments_open
    assert day.state.phase == "launched"


@by_clause("pt-francesa/11", "pt-americana/19", "it-campione/11")
def test_a_launch_after_payments_breaks_nothing(day: JudgedDay, clause: str) -> None:
    day.coup(32, rouge(day))
    day.do(c.LaunchBall(source="reader"))
    assert clauses_broken(day) == []


@by_clause("pt-francesa/11", "pt-americana/19", "it-campione/11")
def test_a_launch_while_change_is_being_made_is_a_violation_and_while_it_waits_is_none(
    day: JudgedDay, clause: str
) -> None:
    day.do(c.AskForChange(player="P1", given={10_000: 1}))
    day.do(c.LaunchBall(), c.DeclareNumber(number=1))
    assert clauses_broken(day) == []
    day.do(c.ServeChange())
    *_, violation = day.do(c.LaunchBall())
    assert isinstance(violation, e.ViolationRaised)
    assert violation.clause == clause
    assert violation.code == "launched-during-change"
    assert violation.parameters == {"unpaid": [], "player": "P1", "receipt": "T1/2026-11-20/c1"}


@by_clause("pt-francesa/11", "pt-americana/19")
def test_the_ball_waits_for_the_payments_and_for_the_change_of_them(day: JudgedDay, clause: str) -> None:
    """Who is paid in a large chip has it changed: the ball waits for both, whichever is done first."""
    day.do(c.AnnounceBetsOpen(), rouge(day), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=1))
    day.do(c.AskForChange(player="Seat 1", given={10_000: 1}, wanted={500: 20}), c.ServeChange())
    *_, both = day.do(c.LaunchBall())
    assert isinstance(both, e.ViolationRaised)
    assert (both.clause, both.code) == (clause, "launched-before-payments-and-change")
    assert both.parameters == {"unpaid": [1], "player": "Seat 1", "receipt": "T1/2026-11-20/c1"}
    day.do(c.FailLaunch(reason="called back"), c.ConfirmPayments())
    *_, change = day.do(c.LaunchBall())
    assert isinstance(change, e.ViolationRaised) and change.code == "launched-during-change"
    day.do(c.FailLaunch(reason="called back"), c.FinishChange(paid_out={500: 20}), c.LaunchBall())
    assert clauses_broken(day) == [clause, clause], "paid and changed: the third launch breaks nothing"


@by_clause("pt-francesa/13", "pt-americana/21")
def test_launches_that_do_not_alternate_are_a_violation_judged_on_the_launch_that_counted(
    day: JudgedDay, clause: str
) -> None:
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.FailLaunch(reason="too weak"))
    day.do(c.LaunchBall(rotor_direction="anticlockwise"), c.DeclareNumber(number=2))
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="anticlockwise"))
    assert clauses_broken(day) == []
    day.do(c.DeclareNumber(number=3))
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/13", "pt-americana/21")
def test_a_ball_launched_the_same_way_thrice_breaks_it_twice_whatever_is_known_of_the_wheel(
    day: JudgedDay, clause: str
) -> None:
    for number, rotor in ((1, None), (2, "anticlockwise"), (3, None)):
        day.do(
            c.LaunchBall(ball_direction="clockwise", rotor_direction=cast(Rotation | None, rotor)),
            c.DeclareNumber(number=number),
        )
    raised = day.of_type(e.ViolationRaised)
    assert [(each.clause, each.code, each.coup) for each in raised] == [
        (clause, "ball-does-not-alternate", 2),
        (clause, "ball-does-not-alternate", 3),
    ]


@by_clause("pt-francesa/13", "pt-americana/21")
def test_unseen_ball_is_taken_to_run_against_the_wheel(day: JudgedDay, clause: str) -> None:
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.LaunchBall(ball_direction="clockwise"), c.DeclareNumber(number=2))
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="anticlockwise"), c.DeclareNumber(number=3))
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/13", "pt-americana/21")
def test_the_alternation_goes_on_from_the_day_before(day: JudgedDay, clause: str) -> None:
    day.do(c.LaunchBall(ball_direction="clockwise"), c.DeclareNumber(number=1))
    assert inherit(day.state).last_ball_direction == "clockwise"


@by_clause("pt-francesa/13", "pt-americana/21")
def test_a_coup_whose_launch_went_unheard_breaks_nothing(day: JudgedDay, clause: str) -> None:
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.AnnounceBetsOpen(), c.DeclareNumber(number=2))
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=3))
    assert clauses_broken(day) == []
    day.do(c.MissResults(count=4))  # the three that staff declared, and one that nobody saw
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=4))
    assert clauses_broken(day) == []


@by_clause("pt-francesa/13", "pt-americana/21")
def test_a_launch_that_failed_or_was_annulled_says_nothing_of_the_one_that_counted(
    day: JudgedDay, clause: str
) -> None:
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
def test_a_ball_that_runs_with_the_wheel_breaks_the_clause(day: JudgedDay, clause: str) -> None:
    day.do(
        c.LaunchBall(rotor_direction="clockwise", ball_direction="anticlockwise"), c.DeclareNumber(number=1)
    )
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="anticlockwise", ball_direction="anticlockwise"))
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/13", "pt-americana/21", "it-campione/10")
@pytest.mark.parametrize("closed", [False, True])
def test_a_reader_says_which_way_a_launch_went_that_staff_had_told_first(
    day: JudgedDay, clause: str, closed: bool
) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), *([c.CloseBets()] if closed else []))
    fed = c.LaunchBall(source="reader", game="1/8", rotor_direction="clockwise", ball_direction="clockwise")
    made = day.do(fed)
    assert [type(event) for event in made] == [e.DirectionsSeen, e.ViolationRaised]
    assert clauses_broken(day) == [clause]
    assert (day.state.launches, day.state.game) == (1, "1/8")


@by_clause("pt-francesa/13", "pt-americana/21")
def test_launches_alternate_also_where_staff_told_them_first(day: JudgedDay, clause: str) -> None:
    for number in (1, 2):
        fed = c.LaunchBall(source="reader", game=f"1/{number}", rotor_direction="clockwise")
        day.do(c.AnnounceBetsOpen(), c.LaunchBall(), fed, c.DeclareNumber(number=number))
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/14", "pt-americana/22")
def test_the_launch_after_a_null_coup_is_a_new_one_and_goes_the_other_way(
    day: JudgedDay, clause: str
) -> None:
    foreign = c.AnnulCoup(reason="foreign-object")
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.LaunchBall(rotor_direction="anticlockwise"), foreign)
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=2))
    assert clauses_broken(day) == []
    day.do(c.LaunchBall(rotor_direction="anticlockwise"), foreign)
    day.do(c.LaunchBall(rotor_direction="anticlockwise"), c.DeclareNumber(number=3))
    assert clauses_broken(day) == [day.rulebook.launch.alternate]


@by_clause("pt-francesa/14", "pt-americana/22")
@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
def test_a_null_launch_of_which_nobody_said_the_direction_leaves_the_next_one_free(
    day: JudgedDay, clause: str, direction: Rotation
) -> None:
    foreign = c.AnnulCoup(reason="foreign-object")
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.LaunchBall(), foreign, c.LaunchBall(rotor_direction=direction), c.DeclareNumber(number=2))
    assert clauses_broken(day) == []


def wheel(day: JudgedDay, direction: Rotation) -> c.SeeDirections:
    """The wheel's direction as staff says it, of the launch at hand."""
    return c.SeeDirections(coup=day.state.coup, launch=day.state.launches, rotor_direction=direction)


def ball(day: JudgedDay, direction: Rotation) -> c.SeeDirections:
    return c.SeeDirections(coup=day.state.coup, launch=day.state.launches, ball_direction=direction)


@by_clause("pt-francesa/13", "pt-americana/21")
def test_without_a_reader_launches_alternate_by_what_staff_says_of_the_wheel(
    day: JudgedDay, clause: str
) -> None:
    for number in (1, 2):
        day.do(c.LaunchBall(), c.CloseBets())
        day.do(wheel(day, "clockwise"), c.DeclareNumber(number=number))
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/13", "pt-americana/21", "it-campione/10", "it-venezia/phases", "it-live/wheel")
def test_without_a_reader_ball_and_wheel_are_judged_by_what_staff_says_of_both(
    day: JudgedDay, clause: str
) -> None:
    day.do(c.LaunchBall())
    day.do(ball(day, "clockwise"), wheel(day, "anticlockwise"))
    assert clauses_broken(day) == []
    day.do(c.DeclareNumber(number=1), c.LaunchBall())
    day.do(ball(day, "clockwise"), wheel(day, "clockwise"))
    assert clauses_broken(day) == [clause]
    raised = day.of_type(e.ViolationRaised)[0]
    assert (raised.code, raised.parameters) == ("ball-with-wheel", {"direction": "clockwise"})


@by_clause("pt-francesa/13", "it-live/wheel")
def test_staff_says_which_way_the_ball_ran_where_the_reader_knows_the_wheel_only(
    day: JudgedDay, clause: str
) -> None:
    day.do(c.LaunchBall(source="reader", game="1/8", rotor_direction="clockwise"))
    made = day.do(ball(day, "clockwise"))
    assert [type(event) for event in made] == [e.DirectionsSeen, e.ViolationRaised]
    assert (day.state.rotor_direction, day.state.ball_direction) == ("clockwise", "clockwise")
    assert clauses_broken(day) == [clause]


@by_clause("pt-francesa/13", "it-live/wheel")
def test_a_direction_said_again_is_no_news_and_said_otherwise_it_is_put_right(
    day: JudgedDay, clause: str
) -> None:
    day.do(c.LaunchBall())
    day.do(wheel(day, "clockwise"), ball(day, "anticlockwise"))
    assert day.do(wheel(day, "clockwise")) == []
    day.do(wheel(day, "anticlockwise"))
    assert (day.state.rotor_direction, clauses_broken(day)) == ("anticlockwise", [clause])
    day.do(wheel(day, "clockwise"))
    assert (day.state.rotor_direction, clauses_broken(day)) == ("clockwise", [clause])


@by_clause("pt-francesa/13")
def test_direction_belongs_to_its_launch(day: JudgedDay, clause: str) -> None:
    day.do(c.LaunchBall())
    first = wheel(day, "clockwise")
    day.do(c.FailLaunch(reason="too weak"))
    with expect_refusal("no-ball-runs-of-launch", launch=1, coup=1) as refused:
        day.do(first)
    assert refused.value.clause == clause
    day.do(c.LaunchBall())
    with pytest.raises(Refused):
        day.do(first)
    day.do(wheel(day, "anticlockwise"))
    assert day.state.rotor_direction == "anticlockwise"


@by_clause("pt-francesa/13", "pt-americana/21", "it-campione/10", "it-venezia/phases", "it-live/wheel")
def test_a_reader_that_warns_of_ball_and_wheel_only_breaks_the_clause_once_a_launch(
    day: JudgedDay, clause: str
) -> None:
    fed = FedDriver()
    fed.lines("*X;2;011; 4;0;141;0", seconds=8.5)
    fed.lines("*X;3;011; 4;2;140;0", seconds=3.5)
    fed.lines("*X;2;011; 4;0;138;0", seconds=4)
    assert [(one.kind, one.ball_direction) for one in fed.of_kind("ball_launched", "game_void")] == [
        ("ball_launched", None),
        ("game_void", None),
    ]
    day.do(*(fact_from(seen) for seen in fed.observations))
    (violation,) = day.of_type(e.ViolationRaised)
    assert (violation.clause, violation.coup) == (clause, 1)
    assert violation.code == "ball-seen-with-wheel"


@by_clause("pt-francesa/13", "it-campione/10")
def test_launch_seen_by_staff_and_reader_is_one_violation(day: JudgedDay, clause: str) -> None:
    void = c.SeeVoid(source="reader", reader="W1", reasons=("ball_with_rotor",))
    again = c.SeeVoid(source="reader", reader="W1", reasons=("ball_with_rotor", "void_launch"))
    day.do(c.LaunchBall(rotor_direction="clockwise"), void, again)
    day.do(ball(day, "clockwise"))
    assert clauses_broken(day) == [clause]
    day.do(c.LaunchBall(rotor_direction="clockwise", ball_direction="clockwise"), void)
    assert clauses_broken(day) == [clause, clause], "a new launch breaks it anew"


@by_clause("pt-francesa/13", "it-campione/10")
def test_a_void_for_another_reason_says_nothing_of_the_direction(day: JudgedDay, clause: str) -> None:
    day.do(c.LaunchBall(), c.SeeVoid(source="reader", reader="W1", reasons=("ball_lost",)))
    assert clauses_broken(day) == []


@by_clause("it-campione/15")
def test_a_launch_while_play_is_suspended_is_recorded_and_is_a_violation(day: JudgedDay, clause: str) -> None:
    day.do(c.SuspendTable(reason="breakdown"))
    made = day.do(c.LaunchBall(source="reader"))
    assert day.state.phase == "launched", "what the wheel did is never refused"
    (raised,) = (event for event in made if isinstance(event, e.ViolationRaised))
    assert (raised.rule, raised.code, raised.clause) == (
        "launch-while-suspended",
        "launched-while-suspended",
        clause,
    )


@by_clause("it-campione/14")
def test_a_launch_after_the_last_coup_is_recorded_and_is_a_violation(day: JudgedDay, clause: str) -> None:
    day.do(c.AnnounceLastCoup())
    day.coup(32)
    assert clauses_broken(day) == []
    made = day.do(c.LaunchBall(source="reader"))
    (raised,) = (event for event in made if isinstance(event, e.ViolationRaised))
    assert (raised.rule, raised.parameters, raised.coup) == ("launch-after-last-coup", {"last": 1}, 2)
    assert raised.clause == clause
