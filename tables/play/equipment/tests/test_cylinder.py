"""The wheel's cylinder: as wide as the rulebook says, where it says so."""

import pytest
from msgspec.structs import replace

from tables.play.events import TableOpened
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal
from testkit.rulebooks import rules_of

AS_THE_HOUSE_SAYS = [
    pytest.param(house, clause, marks=pytest.mark.clause(clause))
    for house, clause in (("pt-francesa", "pt-francesa/3-7"), ("pt-americana", "pt-americana/3-6"))
]


@pytest.mark.parametrize(("house", "clause"), AS_THE_HOUSE_SAYS)
@pytest.mark.parametrize(("width", "bound"), [(499, 500), (601, 600)])
def test_a_cylinder_of_the_wrong_width_keeps_the_table_from_opening(
    house: str, clause: str, width: int, bound: int
) -> None:
    day = DayInHand(get_rulebook(house), opened=False)
    with expect_refusal("cylinder-of-wrong-size", smallest_mm=500, largest_mm=600) as refused:
        day.do(replace(opening(day.rulebook), cylinder_mm=width))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (clause, bound, width)


@pytest.mark.parametrize(("house", "clause"), AS_THE_HOUSE_SAYS)
def test_a_cylinder_that_nobody_has_measured_keeps_the_table_from_opening(house: str, clause: str) -> None:
    day = DayInHand(get_rulebook(house), opened=False)
    with expect_refusal("cylinder-not-registered") as refused:
        day.do(replace(opening(day.rulebook), cylinder_mm=None))
    assert refused.value.clause == clause


@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
@pytest.mark.parametrize("width", [500, 600])
def test_the_bounds_themselves_are_right_and_the_width_is_recorded(house: str, width: int) -> None:
    day = DayInHand(get_rulebook(house), opened=False)
    (opened,) = day.do(replace(opening(day.rulebook), cylinder_mm=width))
    assert isinstance(opened, TableOpened)
    assert opened.cylinder_mm == width


def test_a_house_that_says_nothing_of_it_opens_with_any_wheel() -> None:
    day = DayInHand(get_rulebook("it-venezia"), opened=False)
    day.do(replace(opening(day.rulebook), cylinder_mm=None))
    assert day.state.phase == "idle"


@pytest.mark.parametrize("width", [560, 820])
def test_cylinder_of_the_least_width_or_more_opens_the_table(width: int) -> None:
    day = DayInHand(rules_of("eighth"), opened=False)
    day.do(replace(opening(day.rulebook), cylinder_mm=width))
    assert day.state.phase == "idle"


def test_cylinder_under_the_least_width_keeps_the_table_from_opening() -> None:
    day = DayInHand(rules_of("eighth"), opened=False)
    with expect_refusal("cylinder-too-narrow", clause="eighth/1", smallest_mm=560) as refused:
        day.do(replace(opening(day.rulebook), cylinder_mm=559))
    assert (refused.value.limit, refused.value.value) == (560, 559)
    with expect_refusal("cylinder-not-measured", clause="eighth/1", smallest_mm=560):
        day.do(replace(opening(day.rulebook), cylinder_mm=None))


@pytest.mark.parametrize(("width", "fits"), [(18.4, False), (18.5, True), (21.5, True), (21.6, False)])
def test_balls_are_judged_by_fractions_of_a_millimetre(width: float, fits: bool) -> None:
    day = DayInHand(rules_of("eighth"), opened=False)
    command = opening(day.rulebook)
    balls = tuple(replace(ball, diameter_mm=width) for ball in command.balls)
    if fits:
        day.do(replace(command, balls=balls))
        assert day.state.phase == "idle"
    else:
        with expect_refusal("ball-of-wrong-size", clause="eighth/1", smallest_mm=18.5, largest_mm=21.5):
            day.do(replace(command, balls=balls))
