"""A table's page draws its wheel: the pockets in their order, the last number marked, the way of the next launch."""

from collections.abc import Callable

from casino.floor.presenters.wheel import drawn_wheel
from casino.floor.tests.conftest import play
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]


def test_the_pockets_stand_in_the_order_of_the_wheel_and_the_last_number_is_marked(table: OpenHouse) -> None:
    table.coup(17)
    wheel = drawn_wheel(table.state, table.rulebook)
    order = table.rulebook.wheels[table.state.wheel].order
    assert [pocket.number for pocket in wheel.pockets] == [str(number) for number in order]
    assert [pocket.number for pocket in wheel.pockets if pocket.fell] == ["17"]


def test_a_wheel_with_two_zeros_has_both(new_table: Callable[[str], OpenHouse]) -> None:
    house = new_table("pt-americana")
    numbers = [pocket.number for pocket in drawn_wheel(house.state, house.rulebook).pockets]
    assert len(numbers) == len(house.rulebook.wheels[house.state.wheel].order) == len(set(numbers))


def test_the_next_launch_goes_the_other_way(table: OpenHouse, screen: Screen) -> None:
    play(
        table,
        c.AnnounceBetsOpen(),
        c.LaunchBall(rotor_direction="anticlockwise", ball_direction="clockwise"),
        c.DeclareNumber(number=17),
    )
    said = [line.get_text() for line in screen().select(".ways-it-runs li")]
    assert said == ["Last launch clockwise", "Next launch anticlockwise"]


def test_who_sits_where_stands_beside_the_wheel(table: OpenHouse, screen: Screen) -> None:
    spins = screen().select("#seated .spins b")
    assert table.state.spinner is not None
    assert [who.get_text() for who in spins] == [table.state.spinner.name]
