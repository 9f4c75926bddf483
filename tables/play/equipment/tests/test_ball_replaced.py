"""A defective, broken or lost ball is replaced by one of identical diameter."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

HOUSES = (("pt-francesa", "pt-francesa/10"), ("pt-americana", "pt-americana/18"))


def day_at(house: str) -> DayInHand:
    return DayInHand(get_rulebook(house))


@pytest.mark.clause("pt-francesa/10", "pt-americana/18")
@pytest.mark.parametrize(("house", "clause"), HOUSES)
@pytest.mark.parametrize("reason", ["defect", "fracture", "disappearance"])
def test_a_ball_makes_way_for_one_of_the_same_size(house: str, clause: str, reason: str) -> None:
    day = day_at(house)
    (replaced,) = day.do(c.ReplaceBall(ball="B", reason=reason, diameter_mm=20, serial="B-9"))
    assert replaced == e.BallReplaced(
        ball="B", reason=reason, diameter_mm=20, serial="B-9", previous_serial="", in_play=False
    )
    assert [(ball.name, ball.serial) for ball in day.state.balls] == [("A", ""), ("B", "B-9")]


@pytest.mark.clause("pt-francesa/10", "pt-americana/18")
@pytest.mark.parametrize(("house", "clause"), HOUSES)
@pytest.mark.parametrize("diameter", [19.5, 20.5])
def test_a_ball_of_another_size_is_refused_with_both_figures(
    house: str, clause: str, diameter: float
) -> None:
    with expect_refusal("ball-of-other-diameter", ball="A", diameter=diameter, right=20) as refused:
        day_at(house).do(c.ReplaceBall(reason="defect", diameter_mm=diameter))
    assert refused.value.clause == clause


@pytest.mark.clause("pt-francesa/10", "pt-americana/18")
@pytest.mark.parametrize(("house", "clause"), HOUSES)
@pytest.mark.parametrize("reason", ["", "luck"])
def test_a_ball_is_replaced_for_a_reason_of_the_rulebook_only(house: str, clause: str, reason: str) -> None:
    code = "ball-reason-unknown" if reason else "ball-replaced-without-reason"
    with expect_refusal(code, reasons=("defect", "fracture", "disappearance")) as refused:
        day_at(house).do(c.ReplaceBall(reason=reason, diameter_mm=20))
    assert refused.value.clause == clause


@pytest.mark.clause("pt-francesa/10")
def test_the_new_ball_goes_on_with_the_hour_of_the_one_in_play() -> None:
    day = day_at("pt-francesa")
    before = (day.state.ball, day.state.ball_since, day.state.ball_version)
    day.pass_time(minutes=20)
    (replaced,) = day.do(c.ReplaceBall(reason="fracture", diameter_mm=20))
    assert isinstance(replaced, e.BallReplaced) and replaced.in_play
    assert (day.state.ball, day.state.ball_since, day.state.ball_version) == before


def test_a_ball_that_the_table_has_not_and_one_that_nobody_measured_are_refused() -> None:
    day = day_at("pt-francesa")
    with expect_refusal("no-such-ball", ball="C", balls=("A", "B")):
        day.do(c.ReplaceBall(ball="C", reason="defect", diameter_mm=20))
    with expect_refusal("ball-not-measured", ball="A", diameter=20):
        day.do(c.ReplaceBall(reason="defect"))


def test_a_rulebook_that_says_nothing_of_its_balls_leaves_the_new_one_to_the_house() -> None:
    day = day_at("it-venezia")
    day.do(c.ReplaceBall(reason="cracked", diameter_mm=21))
    assert day.state.balls[0] == e.Ball(name="A", diameter_mm=21)
