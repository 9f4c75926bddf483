"""A table's page says who is due next at its ball by the rota, and when."""

from collections.abc import Callable
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from casino.floor.presenters.staff import balls_due
from casino.floor.tests.conftest import part
from casino.kit.dates import clock_time
from casino.people.models import Role
from tables.handling import handle
from tables.handling.aggregates.rota import RotaAggregate
from tables.handling.models import Casino
from tables.play.events import Person
from tables.registers.rota.planning import PlanEntry
from testkit.house import BOSS, OpenHouse
from testkit.pages import Element, read_page
from testkit.people import engage

Screen = Callable[..., Element]
CSRF_FIELD = "csrfmiddlewaretoken"


@pytest.fixture
def house(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    """An American table on which Croupier 2 has just begun to spin."""
    return new_table("pt-americana")


def planned(house: OpenHouse, number: int, begins: float) -> str:
    """Croupier `number` is planned at the ball for half an hour, from so many minutes from now; tells when by the
    clock of the house."""
    spell = PlanEntry(
        person=Person(id=f"p{number}", name=f"Croupier {number}"),
        begins=house.now + timedelta(minutes=begins),
        ends=house.now + timedelta(minutes=begins + 30),
        table="T1",
        position="payer",
        spins=True,
    )
    handle(RotaAggregate(house.casino_id, date.fromisoformat(house.day)), spell, by=BOSS, now=house.now)
    casino = Casino.objects.get(pk=house.casino_id)
    return clock_time(spell.begins, ZoneInfo(casino.time_zone))


@pytest.mark.clause("pt-americana/35")
def test_the_next_at_the_ball_and_when_stand_beside_who_has_it(house: OpenHouse, screen: Screen) -> None:
    Casino.objects.filter(pk=house.casino_id).update(time_zone="Europe/Rome")
    planned(house, 2, -5)
    at = planned(house, 3, 25)
    page = screen()
    assert part(page, "#ball-due").get_text() == f"next Croupier 3 at {at}"
    assert f"Croupier 3 is next at the ball, at {at}." in part(page, "#staff-due").get_text()


def test_to_take_over_in_one_touch_is_one_press_on_each_page(house: OpenHouse, screen: Screen) -> None:
    planned(house, 2, -5)
    planned(house, 3, 25)
    forms = [part(screen(), "#take-over-T1") for _ in "12"]
    keys, tokens = ({part(form, f"[name={name}]")["value"] for form in forms} for name in ("key", CSRF_FIELD))
    assert len(keys) == len(tokens) == 2, "also where the page itself is not made again"


@pytest.mark.clause("pt-americana/35")
def test_replacement_after_the_end_of_the_rule_is_marked(house: OpenHouse, screen: Screen) -> None:
    planned(house, 2, 0)
    planned(house, 3, 31)
    due = part(screen(), "#staff-due")
    assert "tone-due" in due.classes and "The rule ends at" in due.get_text()
    assert "Portaria 894/2002, 35" in due.get_text()


def test_without_a_plan_nothing_is_said(house: OpenHouse, screen: Screen) -> None:
    assert not screen().select("#ball-due, #staff-due")
    planned(house, 2, -5)
    assert not screen().select("#ball-due, #staff-due")


def test_role_without_the_rota_sees_no_due_dealer(
    house: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    planned(house, 3, 20)
    page = read_page(as_role(Role.ADMINISTRATOR).get("/floor/T1/").content)
    assert not page.select("#ball-due")


def test_the_next_by_the_rota_takes_over_in_one_touch(house: OpenHouse, boss: Client, screen: Screen) -> None:
    planned(house, 2, -25)
    planned(house, 3, 5)
    before = house.state
    spun, seat = before.spinner, next(seat for seat, who in before.staff.items() if who == before.spinner)
    button = part(screen(), ".take-over .btn")
    assert button.get_text() == "Croupier 3 takes over"
    form = {str(field["name"]): str(field["value"]) for field in screen().select(".take-over input")}
    answer = boss.post("/floor/T1/do/take-over", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    after = house.state
    assert after.spinner is not None and after.spinner.name == "Croupier 3"
    assert after.staff[seat] == after.spinner, "who spins sits where the spinner sits"
    assert [each.person for each in after.roster.breaks] == [spun]


def test_overdue_dealer_remains_the_next_to_take_over(house: OpenHouse, screen: Screen) -> None:
    planned(house, 3, -5)
    planned(house, 4, 25)
    assert part(screen(), ".take-over .btn").get_text() == "Croupier 3 takes over"


def test_the_forms_know_everybody_engaged_and_take_no_other_name(house: OpenHouse, screen: Screen) -> None:
    new = engage(Role.CROUPIER, casino_id=house.casino_id)
    new.display_name = "Croupier without a place"
    new.save(update_fields=["display_name"])
    page = screen()
    for field in ("#spinner-name", "#staff-person"):
        assert new.display_name in [option.get_text() for option in page.select(f"{field} option")], field
    assert not page.select("#panel-spinner input[list], #panel-staff input[list]")


def test_a_floor_knows_who_is_due_at_every_table_in_two_queries(
    house: OpenHouse, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    planned(house, 2, -25)
    planned(house, 3, 5)
    with django_assert_num_queries(2):  # the plan, and by which day of the house it is
        due = balls_due(house.casino_id, [(house.state, house.rulebook)], house.now)
    assert {code: (each.name, each.relieved) for code, each in due.items()} == {"T1": ("Croupier 3", True)}


def test_due_dealer_takes_over_from_the_tile_with_one_touch(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    planned(house, 3, 5)
    spun = house.state.spinner
    floor = "/floor/?size=full"
    tile = part(screen(floor), "#tile-T1")
    assert part(tile, ".take-over .btn").get_text(" ") == "Croupier 3 takes over  T1"
    form = {str(field["name"]): str(field["value"]) for field in tile.select(".take-over input[value]")}
    action = str(part(tile, ".take-over")["hx-post"])
    answer = boss.post(action, form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    tiles = part(read_page(answer.content), "#tiles")
    assert "is-compact" not in tiles.classes, "the floor as it was chosen"
    assert house.state.spinner is not None and house.state.spinner.name == "Croupier 3"
    assert [each.person for each in house.state.roster.breaks] == [spun]
    again = boss.post(action, form)
    assert (again.status_code, again["Location"]) == (302, floor), "one press, however often it is sent"
    assert len(house.state.roster.breaks) == 1


def test_a_compact_tile_offers_it_once_it_is_time_and_a_refusal_stands_on_the_floor(
    house: OpenHouse, boss: Client, screen: Screen, as_role: Callable[[Role], Client]
) -> None:
    planned(house, 3, 5)
    assert not screen("/floor/?size=compact").select(".take-over")
    planned(house, 4, -5)
    (form,) = screen("/floor/?size=compact").select(".take-over")
    assert part(form, ".btn").get_text().startswith("Croupier 4 takes over")
    refused = boss.post(str(form["action"]), {"name": ""}, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert part(read_page(refused.content), "#rejected .said")
    inspector = as_role(Role.GAMES_INSPECTOR)
    assert not read_page(inspector.get("/floor/?size=full").content).select(".take-over")
    assert inspector.post(str(form["action"]), {"name": "Croupier 4"}).status_code == 403
