"""The boxes of colours on the pad of the float: one field each, what differs said and explained (pt-americana/9-11)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part, reopened
from casino.floor.tests.test_the_float import ask, count, page
from casino.people.models import Person, Role
from tables.play import commands as c
from testkit.house import OpenHouse

COLOURS = {"yellow": 200, "blue": 160}
COUNTED = {"moment": "opening", "pieces-value-500": "5", "pieces-500": "40"}

pytestmark = pytest.mark.clause("pt-americana/9-11")


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    """A table with two colours on a day on which its float is counted."""
    house = OpenHouse(casino_id, "pt-americana", now=timezone.now(), chip_colours=COLOURS)
    reopened(house, counts_float=True, chip_symbol="*T1", chip_colours=COLOURS)
    return house


@pytest.fixture
def verifier(colleague: Callable[..., Person], house: OpenHouse) -> Person:
    """Who signs beside, with the PIN 4711."""
    return colleague(Role.CASH_DESK, casino_id=house.casino_id, pin="4711")


def boxes(boss: Client) -> dict[str, str]:
    """The fields of the boxes on the pad, with what the record has in each."""
    fields = part(page(boss), "#boxes-of-colours").select("[data-pieces]")
    return {str(each["name"]): str(each["data-expected"]) for each in fields}


def test_the_pad_has_a_field_for_each_box_and_what_is_counted_is_recorded(
    house: OpenHouse, boss: Client, verifier: Person
) -> None:
    assert boxes(boss) == {"box-yellow": "200", "box-blue": "160"}
    found = COUNTED | {"box-yellow": "200", "box-blue": "160"}
    assert ask(boss, "direct/count-float", verifier, **found)[0] == 200
    counted = house.events()[-1]
    assert (counted.type, counted.data["colours"], counted.data["total"]) == (
        "float_counted",
        COLOURS,
        20_000,
    )


def test_a_box_that_was_left_out_or_holds_more_than_there_is_refuses_the_count(
    house: OpenHouse, boss: Client, verifier: Person
) -> None:
    status, answer = ask(boss, "direct/count-float", verifier, **COUNTED, **{"box-yellow": "200"})
    assert status == 422
    said = part(answer, "#answer-float .said").get_text(" ", strip=True)
    assert "in that of blue" in said and "Portaria 894/2002, 9 a 11" in said
    for wrong in ({"box-blue": "161"}, {"box-blue": "-1"}, {"box-blue": "some"}, {"box-green": "1"}):
        whole = COUNTED | {"box-yellow": "200", "box-blue": "160"} | wrong
        assert ask(boss, "direct/count-float", verifier, **whole)[0] == 422
    assert house.state.direction.float_at_opening is None


def test_chips_missing_from_a_box_are_said_and_explained_without_any_money(
    house: OpenHouse, boss: Client, verifier: Person
) -> None:
    found = COUNTED | {"box-yellow": "197", "box-blue": "160"}
    _, answer = ask(boss, "direct/count-float", verifier, **found)
    card = part(answer, "#float.is-broken")
    assert "Other chips in the boxes of colours than the record has there" in card.get_text()
    assert [each.get_text() for each in card.select("li")] == ["Yellow: 3 missing from its box"]
    status, answer = ask(boss, "do/bets-open", verifier)
    assert status == 422 and "3 yellow missing" in answer.get_text()
    assert ask(boss, "do/explain-variance", verifier, reason="three broke")[0] == 200
    assert ask(boss, "do/bets-open", verifier)[0] == 200


def test_the_closing_count_of_the_boxes_is_blind(house: OpenHouse, boss: Client, verifier: Person) -> None:
    house.do(count("opening", colours=COLOURS))
    house.do(c.AssignColour(player="P1", colour="yellow", value=1_000, count=60))
    house.coup(17)
    assert boxes(boss) == {"box-yellow": "", "box-blue": ""}
    found = COUNTED | {"moment": "closing", "box-yellow": "141", "box-blue": "160"}
    assert ask(boss, "direct/count-float", verifier, **found)[0] == 200
    assert house.events()[-1].data["colours"] == {"yellow": 1}
    card = part(page(boss), "#float.is-broken")
    assert "The table does not close until" in card.get_text()
    assert part(card, "#count-again")["popovertarget"] == "panel-float"
    assert ask(boss, "direct/count-float", verifier, **found | {"box-yellow": "140"})[0] == 200
    assert page(boss).select_one("#float.is-broken") is None


def test_a_table_without_colours_has_no_boxes_on_its_pad(
    new_table: Callable[[str], OpenHouse], boss: Client
) -> None:
    reopened(new_table("pt-americana"), counts_float=True)
    assert page(boss).select_one("#panel-float") and not page(boss).select_one("#boxes-of-colours")
