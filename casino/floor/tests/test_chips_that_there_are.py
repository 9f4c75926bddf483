"""The pads offer the values that the casino has chips of, and no others."""

from collections.abc import Callable

import pytest

from casino.kit.hand import hand
from settlement.models import ChipStock
from tables.play import commands as c
from tables.roulette.limits import Limits
from testkit.house import OpenHouse
from testkit.pages import Element, one

Screen = Callable[..., Element]


@pytest.fixture
def stocked(table: OpenHouse) -> OpenHouse:
    """A table whose bank has chips of 5, 20 and 3,000, and none of 10 any more."""
    for value, pieces in ((500, 120), (2_000, 40), (300_000, 3), (1_000, 0)):
        ChipStock.objects.create(
            casino_id=table.casino_id, currency=table.state.currency, series="", value=value, pieces=pieces
        )
    return table


def test_a_touch_lays_only_chips_that_there_are(stocked: OpenHouse, screen: Screen) -> None:
    offered = [str(chip["value"]) for chip in screen().select(".hand .values input[name=chip]")]
    assert offered == ["5", "20", "3,000"]


def test_a_minimum_that_no_chip_has_is_laid_as_several_of_one_value(
    stocked: OpenHouse, screen: Screen
) -> None:
    stocked.do(c.ChangeLimits(limits=Limits(minimum=1_000), players_told=True, sign_changed=True))
    offered = screen().select(".hand .values label:not(.other)")
    assert [one(each, "input")["value"] for each in offered] == ["10", "20", "3,000"]
    assert [each.get_text(" ", strip=True) for each in offered] == ["10 2 × 5", "20", "3,000"]


def test_a_fill_is_requested_of_what_the_bank_has(stocked: OpenHouse, screen: Screen) -> None:
    rows = screen().select("#panel-slip .count-fields label > span")
    assert [row.get_text(" ", strip=True) for row in rows] == [
        "5 × bank 120",
        "20 × bank 40",
        "3,000 × bank 3",
    ]


def test_hand_without_counted_chips_offers_each_usual_value(table: OpenHouse) -> None:
    assert len(hand(table.state, table.rulebook, ()).chips) == 6
