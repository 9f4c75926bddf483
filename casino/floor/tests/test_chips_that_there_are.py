"""The pads offer the values that the casino has chips of, and no others."""

from collections.abc import Callable

import pytest

from casino.kit.hand import hand
from settlement.models import ChipStock
from testkit.house import OpenHouse
from testkit.pages import Element

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


def test_a_fill_is_requested_of_what_the_bank_has(stocked: OpenHouse, screen: Screen) -> None:
    rows = screen().select("#panel-slip .count-fields label > span")
    assert [row.get_text(" ", strip=True) for row in rows] == [
        "5 × bank 120",
        "20 × bank 40",
        "3,000 × bank 3",
    ]


def test_where_no_chips_were_counted_every_usual_value_is_offered(table: OpenHouse) -> None:
    assert len(hand(table.state, table.rulebook, ()).chips) == 6
