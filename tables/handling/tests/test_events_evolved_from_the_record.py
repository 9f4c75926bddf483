"""Events with the states before and after them, from the record alone: as the command handler had them."""

from collections.abc import Sequence
from typing import Any

import pytest

from tables.handling import state_cache
from tables.handling.streams import evolved_records
from tables.play import commands as c
from tables.play.pending import Evolved
from tables.stream import RecordedEvent, SynchronousProjection
from testkit.house import OpenHouse
from testkit.stream import registered

pytestmark = pytest.mark.django_db(transaction=True)


class Handed(SynchronousProjection):
    """Keeps what the handler hands over, by stream."""

    name = "handed_over"

    def __init__(self) -> None:
        self.by_stream: dict[str, list[Evolved]] = {}

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Any]) -> None:
        self.by_stream.setdefault(events[0].stream_id, []).extend(evolved)


@pytest.fixture
def tables(casino_id: int) -> tuple[Handed, OpenHouse, OpenHouse]:
    """Two tables that have played, with what was handed over of them."""
    handed = Handed()
    with registered(handed):
        venezia = OpenHouse(casino_id, "it-venezia", table="T1")
        americana = OpenHouse(casino_id, "pt-americana", table="T2")
        for number in (0, 17):
            for house in (venezia, americana):
                bets = [
                    c.PlaceBet(player="P1", bet=bet, amount=1_000) for bet in ("rouge", "noir", "plein:17")
                ]
                house.coup(number, *bets)
    return handed, venezia, americana


def turn_by_turn(one: Sequence[RecordedEvent], other: Sequence[RecordedEvent]) -> list[RecordedEvent]:
    """The events of two tables as a feed may bring them."""
    both = [each for pair in zip(one, other, strict=False) for each in pair]
    return [*both, *one[len(other) :], *other[len(one) :]]


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("cached", [True, False])
def test_evolved_events_equal_those_of_the_handler(
    tables: tuple[Handed, OpenHouse, OpenHouse], size: int, cached: bool
) -> None:
    handed, venezia, americana = tables
    events = turn_by_turn(venezia.events(), americana.events())
    found: dict[str, list[Evolved]] = {}
    for begin in range(0, len(events), size):
        for recorded, evolved in evolved_records(events[begin : begin + size]):
            found.setdefault(recorded.stream_id, []).append(evolved)
        if not cached:
            state_cache.forget_all()
    assert found == handed.by_stream
    assert all(len(of_table) > 15 for of_table in found.values())
