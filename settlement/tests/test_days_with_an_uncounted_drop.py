"""Days whose drop is hidden from its counters: from the first cash of a table with boxes to the last count."""

import pytest

from settlement.blind_count import BLIND, EVERYTHING, Sight, blind_days
from settlement.blind_events import hidden_events
from settlement.boxes.state import BoxName
from settlement.day_entries import movements_of
from settlement.day_ledger import day_ledger, ledger_of_table
from settlement.figures.figures import COUNT_OF_THE_BOXES
from settlement.kept_days import days_of
from settlement.period_ledger import period_ledger
from settlement.tests.test_boxes_at_the_door import (
    BOSS,
    BOX,
    COUNT,
    INSPECTOR,
    box_with_notes,
    place,
    remove,
    say,
)
from tables.play import commands as t
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
HIDDEN = ("drop", "win", "by_bets", "float_by_record", "float_difference")


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def is_blind(house: OpenHouse, day: str = "2026-11-20") -> bool:
    return (house.table, day) in blind_days(house.casino_id, BLIND, "2026-11-01", "2026-11-30")


def test_day_is_blind_from_the_placing_of_its_box_to_the_count(house: OpenHouse) -> None:
    seen = [is_blind(house)]
    place(house)
    seen.append(is_blind(house))
    house.do(t.TakeCash(total=5_000))
    remove(house)
    seen.append(is_blind(house))
    say(house, COUNT)
    assert [*seen, is_blind(house)] == [False, True, True, False]


def test_cash_that_waits_for_the_next_box_is_blind(house: OpenHouse) -> None:
    box_with_notes(house)
    say(house, COUNT)
    house.do(t.TakeCash(total=5_000))
    assert is_blind(house)
    place(house, "T1-B")
    remove(house, "T1-B")
    say(house, COUNT, name=BoxName("T1", "2026-11-20", "T1-B", 1))
    assert not is_blind(house)


def test_first_cash_of_a_casino_with_boxes_is_blind_before_its_box_comes(house: OpenHouse) -> None:
    house.do(t.TakeCash(total=5_000))
    assert not is_blind(house), "a casino without boxes counts none"
    box_with_notes(OpenHouse(house.casino_id, "pt-francesa", table="T2"), BoxName("T2", house.day, "T2-A", 1))
    assert is_blind(house)


def test_box_that_stayed_over_a_closing_keeps_both_days_blind(house: OpenHouse) -> None:
    place(house)
    house.do(t.TakeCash(total=25_000))
    house.do(t.CloseTable(forced=True, reason="fire alarm", signatures=(BOSS, INSPECTOR)))
    assert is_blind(house)
    house.open("2026-11-21")
    assert [is_blind(house, day) for day in ("2026-11-20", "2026-11-21")] == [True, True]
    remove(house)
    say(house, COUNT, name=BoxName("T1", "2026-11-21", "T1-A", 1))
    assert [is_blind(house, day) for day in ("2026-11-20", "2026-11-21")] == [False, False]


@pytest.mark.parametrize("sight", [BLIND, EVERYTHING])
def test_each_source_of_figures_hides_the_same_ones(house: OpenHouse, sight: Sight) -> None:
    box_with_notes(house)
    of_table = ledger_of_table(house.casino_id, "T1", house.day, sight)
    assert of_table is not None
    (total,) = day_ledger(house.casino_id, house.day, sight).totals
    on = of_table.for_sums().day
    (kept,) = days_of(house.casino_id, on, on, None, sight)
    (month,) = period_ledger(house.casino_id, "month", on, sight=sight).totals
    sources = (of_table.for_sums().figures, total.figures, kept.figures, month.figures)
    for figures in sources:
        lacking = [any(COUNT_OF_THE_BOXES in each for each in figures[name].missing) for name in HIDDEN]
        assert all(lacking) is not sight.uncounted_drop, figures
        assert figures["fills"].amount == 0
    assert (of_table.hold, of_table.outside) == (None, None) or sight.uncounted_drop
    amounts = [each.amount for each in movements_of(house.casino_id, "T1", house.day, sight)]
    assert (None in amounts) is not sight.uncounted_drop


def test_events_of_cash_are_hidden_until_the_count(house: OpenHouse) -> None:
    box_with_notes(house)
    events = house.events()

    def hidden() -> list[str]:
        found = hidden_events(house.casino_id, BLIND, events)
        return [each.type for each in events if each.event_id in found]

    assert hidden() == ["cash_taken", "box_removed"]
    assert not hidden_events(house.casino_id, EVERYTHING, events)
    say(house, COUNT, name=BOX)
    assert hidden() == []
