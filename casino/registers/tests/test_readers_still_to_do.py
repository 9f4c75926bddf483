"""What is still to do about readers: launches that nobody chose, and tables with two primary readers."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from tables.handling import Actor, registers
from tables.handling.models import RegisterEntry
from tables.handling.registers import declare, register_casino
from testkit.forms import sent_by
from testkit.pages import find, read_page
from testkit.people import AsRole

TEST = Actor(id="test", name="Test", terminal="test")
DISPLAY = {"table": "T1", "protocol": "plain_result", "url": "socket://10.0.0.5:4001"}


@pytest.fixture
def casino(casino_id: int, db: None) -> int:
    values = {"name": f"Casino {casino_id}", "time_zone": "Europe/Lisbon", "currency": "EUR"}
    register_casino(values, by=TEST, now=timezone.now(), casino_id=casino_id)
    declared(casino_id, "table", "T1", {"name": "Table", "rulebook": "pt-francesa"})
    return casino_id


@pytest.fixture
def anna(casino: int, as_role: AsRole) -> Client:
    """A browser of the casino's administrator."""
    return as_role(Role.ADMINISTRATOR)


def declared(casino_id: int, kind: str, code: str, values: dict[str, Any]) -> None:
    declare(casino_id, kind, code, values, by=TEST, now=timezone.now())


def older(casino_id: int, code: str, **without: str) -> None:
    """Leave a reader as an older release registered it: without fields that the register did not have."""
    row = RegisterEntry.objects.get(casino_id=casino_id, kind="reader", code=code)
    values = row.state["values"]
    row.state["values"] = {name: value for name, value in values.items() if name not in without}
    row.save(update_fields=["state"])


def to_do(browser: Client) -> list[str]:
    shown = read_page(browser.get("/registers/").content)
    return [each.get_text(" ", strip=True) for each in shown.select("#to-do li")]


def said_of_launches(browser: Client) -> list[str]:
    return [each for each in to_do(browser) if "Choose how launches are known" in each]


def test_display_reader_whose_launch_nobody_chose_is_listed_until_somebody_does(
    casino: int, anna: Client
) -> None:
    declared(casino, "reader", "D1", DISPLAY)
    assert said_of_launches(anna) == []
    older(casino, "D1", launch="")
    (said,) = said_of_launches(anna)
    assert "reader D1" in said
    entry = read_page(anna.get("/registers/reader/D1/").content)
    kept = sent_by(entry, "form.entries-form")
    assert kept["launch"] == "entered"
    assert anna.post("/registers/do/change/reader/D1", kept).status_code == 302
    assert said_of_launches(anna) == []
    newest = registers.history(casino, "reader", "D1")[0]
    assert (newest.before, newest.after) == ({}, {"launch": "entered"})


def test_choice_that_stands_is_not_recorded_again(casino: int, anna: Client) -> None:
    declared(casino, "reader", "D1", DISPLAY)
    form = sent_by(read_page(anna.get("/registers/reader/D1/").content), "form.entries-form")
    assert anna.post("/registers/do/change/reader/D1", form).status_code == 302
    assert len(registers.history(casino, "reader", "D1")) == 1


def test_reader_that_sends_launches_is_not_listed(casino: int, anna: Client) -> None:
    declared(casino, "reader", "W1", {**DISPLAY, "protocol": "slingshot2"})
    older(casino, "W1", launch="")
    assert said_of_launches(anna) == []


def test_table_with_two_primary_readers_is_listed(casino: int, anna: Client) -> None:
    for place, code in enumerate(("W1", "W2", "W3")):
        url = f"socket://10.0.0.{place + 1}:4001"
        declared(casino, "reader", code, {**DISPLAY, "url": url, "role": "witness"})
    assert not any("primary readers" in each for each in to_do(anna))
    for code in ("W1", "W2"):
        older(casino, code, role="")
    (said,) = [each for each in to_do(anna) if "primary readers" in each]
    assert "Table T1 has 2 primary readers: W1, W2." in said
    assert "W1 counts as the primary" in said
    links = read_page(anna.get("/registers/").content).select("#to-do a.btn")
    assert "/registers/reader/W2/" in [each["href"] for each in links]


def test_readers_page_of_the_register_leads_to_the_way_to_connect_one(anna: Client) -> None:
    shown = read_page(anna.get("/registers/reader/").content)
    assert find(shown, ".ways-in a.main")["href"] == "/connect-reader/"
