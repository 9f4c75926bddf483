"""A table's page draws its wheel: the pockets in their order, the last number marked, the way of the next launch."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from casino.floor.presenters.wheel import drawn_wheel
from casino.floor.tests.conftest import play
from tables.play import commands as c
from tables.roulette.wheel import written
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]


def test_the_pockets_stand_in_the_order_of_the_wheel_and_the_last_number_is_marked(
    table: OpenHouse, screen: Screen
) -> None:
    table.coup(17)
    page = screen()
    order = table.rulebook.wheels[table.state.wheel].order
    assert [number.get_text() for number in page.select(".pockets text")] == [str(number) for number in order]
    pockets = [path["d"] for path in page.select(".pockets path:not(.mark)")]
    assert [path["d"] for path in page.select(".pockets .mark")] == [pockets[order.index(17)]]


def test_each_wheel_of_a_rulebook_has_its_own_order(new_table: Callable[[str], OpenHouse]) -> None:
    house = new_table("pt-americana")
    assert len(house.rulebook.wheels) == 2
    for name, wheel in house.rulebook.wheels.items():
        ring = drawn_wheel(replace(house.state, wheel=name), house.rulebook).ring
        assert re.findall("<text[^>]*>([0-9]+)<", ring) == [written(number) for number in wheel.order]


def test_the_next_launch_goes_the_other_way(table: OpenHouse, screen: Screen) -> None:
    play(
        table,
        c.AnnounceBetsOpen(),
        c.LaunchBall(rotor_direction="anticlockwise", ball_direction="clockwise"),
        c.DeclareNumber(number=17),
    )
    said = [line.get_text() for line in screen().select(".ways-it-runs li")]
    assert said == ["Last launch clockwise", "Next launch anticlockwise"]


def test_seated_staff_is_shown_at_the_wheel(table: OpenHouse, screen: Screen) -> None:
    spins = screen().select("#seated .spins b")
    assert table.state.spinner is not None
    assert [who.get_text() for who in spins] == [table.state.spinner.name]
