"""A chef de table has a screen for answering violations: how it is reached, what is on it, and what is not."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.compliance.tests.conftest import AsRole
from casino.people.models import Role
from tables.handling.aggregates.violation import violation_state
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page


@pytest.fixture
def house(new_table: Callable[..., OpenHouse]) -> OpenHouse:
    """A table with one violation, that stands until the coup is over."""
    house = new_table("pt-francesa")
    house.do(c.ChangeBall(ball="A", announced=True))
    return house


@pytest.fixture
def chef(as_role: AsRole) -> Client:
    """The chef de table's browser."""
    return as_role(Role.CHEF_DE_TABLE)


def raised(house: OpenHouse) -> str:
    (name,) = [str(each.data["violation"]) for each in house.events() if each.type == "violation_raised"]
    return name


def page(client: Client, path: str) -> Element:
    answer = client.get(path)
    assert answer.status_code == 200
    return read_page(answer.content)


def at(house: OpenHouse, command: str) -> str:
    return f"/compliance/T1/2026-11-20/{raised(house)}/{command}"


def test_a_chef_is_led_there_from_the_floor_and_of_the_table_from_its_page(
    house: OpenHouse, chef: Client
) -> None:
    for path, leads in {"/floor/": "/compliance/", "/floor/T1/": "/compliance/?table=T1"}.items():
        (link,) = [each for each in page(chef, path).select("nav a") if each.get_text() == "Violations"]
        assert link["href"] == leads
    shown = page(chef, "/compliance/?table=T1")
    assert [each["id"] for each in shown.select("#page tbody tr[id]")] == [f"v-T1-2026-11-20-{raised(house)}"]
    assert find(shown, ".filter [name=table] [selected]")["value"] == "T1"
    assert [each.get_text() for each in shown.select("nav [aria-current]")] == ["Violations"]


@pytest.mark.parametrize(
    ("role", "says"),
    [
        (Role.CHEF_DE_TABLE, ["Answer them"]),
        (Role.PIT_BOSS, ["Answer them"]),
        (Role.GAMES_INSPECTOR, ["What is said to them"]),
        (Role.ADMINISTRATOR, []),
    ],
)
def test_violations_that_stand_at_a_table_lead_to_the_list_of_them_whoever_may_read_it(
    house: OpenHouse, as_role: AsRole, role: Role, says: list[str]
) -> None:
    shown = page(as_role(role), "/floor/T1/")
    assert shown.select(".notices .notice")
    links = shown.select(".notices a")
    assert [link.get_text() for link in links] == says
    assert all(link["href"] == "/compliance/?table=T1" for link in links)


def test_a_chef_acknowledges_and_explains_and_reads_what_is_said(house: OpenHouse, chef: Client) -> None:
    offered = page(chef, "/compliance/").select("#page tbody .to-say button")
    assert [each.get_text() for each in offered] == ["Acknowledge", "Explain"]
    assert chef.post(at(house, "acknowledge"), {"seen": "0", "back": "table=T1"}).status_code == 302
    answer = chef.post(at(house, "explain"), {"seen": "1", "words": "B was cracked", "back": "table=T1"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/compliance/?table=T1")
    said = find(page(chef, "/compliance/?table=T1"), ".life")
    assert "Acknowledged" in said.get_text() and "the chef de table" in said.get_text()
    assert [q.get_text() for q in said.select("q")] == ["B was cracked"]


@pytest.mark.parametrize("command", ["uphold", "dismiss", "reopen"])
def test_a_chef_judges_nothing(house: OpenHouse, chef: Client, as_role: AsRole, command: str) -> None:
    if command == "reopen":
        as_role(Role.GAMES_INSPECTOR).post(at(house, "uphold"), {"words": "seen"})
    before = violation_state(house.casino_id, "T1", "2026-11-20", raised(house)).version
    assert chef.post(at(house, command), {"words": "no"}).status_code == 403
    assert violation_state(house.casino_id, "T1", "2026-11-20", raised(house)).version == before
    ended = page(chef, "/compliance/?status=upheld")
    assert not ended.select("#page tbody button")


def test_a_chef_reads_no_report_and_is_shown_no_link_to_one(
    house: OpenHouse, chef: Client, as_role: AsRole
) -> None:
    query = "?day=2026-11-20&table=T1"
    assert chef.get(f"/compliance/report/{query}").status_code == 403
    assert chef.get(f"/compliance/report.csv{query}").status_code == 403
    assert page(as_role(Role.PIT_BOSS), "/compliance/").select('a[href*="/compliance/report"]')
    shown = page(chef, "/compliance/?status=all")
    assert not shown.select('a[href*="/compliance/report"]')
    here = [str(each["href"]) for each in shown.select('.compliance a[href^="/"]')]
    assert all(chef.get(each).status_code == 200 for each in here)
