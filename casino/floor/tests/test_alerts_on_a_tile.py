"""An alert stands on its tile and its table's page, and is acknowledged in one touch, which then says by whom."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import Screen, part
from casino.people.models import Role
from tables.handling.alerts.watch import look_at_casino
from tables.play import commands as c
from testkit.alerts import alert_of, idle_table, silent_table
from testkit.house import OpenHouse
from testkit.pages import read_page

WORDS = "Reader W-T1 has been silent for 5 minutes"


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    return silent_table(casino_id)


@pytest.fixture
def address(house: OpenHouse) -> str:
    return f"/floor/T1/seen/{house.day}/alert-device-offline-1"


def test_an_alert_is_acknowledged_on_its_tile_with_who_and_when(
    house: OpenHouse, boss: Client, screen: Screen, address: str
) -> None:
    page = screen("/floor/")
    notice = part(page, "#tile-T1 [data-alert]")
    assert WORDS in notice.get_text()
    assert part(notice, "form")["action"] == address
    assert part(page, "#filter-needs b").get_text() == "1"
    assert part(page, "#announced li").get_text() == f"T1: {WORDS}"
    answer = boss.post(address, {"back": "pit=Main"})
    assert (answer.status_code, answer["Location"]) == (302, "/floor/?pit=Main")
    row = alert_of(house)
    assert row.acknowledged_by.startswith("Pit boss")
    assert row.acknowledged_at is not None
    page = screen("/floor/")
    seen = part(page, "#tile-T1 [data-alert]")
    assert f"Seen by {row.acknowledged_by} {timezone.localtime():%H:%M}" in seen.get_text(" ", strip=True)
    assert not seen.select("form")
    assert part(page, "#filter-needs b").get_text() == "0"


def test_table_without_a_coup_is_shown_on_its_tile_and_page(
    casino_id: int, db: None, boss: Client, screen: Screen
) -> None:
    idle = idle_table(casino_id)
    words = "No coup for 60 minutes at an open table"
    assert words in part(screen("/floor/"), "#tile-T1 [data-alert]").get_text()
    assert part(screen("/floor/?size=compact"), "#tile-T1 .alarm").get_text() == "No coup"
    assert words in part(screen("/floor/T1/"), "#alerts").get_text()
    assert boss.post(f"/floor/T1/seen/{idle.day}/alert-no-coup-1").status_code == 302
    assert alert_of(idle).acknowledged_at is not None


def test_a_compact_tile_names_it_and_has_its_touch(house: OpenHouse, screen: Screen, address: str) -> None:
    page = screen("/floor/?size=compact")
    assert part(page, "#tile-T1 .alarm").get_text() == "Reader away"
    assert part(page, "#tile-T1 form")["action"] == address


def test_the_tables_page_says_it_open_and_closed(house: OpenHouse, screen: Screen) -> None:
    assert WORDS in part(screen("/floor/T1/"), "#alerts").get_text()
    house.do(c.CloseTable())
    look_at_casino(house.casino_id, timezone.now())
    assert alert_of(house).ended_at is not None
    page = screen("/floor/T1/")
    assert WORDS in part(page, "#alerts").get_text(), "ended, and seen by nobody"
    assert part(page, "#alerts a")["href"] == "/numbers/alerts/?table=T1"
    assert WORDS in part(screen("/floor/"), "#tile-T1").get_text()


def test_acknowledged_alert_disappears_after_its_end(
    house: OpenHouse, boss: Client, screen: Screen, address: str
) -> None:
    boss.post(address)
    house.do(c.ChangeReader(reader="W-T1", state="live"))
    look_at_casino(house.casino_id, timezone.now() + timedelta(minutes=1))
    assert not screen("/floor/").select("[data-alert]")


def test_second_acknowledgement_of_an_alert_shows_the_first_person(
    house: OpenHouse, boss: Client, as_role: Callable[[Role], Client], address: str
) -> None:
    boss.post(address)
    second = as_role(Role.CHEF_DE_TABLE).post(address, headers={"HX-Request": "true"})
    assert second.status_code == 200
    page = read_page(second.content)
    assert "Seen by Pit boss" in part(page, "#tile-T1 [data-alert]").get_text()
    assert not page.select("#rejected .said")


def test_reading_role_cannot_acknowledge_an_alert(
    house: OpenHouse, as_role: Callable[[Role], Client], address: str
) -> None:
    inspector = as_role(Role.GAMES_INSPECTOR)
    page = read_page(inspector.get("/floor/").content)
    assert part(page, "#tile-T1 [data-alert]")
    assert not page.select("#tile-T1 form")
    assert inspector.post(address).status_code == 403
    assert alert_of(house).acknowledged_at is None


def test_unknown_alert_cannot_be_acknowledged(house: OpenHouse, boss: Client) -> None:
    assert boss.post(f"/floor/T1/seen/{house.day}/alert-pace-1").status_code == 404
