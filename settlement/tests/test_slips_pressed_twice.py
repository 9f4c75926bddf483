"""What several people press at once happens once: real threads on PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from settlement.models import Slip
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate, slip_of
from settlement.slips import commands as c
from settlement.slips.state import SlipState
from settlement.tests.test_slips_at_the_door import (
    AT_THE_BANK,
    AT_THE_DESK,
    BOSS,
    CARRY,
    HAND_OVER,
    ISSUE,
    PIECES,
    RECEIVE,
    VOID,
    ask,
    say,
)
from tables.handling import handle
from tables.play import commands as t
from tables.play.events import SlipKind
from tables.refusal import Refused
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db(transaction=True)
Made = tuple[list[SlipState], list[Refused]]


def at_once(count: int, press: Callable[[int], SlipState]) -> Made:
    """All press at the same moment; what was made, and what was refused. Anything else fails."""
    ready = Barrier(count)

    def one(number: int) -> SlipState | Refused:
        try:
            ready.wait()
            return press(number)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        results = list(pool.map(one, range(count)))
    made = [each for each in results if isinstance(each, SlipState)]
    return made, [each for each in results if isinstance(each, Refused)]


@pytest.mark.parametrize(
    ("kind", "before", "step"),
    [
        ("fill", (), ISSUE),
        ("fill", (ISSUE,), CARRY),
        ("fill", (ISSUE, CARRY), RECEIVE),
        ("credit", (ISSUE,), HAND_OVER),
        ("credit", (ISSUE, HAND_OVER), AT_THE_BANK),
        ("fill", (ISSUE, CARRY), VOID),
    ],
)
def test_of_eight_who_make_the_same_step_one_makes_it(
    casino_id: int, kind: SlipKind, before: tuple[c.AnyOnSlip, ...], step: c.AnyOnSlip
) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    number = ask(house, kind).number
    if before:
        say(house, number, *before)
    version, at_the_table = slip_of(casino_id, number).version, len(house.events())
    made, refused = at_once(
        8,
        lambda person: (
            handle(
                SlipAggregate(casino_id, number),
                step,
                by=AT_THE_DESK,
                now=house.now,
                idempotency_key=f"press-{person}",
            ).state
        ),
    )
    assert (len(made), len(refused)) == (1, 7)
    assert slip_of(casino_id, number).version == version + 1
    assert len(house.events()) - at_the_table <= 1


def test_fill_received_eight_times_at_once_is_recorded_once(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    number = ask(house).number
    say(house, number, ISSUE, CARRY)
    made, refused = at_once(
        8,
        lambda _: (
            handle(
                SlipAggregate(casino_id, number),
                RECEIVE,
                by=AT_THE_DESK,
                now=house.now,
                idempotency_key="the press",
            ).state
        ),
    )
    assert ({each.status for each in made}, refused) == ({"received"}, [])
    assert [event.type for event in house.events()].count("fill_received") == 1
    assert house.state.slips.moved.worth == 60_000


def test_received_here_and_voided_there_is_one_of_the_two(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    number = ask(house).number
    say(house, number, ISSUE, CARRY)
    made, refused = at_once(
        2,
        lambda who: (
            handle(
                SlipAggregate(casino_id, number), (RECEIVE, VOID)[who], by=AT_THE_DESK, now=house.now
            ).state
        ),
    )
    assert (len(made), len(refused)) == (1, 1)
    assert house.state.slips.moved.worth == (60_000 if made[0].status == "received" else 0)


@pytest.mark.servers
def test_sixteen_requests_at_once_are_numbered_without_a_gap(casino_id: int) -> None:
    houses = [OpenHouse(casino_id, "pt-francesa", table=f"T{number}") for number in (1, 2)]

    def press(person: int) -> SlipState:
        pieces = {} if person % 4 == 3 else PIECES
        command = c.RequestSlip(
            kind="fill", table=houses[person % 2].table, pieces=pieces, signatures=(BOSS,)
        )
        return handle(NextSlipAggregate(casino_id), command, by=AT_THE_PIT, now=houses[0].now).state

    made, refused = at_once(16, press)
    assert (len(made), len(refused)) == (12, 4)
    places = sorted(Slip.objects.filter(casino_id=casino_id).values_list("place", flat=True))
    assert places == list(range(1, 13))
    open_slips = [each.slip for house in houses for each in house.state.slips.open]
    assert sorted(open_slips) == sorted(each.number for each in made)


def test_a_table_that_closes_while_a_fill_is_asked_for_is_closed_or_has_it(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")

    def press(who: int) -> SlipState:
        if who:
            return ask(house)
        house.do(t.CloseTable())
        return SlipState()

    made, refused = at_once(2, press)
    assert (len(made), len(refused)) == (1, 1)
    is_open = house.state.phase != "closed"
    assert Slip.objects.filter(casino_id=casino_id).count() == len(house.state.slips.open) == int(is_open)
