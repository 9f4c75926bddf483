"""What several people press at once about the casino's day happens once: real threads on PostgreSQL."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from settlement.box_aggregate import BoxAggregate
from settlement.casino_day_aggregate import CasinoDayAggregate
from settlement.tests.test_boxes_at_the_door import ACCEPT, AT_THE_DESK, BOX, COUNT, box_with_notes, say
from settlement.tests.test_boxes_pressed_twice import at_once
from settlement.tests.test_the_house_closes_its_day import CLOSE, DAY, EXPLAIN, FORCE, NEXT
from tables.handling import handle
from tables.handling.projections.casino_days import casino_day
from tables.handling.streams import casino_day_stream
from tables.play import commands as t
from tables.stream import read_stream
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """A closed table, and a box of it that nobody has counted."""
    house = OpenHouse(casino_id, "it-venezia")
    box_with_notes(house)
    house.do(t.CloseTable())
    return house


def types(house: OpenHouse) -> list[str]:
    return [each.type for each in read_stream(house.casino_id, casino_day_stream(DAY))]


def test_of_eight_who_close_the_day_one_closes_it(house: OpenHouse) -> None:
    done, refusals = at_once(
        8,
        lambda person: (
            handle(
                CasinoDayAggregate(house.casino_id, DAY),
                FORCE,
                by=AT_THE_DESK,
                now=house.now,
                seen=0,
                idempotency_key=f"press-{person}",
            ).state
        ),
    )
    assert (done, set(refusals)) == (1, {"house-day-changed-meanwhile"})
    assert types(house) == ["house_day_closed"]


def test_day_close_sent_eight_times_closes_once(house: OpenHouse) -> None:
    done, refusals = at_once(
        8,
        lambda _: (
            handle(
                CasinoDayAggregate(house.casino_id, DAY),
                FORCE,
                by=AT_THE_DESK,
                now=house.now,
                idempotency_key="press",
            ).state
        ),
    )
    assert (done, refusals) == (8, [])
    assert types(house) == ["house_day_closed"]


def test_of_eight_who_explain_it_one_does(house: OpenHouse) -> None:
    handle(CasinoDayAggregate(house.casino_id, DAY), FORCE, by=AT_THE_DESK, now=house.now)
    done, refusals = at_once(
        8,
        lambda _: (
            handle(CasinoDayAggregate(house.casino_id, DAY), EXPLAIN, by=AT_THE_DESK, now=house.now).state
        ),
    )
    assert (done, set(refusals)) == (1, {"nothing-to-reconcile"})
    assert types(house) == ["house_day_closed", "house_close_explained"]


@pytest.mark.servers
def test_a_day_that_is_closed_while_a_table_opens_for_it_has_that_table_open_or_lets_it_not(
    casino_id: int, house: OpenHouse
) -> None:
    say(house, COUNT, ACCEPT)
    second = OpenHouse(casino_id, "pt-francesa", table="T2", day="2026-11-18")
    second.do(t.CloseTable())
    done, refusals = at_once(
        2,
        lambda who: (
            second.open(DAY)
            if who
            else handle(CasinoDayAggregate(casino_id, DAY), CLOSE, by=AT_THE_DESK, now=house.now).state
        ),
    )
    closed = casino_day(casino_id, DAY).closed
    assert done == 1
    if closed is None:
        assert refusals == ["house-day-not-done"]
    else:
        assert refusals == ["house-day-closed"]


def test_a_box_that_is_counted_while_the_day_is_closed_is_left_over_or_counted_before(
    house: OpenHouse,
) -> None:
    say(house, COUNT)
    later = house.now + timedelta(minutes=5)
    at_once(
        2,
        lambda who: (
            handle(BoxAggregate(house.casino_id, BOX), ACCEPT, by=AT_THE_DESK, now=later).state
            if who
            else handle(
                CasinoDayAggregate(house.casino_id, DAY), replace(FORCE), by=AT_THE_DESK, now=later
            ).state
        ),
    )
    closed = casino_day(house.casino_id, DAY).closed
    assert closed is None or (closed.forced is not None and closed.forced.left[0].ref == "T1/T1-A/1")


def test_two_tables_open_together_once_the_day_is_explained(casino_id: int, house: OpenHouse) -> None:
    second = OpenHouse(casino_id, "pt-francesa", table="T2", day="2026-11-18")
    second.do(t.CloseTable())
    handle(CasinoDayAggregate(casino_id, DAY), FORCE, by=AT_THE_DESK, now=house.now)
    done, refusals = at_once(2, lambda who: (house, second)[who].open(NEXT))
    assert (done, len(refusals)) == (0, 2)
    handle(CasinoDayAggregate(casino_id, DAY), EXPLAIN, by=AT_THE_DESK, now=house.now)
    assert at_once(2, lambda who: (house, second)[who].open(NEXT)) == (2, [])
