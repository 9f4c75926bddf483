"""Sweeps that come late, twice, by a wrong clock or to a broken table: only the time of recording may change."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tables.handling import handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.deadlines.batch import SWEEPER
from tables.handling.deadlines.listing import deadlines_of_casino
from tables.handling.deadlines.sweep import Swept, last_sweep, sweep, sweep_casino
from tables.handling.models import Board
from tables.play.commands import ChangeBall, CloseTable, PassDeadline
from testkit.shift import House

WARNING = ("deadline_warned", 55)
VIOLATION = ("violation_raised", 60)


def noted_events(house: House, code: str) -> list[tuple[str, dict[str, Any], datetime]]:
    return [(event.type, event.data, event.occurred_at) for event in house.record(code)[1:]]


def test_three_hours_without_a_sweep_change_only_when_things_were_recorded(
    new_house: Callable[..., House],
) -> None:
    swept, forgotten = new_house(), new_house()
    for house in (swept, forgotten):
        house.open_table("RF1")
    for minute in range(181):
        swept.sweep(minute=minute)
    forgotten.sweep(minute=180)
    assert noted_events(forgotten, "RF1") == noted_events(swept, "RF1")
    assert forgotten.noted("RF1") == [WARNING, VIOLATION]
    assert [event.recorded_at for event in swept.record("RF1")[1:]] == [swept.at(55), swept.at(60)]
    assert [event.recorded_at for event in forgotten.record("RF1")[1:]] == [forgotten.at(180)] * 2


def test_a_clock_an_hour_late_dates_everything_as_the_right_one_does(new_house: Callable[..., House]) -> None:
    right, slow = new_house(), new_house()
    for house, behind in ((right, 0), (slow, 60)):
        house.open_table("RF1")
        for minute in range(0, 130, 5):
            house.sweep(minute=minute - behind)
    assert noted_events(slow, "RF1") == noted_events(right, "RF1")


@pytest.mark.clause("pt-francesa/9")
def test_a_late_change_that_no_sweep_saw_raises_its_own_violation(house: House) -> None:
    house.open_table("RF1", rulebook="pt-francesa")
    house.say("RF1", ChangeBall(), minute=70)
    house.sweep(minute=71)
    assert house.noted("RF1") == [VIOLATION, ("violation_resolved", 70)]
    assert [case.name for case in house.cases("RF1")] == ["ball-change-2"]


def test_a_sweep_repeated_finds_nothing_more_to_do(house: House) -> None:
    house.open_table("RF1")
    assert house.sweep(minute=61) == Swept(noted=1)
    assert house.sweep(minute=61) == Swept()
    assert house.sweep(minute=300) == Swept()
    assert house.noted("RF1") == [WARNING, VIOLATION]


def test_a_table_that_cannot_be_swept_does_not_stop_the_others(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.open_table("BROKEN", minute=0)
    house.open_table("RF1", minute=1)
    whole = Board.objects.get(casino_id=house.casino_id, table="BROKEN").state
    boards = Board.objects.filter(casino_id=house.casino_id, table="BROKEN")
    # Without its hash no process takes it from what it keeps.
    boards.update(state={"version": "no number"}, hash=b"")
    with caplog.at_level(logging.ERROR, logger="tables.handling.deadlines"):
        swept = house.sweep(minute=62)
    assert (swept.noted, swept.failed) == (1, 1)
    assert house.noted("RF1") == [("deadline_warned", 56), ("violation_raised", 61)]
    assert "BROKEN 2026-11-20 at 1: its deadlines cannot be read" in caplog.text

    boards.update(state=whole)
    house.sweep(minute=63)
    assert house.noted("BROKEN") == [WARNING, VIOLATION]


def test_a_sweep_takes_the_longest_due_first_and_leaves_the_rest_to_the_next(house: House) -> None:
    for minute in range(5):
        house.open_table(f"RF{minute}", minute=minute)
    swept = house.sweep(minute=70, at_most=2)
    assert (swept.noted, swept.whole) == (2, False)
    assert [len(house.noted(f"RF{minute}")) for minute in range(5)] == [2, 2, 0, 0, 0]
    assert last_sweep(house.casino_id) is None
    assert house.sweep(minute=71).whole
    assert all(len(house.noted(f"RF{minute}")) == 2 for minute in range(5))
    assert last_sweep(house.casino_id) == house.at(71)


def test_tables_that_always_fail_do_not_use_up_the_sweep(house: House) -> None:
    for code in ("BROKEN1", "BROKEN2"):
        house.open_table(code, minute=0)
    house.open_table("RF1", minute=1)
    Board.objects.filter(casino_id=house.casino_id, table__startswith="BROKEN").update(
        state={"version": "no number"}, hash=b""
    )
    house.sweep(minute=62, at_most=1)
    assert len(house.noted("RF1")) == 2


def test_a_house_whose_sweeps_stopped_is_seen(house: House) -> None:
    assert last_sweep(house.casino_id) is None
    sweep(house.at(3))
    assert last_sweep(house.casino_id) == house.at(3)


def test_a_case_that_is_closed_between_the_look_and_the_word_is_noted_no_more(house: House) -> None:
    house.open_table("RF1")
    house.say("RF1", CloseTable(), minute=50)
    handle(
        TableAggregate(house.casino_id, "RF1"),
        PassDeadline(rule="ball-change", case="ball-change-1", stage="overdue"),
        by=SWEEPER,
        now=house.at(61),
    )
    assert house.noted("RF1") == []


LISBON = ZoneInfo("Europe/Lisbon")
TO_WINTER_TIME = (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "01:30", "01:30")
"""The hour from one to two happens twice."""
TO_SUMMER_TIME = (datetime(2027, 3, 28, 0, 30, tzinfo=UTC), "00:30", "02:30")
"""The hour from one to two is missing."""


@pytest.mark.clause("pt-francesa/9")
@pytest.mark.parametrize(
    ("opened_at", "opened_on_the_wall", "due_on_the_wall"),
    [TO_WINTER_TIME, TO_SUMMER_TIME],
    ids=["to winter time", "to summer time"],
)
def test_on_the_nights_when_the_clocks_change_an_hour_is_an_hour(
    new_house: Callable[..., House], opened_at: datetime, opened_on_the_wall: str, due_on_the_wall: str
) -> None:
    house = new_house(opened_at=opened_at)
    house.open_table("RF1", rulebook="pt-francesa")

    def sweep_by_the_clock_on_the_wall(minute: float) -> Swept:
        return sweep_casino(house.casino_id, house.at(minute).astimezone(LISBON))

    on_the_wall = [f"{house.at(minute).astimezone(LISBON):%H:%M}" for minute in (0, 60)]
    assert on_the_wall == [opened_on_the_wall, due_on_the_wall]
    sweep_by_the_clock_on_the_wall(54)
    assert house.noted("RF1") == []
    sweep_by_the_clock_on_the_wall(59)
    assert house.noted("RF1") == [WARNING]
    sweep_by_the_clock_on_the_wall(60)
    assert house.noted("RF1") == [WARNING, VIOLATION]
    asked_at = house.at(45).astimezone(LISBON)
    (shown,) = (each for each in deadlines_of_casino(house.casino_id, asked_at) if each.rule == "ball-change")
    assert (shown.state, shown.due_at - shown.opened_at) == ("ok", timedelta(hours=1))
