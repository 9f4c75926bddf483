"""The big button says what comes before bets open, and leads to where that is done; the floor says it on the tile."""

from collections.abc import Callable
from typing import Literal

import pytest
from django.utils import timezone
from msgspec.structs import replace

from casino.floor.tests.conftest import part
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.house import OpenHouse
from testkit.pages import Element
from testkit.play import opening

Screen = Callable[..., Element]
PIT = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
INSPECTOR = Signature(person=Person(id="inspector", name="Inspector"), role="games_inspector")
BOTH = (PIT, INSPECTOR)
FLOAT = {10_000: 10}


def count(moment: Literal["opening", "closing"], pieces: dict[int, int]) -> c.CountFloat:
    return c.CountFloat(moment=moment, pieces=pieces, signatures=BOTH)


def next_day(house: OpenHouse) -> None:
    today = replace(opening(house.rulebook, table="T1"), day="2026-11-21", counts_float=True)
    house.do(today, now=timezone.now())


def led_to(screen: Screen) -> tuple[str, str]:
    """What the big button says, and the heading of where it leads."""
    shown = screen("/floor/T1/")
    button = part(shown, ".next")
    place = part(shown, f"#{button['data-goto']}")
    return part(button, "b").get_text(), (place.select_one("h2") or place).get_text()


def tile(screen: Screen) -> str:
    return part(screen("/floor/"), "#tile-T1").get_text(" ", strip=True)


def test_the_count_of_the_float_and_what_differs_come_before_bets_open(
    table: OpenHouse, screen: Screen
) -> None:
    table.do(count("closing", FLOAT))
    table.do(c.CloseTable())
    next_day(table)
    assert led_to(screen) == ("Count the float", "The float is to be counted")
    assert "The float is to be counted" in tile(screen)
    table.do(count("opening", {10_000: 9}))
    assert led_to(screen) == ("Count the float again", "The float differs")
    assert "The float differs: count it again, or say why" in tile(screen)
    table.do(c.ExplainVariance(reason="one lay under the tray", signatures=BOTH))
    assert part(screen("/floor/T1/"), ".next b").get_text() == "Faites vos jeux"
    assert "float" not in tile(screen)


def test_a_close_under_pressure_is_explained_first(table: OpenHouse, screen: Screen) -> None:
    table.do(count("opening", FLOAT))
    table.do(c.PlaceBox(serial="T1-A", signatures=BOTH))
    table.do(c.CloseTable(forced=True, reason="the alarm", signatures=BOTH))
    next_day(table)
    assert led_to(screen) == ("Explain the emergency close", "20 Nov was closed in an emergency")
    table.do(c.ExplainForcedClose(reason="all is back", signatures=BOTH))
    assert led_to(screen)[0] == "Count the float"


@pytest.mark.parametrize("counts", [True, False])
def test_after_the_last_coup_no_bets_open_and_the_table_closes(
    table: OpenHouse, screen: Screen, counts: bool
) -> None:
    if counts:
        table.do(c.CloseTable())
        next_day(table)
        table.do(count("opening", FLOAT))
    table.do(c.AnnounceLastCoup())
    table.coup(17)
    assert led_to(screen) == ("Close the table", "Close the table")
    says = part(screen("/floor/T1/"), ".next span").get_text()
    assert says == (
        "The last coup is played: count the float, then close" if counts else "The last coup is played"
    )
