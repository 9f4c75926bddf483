"""What several people press at once at a drop box happens once: real threads on PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from settlement.box_aggregate import BoxAggregate, box_state
from settlement.ledger.accounts import Account
from settlement.models import BoxStep
from settlement.tests.test_boxes_at_the_door import (
    ACCEPT,
    AT_THE_DESK,
    BOX,
    COUNT,
    box_with_notes,
    lies,
    place,
    say,
)
from tables.handling import handle
from tables.refusal import Refused
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(count: int, press: Callable[[int], object]) -> tuple[int, list[str]]:
    """All press at the same moment: for how many it was done, and with which code the others were refused.

    Anything else fails.
    """
    ready = Barrier(count)

    def one(number: int) -> str:
        try:
            ready.wait()
            press(number)
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(count) as pool:
        refusals = list(pool.map(one, range(count)))
    return refusals.count(""), [each for each in refusals if each]


def test_of_eight_who_count_a_box_one_counts_it(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    box_with_notes(house)
    done, refusals = at_once(
        8,
        lambda person: (
            handle(
                BoxAggregate(casino_id, BOX),
                COUNT,
                by=AT_THE_DESK,
                now=house.now,
                seen=0,
                idempotency_key=f"press-{person}",
            ).state
        ),
    )
    assert (done, set(refusals)) == (1, {"box-changed-meanwhile"})
    assert box_state(casino_id, BOX).counts == 1
    assert lies(house)[Account.COUNTED] == 25_000


def test_box_count_sent_eight_times_is_recorded_once(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    box_with_notes(house)
    done, refusals = at_once(
        8,
        lambda _: (
            handle(
                BoxAggregate(casino_id, BOX), COUNT, by=AT_THE_DESK, now=house.now, idempotency_key="press"
            ).state
        ),
    )
    assert (done, refusals) == (8, [])
    assert BoxStep.objects.filter(casino_id=casino_id).count() == 1
    assert Account.CASH not in lies(house)


def test_accepted_here_and_counted_again_there_is_one_of_the_two(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    box_with_notes(house)
    say(house, COUNT)
    done, _ = at_once(
        2,
        lambda who: (
            handle(
                BoxAggregate(casino_id, BOX), (ACCEPT, COUNT)[who], by=AT_THE_DESK, now=house.now, seen=1
            ).state
        ),
    )
    assert done == 1


def test_a_box_that_is_counted_while_it_is_placed_is_placed_after_its_count_or_not(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    box_with_notes(house)
    done, refusals = at_once(
        2,
        lambda who: (
            place(house)
            if who
            else handle(BoxAggregate(casino_id, BOX), COUNT, by=AT_THE_DESK, now=house.now, seen=0).state
        ),
    )
    assert box_state(casino_id, BOX).status == "counted"
    assert (house.state.cash.box is not None) is (done == 2)
    assert set(refusals) <= {"box-placed-uncounted"}
