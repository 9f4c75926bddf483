"""Which way wheel and ball run, said by staff beside the launch: a touch each, and judged as a reader's word is."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]


def by_clause(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "clause", [pytest.param(each, marks=pytest.mark.clause(each)) for each in clauses]
    )


@pytest.fixture
def house(new_table: NewTable, clause: str) -> OpenHouse:
    return new_table(clause.partition("/")[0])


def touch(client: Client, page: Element, button: str) -> Response:
    """One of the buttons of the page, with what its form sends."""
    form = part(page, f"form:has(> {button})")
    values = {field["name"]: field["value"] for field in form.select("input")}
    return client.post(form["hx-post"], values, headers={"HX-Request": "true"})


def touched(client: Client, page: Element, button: str) -> Element:
    answer = touch(client, page, button)
    assert answer.status_code == 200
    return read_page(answer.content)


def pressed(page: Element) -> list[str]:
    return [each["aria-label"] for each in page.select("#directions [aria-pressed=true]")]


def live_buttons(page: Element) -> int:
    """How many of the buttons can be touched; they are there all the time, so that nothing moves with a launch."""
    buttons = page.select("#directions button")
    assert len(buttons) == 4
    return len([each for each in buttons if "disabled" not in each.attrs])


@by_clause("pt-francesa/13", "pt-americana/21", "it-campione/10", "it-venezia/phases", "it-live/wheel")
def test_a_touch_each_says_which_way_wheel_and_ball_run_and_the_same_way_is_a_violation(
    house: OpenHouse, boss: Client, screen: Screen, clause: str
) -> None:
    house.do(c.LaunchBall())
    page = touched(boss, screen(), "#rotor_direction-clockwise")
    assert pressed(page) == ["Wheel clockwise"] and not house.state.violations
    page = touched(boss, page, "#ball_direction-clockwise")
    assert pressed(page) == ["Wheel clockwise", "Ball clockwise"]
    assert [(each.rule, each.clause) for each in house.state.violations] == [("ball-with-wheel", clause)]
    assert "Ball and wheel both ran clockwise" in part(page, ".notices").text
    same_direction = "same-direction" in house.rulebook.null_coup.reasons
    assert bool(page.select("#panel-null #null-same-direction[checked]")) == same_direction


@by_clause("pt-francesa/13", "pt-americana/21")
def test_launches_that_do_not_alternate_are_found_at_a_table_without_a_reader(
    house: OpenHouse, boss: Client, screen: Screen, clause: str
) -> None:
    for number in (1, 2):
        play(house, c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
        touched(boss, screen(), "#rotor_direction-anticlockwise")
        house.do(c.DeclareNumber(number=number))
    assert [(each.rule, each.clause) for each in house.state.violations] == [
        ("launches-do-not-alternate", clause)
    ]


@by_clause("pt-francesa/13")
def test_a_launch_needs_no_direction_and_it_is_asked_for_only_while_the_ball_runs(
    house: OpenHouse, boss: Client, screen: Screen, clause: str
) -> None:
    house.do(c.AnnounceBetsOpen())
    page = screen()
    assert live_buttons(page) == 0
    assert not [field for field in page.select("#next input") if "direction" in field["name"]]
    page = touched(boss, page, ".next")
    assert part(page, ".next b").text == "Rien ne va plus" and pressed(page) == []
    assert live_buttons(page) == 4
    house.do(c.CloseBets())
    assert live_buttons(screen()) == 4
    house.do(c.DeclareNumber(number=17))
    assert live_buttons(screen()) == 0 and not house.state.violations


@by_clause("pt-francesa/13")
def test_observed_wheel_direction_is_shown_and_the_ball_is_entered(
    house: OpenHouse, boss: Client, screen: Screen, clause: str
) -> None:
    house.do(c.LaunchBall(source="reader", game="1/8", rotor_direction="clockwise"))
    page = screen()
    assert pressed(page) == ["Wheel clockwise"]
    touched(boss, page, "#ball_direction-anticlockwise")
    assert (house.state.ball_direction, house.state.violations) == ("anticlockwise", ())


@by_clause("pt-francesa/13")
def test_a_touch_that_comes_after_the_launch_is_refused_beside_the_step(
    house: OpenHouse, boss: Client, screen: Screen, clause: str
) -> None:
    house.do(c.LaunchBall())
    page = screen()
    play(house, c.FailLaunch(reason="too weak"), c.LaunchBall())
    answer = touch(boss, page, "#rotor_direction-clockwise")
    assert answer.status_code == 422
    said = part(read_page(answer.content), "#answer-next .said p").text
    assert "No ball runs of launch 1 of coup 1" in said
    assert house.state.rotor_direction is None


@pytest.mark.parametrize(
    "form", [{}, {"rotor_direction": "left"}, {"ball_direction": "clockwise", "coup": "x"}]
)
def test_a_direction_that_is_none_is_refused(table: OpenHouse, boss: Client, form: dict[str, str]) -> None:
    table.do(c.LaunchBall())
    answer = boss.post("/floor/T1/do/directions", {"coup": "1", "launch": "1"} | form)
    assert answer.status_code == 422
    assert (table.state.rotor_direction, table.state.ball_direction) == (None, None)
