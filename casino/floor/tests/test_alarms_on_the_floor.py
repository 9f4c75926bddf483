"""What is wrong is acknowledged on its tile in one touch, which then says by whom; alarms are announced once."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.compliance.models import Violation
from casino.floor.tests.conftest import Screen, part, play
from casino.people.models import Role
from tables.handling.deadlines.sweep import sweep_casino
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import read_page


@pytest.fixture
def broken(table: OpenHouse) -> OpenHouse:
    """A table at which the ball was launched before the payments were done."""
    play(
        table,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=500),
        c.DeclareNumber(number=3),
        c.LaunchBall(),
    )
    return table


def address(house: OpenHouse) -> str:
    (violation,) = house.state.violations
    return f"/floor/{house.table}/seen/{house.day}/{violation.violation}"


def test_a_violation_is_acknowledged_on_its_tile(broken: OpenHouse, boss: Client, screen: Screen) -> None:
    form = part(screen("/floor/"), "#tile-T1 .notice form")
    assert form["action"] == form["hx-post"] == address(broken)
    answer = boss.post(address(broken), {"back": "pit=Main"})
    assert (answer.status_code, answer["Location"]) == (302, "/floor/?pit=Main")
    (row,) = Violation.objects.filter(casino_id=broken.casino_id)
    assert row.status == "acknowledged"
    notice = part(screen("/floor/"), "#tile-T1 .notice")
    assert f"Seen by {row.life[0]['by']} {timezone.localtime():%H:%M}" in notice.get_text(" ", strip=True)
    assert not notice.select("form")


def test_an_open_page_gets_the_floor_again_as_it_was_chosen(broken: OpenHouse, boss: Client) -> None:
    sent = {"back": "order=code&size=compact"}
    page = read_page(boss.post(address(broken), sent, headers={"HX-Request": "true"}).content)
    assert part(page, "#page")["hx-get"] == "/floor/?order=code&size=compact"
    assert not page.select(".is-new")


def test_second_acknowledgement_shows_the_first_person(
    broken: OpenHouse, boss: Client, as_role: Callable[[Role], Client]
) -> None:
    boss.post(address(broken))
    second = as_role(Role.CHEF_DE_TABLE).post(address(broken), headers={"HX-Request": "true"})
    assert second.status_code == 200
    page = read_page(second.content)
    assert "Seen by Pit boss" in part(page, "#tile-T1 .notice").get_text()
    assert not page.select("#rejected .said")


def test_a_seen_violation_needs_nobody_and_still_stands(
    broken: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert part(screen("/floor/"), "#filter-needs b").get_text() == "1"
    boss.post(address(broken))
    page = screen("/floor/")
    assert part(page, "#filter-needs b").get_text() == "0"
    assert "is-broken" in part(page, "#tile-T1").classes


def test_unknown_violation_cannot_be_acknowledged(broken: OpenHouse, boss: Client) -> None:
    assert boss.post(f"/floor/T1/seen/{broken.day}/none").status_code == 404


def test_reading_role_cannot_acknowledge(broken: OpenHouse, as_role: Callable[[Role], Client]) -> None:
    inspector = as_role(Role.GAMES_INSPECTOR)
    page = read_page(inspector.get("/floor/").content)
    assert part(page, "#tile-T1 .notice")
    assert not page.select("#tile-T1 form")
    assert inspector.post(address(broken)).status_code == 403


def test_alarms_are_announced_in_one_place_and_numbers_are_not(
    broken: OpenHouse, boss: Client, screen: Screen
) -> None:
    page = screen("/floor/")
    (region,) = page.select("#page [aria-live]")
    (alarm,) = region.select("li")
    assert alarm.get_text() == "T1: Ball launched while payments of coup 1 were open"
    assert alarm["id"] == f"announced-T1-{broken.state.violations[0].violation}"
    boss.post(address(broken))
    assert not screen("/floor/").select("#announced li")


def test_disputed_number_is_announced_on_the_floor(table: OpenHouse, screen: Screen) -> None:
    play(table, c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=17, source="reader"))
    play(table, c.DeclareNumber(number=20))
    assert part(screen("/floor/"), "#announced li").get_text() == "T1: 17 or 20 in coup 1: decide"


@pytest.fixture
def warned(casino_id: int, db: None) -> OpenHouse:
    """A table whose ball is to be changed in four minutes, of which the shift rules have warned."""
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now() - timedelta(minutes=56))
    house.now = timezone.now()
    sweep_casino(casino_id, house.now)
    return house


def test_a_warning_is_acknowledged_on_its_tile_and_then_needs_nobody(
    warned: OpenHouse, boss: Client, screen: Screen
) -> None:
    page = screen("/floor/")
    notices = page.select("#tile-T1 .notice.is-due")
    assert {part(each, "cite").get_text() for each in notices} == {"n.º 9", "n.º 25"}
    assert part(page, "#filter-needs b").get_text() == "1"
    for form in page.select("#tile-T1 .notice form"):
        assert boss.post(str(form["action"])).status_code == 302
    page = screen("/floor/")
    assert all("Seen by Pit boss" in each.get_text() for each in page.select("#tile-T1 .notice.is-due"))
    assert part(page, "#filter-needs b").get_text() == "0"
    assert "is-due" in part(page, "#tile-T1").classes
    acknowledged = [event for event in warned.events() if event.type == "warning_acknowledged"]
    assert {event.data["case"] for event in acknowledged} == set(warned.state.noted)


def test_a_warning_that_came_true_is_a_violation_that_nobody_has_seen(
    warned: OpenHouse, boss: Client, screen: Screen
) -> None:
    (case, *_) = warned.state.noted
    address = f"/floor/T1/seen/{warned.day}/{case}"
    boss.post(address)
    sweep_casino(warned.casino_id, warned.now + timedelta(minutes=5))
    assert part(screen("/floor/"), f'#tile-T1 form[action="{address}"]')
    boss.post(address)
    (row,) = Violation.objects.filter(casino_id=warned.casino_id, name=case)
    assert row.status == "acknowledged"


def test_second_acknowledgement_of_a_warning_shows_the_first_person(
    warned: OpenHouse, boss: Client, as_role: Callable[[Role], Client]
) -> None:
    (case, *_) = warned.state.noted
    address = f"/floor/T1/seen/{warned.day}/{case}"
    boss.post(address)
    second = as_role(Role.CHEF_DE_TABLE).post(address, headers={"HX-Request": "true"})
    assert second.status_code == 200
    assert [event.type for event in warned.events()].count("warning_acknowledged") == 1
