"""The visitor's table in the demonstration: named so, and a coup in six steps, told from the table's state."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from casino.floor.tests.conftest import part
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]


@pytest.fixture
def visited(table: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> OpenHouse:
    """T1 as the table that the demonstration leaves to the visitor."""
    settings.DEMONSTRATION_LIVES = True
    monkeypatch.setattr("casino.people.whose_house.VISITORS_TABLE", "T1")
    return table


def here(screen: Screen) -> str:
    """The step that the page says comes now."""
    return part(screen(), "#first-coup [aria-current=step]").text


def test_the_steps_follow_the_coup_to_the_next_one(visited: OpenHouse, boss: Client, screen: Screen) -> None:
    steps = []
    for command, form in (
        ("bets-open", {}),
        ("place-bet", {"player": "P3", "bet": "plein:17", "chip": "10"}),
        ("launch", {}),
        ("bets-closed", {}),
        ("number", {"number": "17"}),
        ("payments-confirmed", {}),
    ):
        steps.append(here(screen))
        boss.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    steps.append(here(screen))
    assert steps == [
        "Lay a bet",
        "Lay a bet",
        "Bets are closed",
        "Bets are closed",
        "The number falls",
        "Read the payout sheet",
        "The next coup",
    ]


def test_the_table_is_named_the_visitors_on_its_page_and_on_the_floor(
    visited: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert "Your table" in part(screen(), "h1").text
    assert "Your table" in boss.get("/floor/").content.decode()


def test_a_casinos_own_house_leaves_no_table_to_visitors(table: OpenHouse, screen: Screen) -> None:
    page = screen()
    assert page.select_one("#first-coup") is None
    assert page.select_one(".yours") is None
