"""A ball replaced in play goes on with the hour of the one that it stands in for."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.shift import JudgedDay

HOUSES = ["pt-francesa", "pt-americana"]


@pytest.mark.clause("pt-francesa/9", "pt-francesa/10", "pt-americana/17", "pt-americana/18")
@pytest.mark.parametrize("house", HOUSES)
def test_a_replacement_neither_puts_the_change_off_nor_breaks_the_turns(house: str) -> None:
    day = JudgedDay(get_rulebook(house))
    day.pass_time(minutes=50)
    made = day.do(c.ReplaceBall(reason="fracture", diameter_mm=20))
    assert [type(each) for each in made] == [e.BallReplaced]
    day.pass_time(minutes=12)
    changed = day.do(c.ChangeBall())
    (late,) = [each for each in changed if isinstance(each, e.ViolationResolved)]
    assert late.late_s == 120
    assert day.state.violations == ()


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_out_of_play_is_replaced_without_touching_the_hour() -> None:
    day = JudgedDay(get_rulebook("pt-francesa"))
    day.pass_time(minutes=50)
    day.do(c.ReplaceBall(ball="B", reason="disappearance", diameter_mm=20))
    day.pass_time(minutes=10)
    assert day.do(c.ChangeBall()) == [e.BallChanged(ball="B", previous="A", announced=True)]
