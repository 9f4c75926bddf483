"""The wheel's cylinder: as wide as the rulebook says, where it says so."""

import pytest
from msgspec.structs import replace

from tables.play.events import TableOpened
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

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
