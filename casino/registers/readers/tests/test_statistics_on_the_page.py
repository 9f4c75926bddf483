"""The page of a reader has its statistics of a month: agreement, misreads and missed spins."""

import pytest
from django.test import Client

from casino.people.models import Role
from tables.handling import Actor
from tables.handling.registers import declare
from testkit.pages import Element, read_page
from testkit.people import AsRole
from testkit.play import NOON
from testkit.watched_table import PRIMARY, WITNESS, Watched

pytestmark = pytest.mark.django_db(transaction=True)
TEST = Actor(id="test", name="Test")


@pytest.fixture
def boss(casino_id: int, as_role: AsRole) -> Client:
    """A pit boss of a casino with a camera that is registered, and a day that both readers watched."""
    watched = Watched(casino_id)
    table = {"name": "Table", "rulebook": "pt-francesa"}
    declare(casino_id, "table", "T1", table, by=TEST, now=NOON)
    camera = {"table": "T1", "role": "witness", "protocol": "http"}
    declare(casino_id, "reader", WITNESS, camera, by=TEST, now=NOON)
    watched.lives()
    watched.follow()
    return as_role(Role.PIT_BOSS)


def card(client: Client, query: str) -> Element:
    answer = client.get(f"/readers/{WITNESS}/{query}")
    assert answer.status_code == 200, answer.content[-2000:]
    (found,) = read_page(answer.content).select("#agreement")
    return found


def rows(shown: Element) -> list[list[str]]:
    return [[cell.get_text(strip=True) for cell in row.select("th,td")] for row in shown.select("tbody tr")]


def test_page_has_the_rates_of_a_month_with_their_intervals(boss: Client) -> None:
    shown = card(boss, "?month=2026-11")
    assert rows(shown) == [
        [f"Agreement with {PRIMARY}", "50.00\u00a0%", "18.76\u00a0% to 81.24\u00a0%", "3 of 6"],
        ["Misreads", "16.67\u00a0%", "3.01\u00a0% to 56.35\u00a0%", "1 of 6"],
        ["Missed spins", "14.29\u00a0%", "2.57\u00a0% to 51.31\u00a0%", "1 of 7"],
    ]
    assert "November 2026" in shown.get_text()
    assert shown.select("[type=month]")[0]["value"] == "2026-11"


def test_page_of_another_month_has_no_rates(boss: Client) -> None:
    assert [row[1] for row in rows(card(boss, "?month=2025-03"))] == ["–", "–"]


def test_page_names_the_fault_of_a_text_that_is_not_a_month(boss: Client) -> None:
    (fault,) = card(boss, "?month=2026-13").select("[role=alert]")
    assert fault.get_text() == "'2026-13' is not a month. Write the year and the month: 2026-11."
