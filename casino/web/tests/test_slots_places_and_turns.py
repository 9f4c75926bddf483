"""Slots go from hand to hand in order, places are bounded, and turns come as fast as the process keeps up."""

import asyncio
from contextlib import suppress
from time import monotonic

import pytest
from django.urls import resolve

from casino.web import capacity
from casino.web.capacity import (
    GIVES_WAY_AT_MOST_S,
    GIVES_WAY_S,
    RESTS,
    WAITS_AT_MOST_S,
    WIDE_PAGES,
    Full,
    RequestSlots,
    Slot,
    StreamPlaces,
    let_tables_by,
    page_slots,
    request_slots,
    slot_for,
    slot_of_the_request,
    wide_slots,
)
from casino.web.streams.turns import AT_ONCE, LINE_THAT_IS_LONG, Turns
from testkit.web_clients import on_a_loop


@on_a_loop
async def test_slots_are_given_in_the_order_of_asking() -> None:
    slots = RequestSlots(1)
    first = await slots.take()
    waiting = [asyncio.create_task(slots.take()) for _ in range(3)]
    await asyncio.sleep(0)
    assert (slots.at_work, slots.waiting) == (1, 3)
    first.release()
    first.release()
    for place, task in enumerate(waiting):
        slot = await task
        assert [each.done() for each in waiting] == [True] * (place + 1) + [False] * (2 - place)
        slot.release()
    assert (slots.at_work, slots.waiting) == (0, 0)


@on_a_loop
async def test_cancelled_request_delays_no_other() -> None:
    slots = RequestSlots(1)
    first = await slots.take()
    gone, stays = asyncio.create_task(slots.take()), asyncio.create_task(slots.take())
    await asyncio.sleep(0)
    gone.cancel()
    first.release()
    (await stays).release()
    late = asyncio.create_task(slots.take())
    await late
    with suppress(asyncio.CancelledError):
        await gone
    assert (slots.at_work, slots.waiting) == (1, 0)


@on_a_loop
async def test_request_cancelled_at_its_turn_passes_the_slot_on() -> None:
    slots = RequestSlots(1)
    first = await slots.take()
    gone, stays = asyncio.create_task(slots.take()), asyncio.create_task(slots.take())
    await asyncio.sleep(0)
    first.release()
    gone.cancel()
    (await stays).release()
    assert (slots.at_work, slots.waiting) == (0, 0)


@on_a_loop
async def test_a_line_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "LONGEST_LINE", 0)
    slots = RequestSlots(1)
    await slots.take()
    with pytest.raises(Full):
        await slots.take()


BY_ITSELF = [(b"hx-request", b"true"), (b"hx-source", b"main#page")]
BY_HAND = [(b"hx-request", b"true"), (b"hx-source", b"select#pit")]
FLOOR = {"path": "/floor/", "headers": BY_ITSELF}
TABLE = {"path": "/floor/RF1/", "headers": BY_ITSELF}
IDLE = (0, 0, 0)


def at_work() -> tuple[int, int, int]:
    return request_slots.at_work, page_slots.at_work, wide_slots.at_work


@on_a_loop
async def test_pages_that_fetch_themselves_again_are_made_in_turn_and_nobody_else_waits_for_them() -> None:
    made = [await slot_for(TABLE) for _ in range(page_slots.most)]
    later = asyncio.create_task(slot_for(TABLE))
    for others in ({"path": "/floor/RF1/", "headers": BY_HAND}, {"path": "/floor/RF1/", "headers": []}):
        (await slot_for(others)).release()
    assert not later.done()
    for slot in made:
        slot.release()
    (await later).release()
    assert at_work() == IDLE


@pytest.mark.parametrize("slots", [request_slots, page_slots])
@on_a_loop
async def test_a_floor_that_fetches_itself_again_lets_pages_of_tables_go_first(slots: RequestSlots) -> None:
    working = await slots.take()
    floor = asyncio.create_task(slot_for(FLOOR))
    other = asyncio.create_task(slot_for(FLOOR))
    assert not (await asyncio.wait({floor}, timeout=GIVES_WAY_AT_MOST_S / 2))[0]
    (await slot_for({"path": "/floor/", "headers": []})).release()
    working.release()
    slot = await asyncio.wait_for(floor, 30)
    assert not other.done()
    slot.release()
    (await asyncio.wait_for(other, 30)).release()
    assert at_work() == IDLE


@pytest.mark.parametrize("address", ["/sign/RF1/", "/signs/a-token/", "/public/1/sign/RF1/"])
@on_a_loop
async def test_a_sign_lets_the_page_of_its_table_go_first(address: str) -> None:
    sign = asyncio.create_task(slot_for({"path": address, "headers": BY_ITSELF}))
    await asyncio.sleep(0)
    pages = [await asyncio.wait_for(slot_for(TABLE), 30) for _ in range(page_slots.most)]
    assert not (await asyncio.wait({sign}, timeout=2 * GIVES_WAY_S))[0]
    for page in pages:
        page.release()
    (await asyncio.wait_for(sign, 30)).release()
    assert at_work() == IDLE


@on_a_loop
async def test_a_floor_does_not_wait_for_ever_and_who_leaves_keeps_nobody_waiting() -> None:
    working = await request_slots.take()
    gone = asyncio.create_task(slot_for(FLOOR))
    assert not (await asyncio.wait({gone}, timeout=GIVES_WAY_AT_MOST_S / 2))[0]
    gone.cancel()
    with suppress(asyncio.CancelledError):
        await gone
    slot = await asyncio.wait_for(slot_for(FLOOR), 30)
    assert request_slots.at_work == 1
    slot.release()
    working.release()
    assert at_work() == IDLE


@on_a_loop
async def test_floors_leave_most_of_the_process_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wide_slots, "last_work", (0.0, monotonic()))
    slot = await slot_for(FLOOR)
    began = came = monotonic()
    other = asyncio.create_task(slot_for(FLOOR))
    await asyncio.wait({other}, timeout=0.2)
    ended = monotonic()
    slot.release()
    slot = await asyncio.wait_for(other, 30)
    assert monotonic() >= min(ended + (ended - began) * RESTS, came + WAITS_AT_MOST_S)
    slot.release()
    took_s, _ = wide_slots.last_work
    assert took_s < ended - began, "what a floor waits for is not its work"


@on_a_loop
async def test_a_floor_does_not_rest_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wide_slots, "last_work", (3600.0, monotonic()))
    slot = await asyncio.wait_for(slot_for(FLOOR), 30)
    slot.release()
    assert at_work() == IDLE


@on_a_loop
async def test_a_floor_that_is_made_stands_still_while_a_tables_page_is_made() -> None:
    slot, page = await slot_for(FLOOR), await slot_for(TABLE)
    began = monotonic()
    standing = asyncio.create_task(_let_tables_by(slot))
    assert not (await asyncio.wait({standing}, timeout=GIVES_WAY_AT_MOST_S / 4))[0]
    page.release()
    await asyncio.wait_for(standing, 30)
    page = await slot_for(TABLE)
    for _ in range(3):
        await asyncio.wait_for(_let_tables_by(slot), 30)  # It stands still only so long in all.
    ended = monotonic()
    slot.release()
    took_s, _ = wide_slots.last_work
    assert took_s < ended - began, "while it stands still it does not work"
    await asyncio.wait_for(_let_tables_by(page), 30)
    page.release()
    assert at_work() == IDLE


async def _let_tables_by(slot: Slot) -> None:
    """What the thread of a request with this slot does between two tables."""
    slot_of_the_request.set(slot)
    await asyncio.to_thread(let_tables_by)


def test_a_wide_page_is_the_floor() -> None:
    assert {resolve(path).view_name for path in WIDE_PAGES} == {"floor:floor"}


def test_places_are_bounded_and_come_back_once() -> None:
    places = StreamPlaces(1)
    place = places.take()
    with pytest.raises(Full):
        places.take()
    place.release()
    place.release()
    assert places.taken == 0
    places.take()


@on_a_loop
async def test_a_few_turns_come_at_once_and_more_as_the_process_keeps_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = Turns(RequestSlots(1))
    with monkeypatch.context() as no_time_passes:
        no_time_passes.setattr("casino.web.streams.turns.A_SECOND", 0.0)
        asked = [turns.ask() for _ in range(AT_ONCE + 10)]
    assert [turn.done() for turn in asked] == [True] * AT_ONCE + [False] * 10
    await asyncio.wait_for(asyncio.gather(*asked), 30)


@on_a_loop
async def test_no_turn_comes_while_requests_stand_in_a_long_line() -> None:
    slots = RequestSlots(1)
    first = await slots.take()
    line = [asyncio.create_task(slots.take()) for _ in range(LINE_THAT_IS_LONG)]
    await asyncio.sleep(0)
    turns = Turns(slots)
    asked = [turns.ask() for _ in range(AT_ONCE + 1)]
    done, _ = await asyncio.wait({asked[-1]}, timeout=0.3)
    assert not done
    first.release()
    for task in line:
        (await task).release()
    await asyncio.wait_for(asked[-1], 30)


@on_a_loop
async def test_cancelled_wait_takes_no_turn() -> None:
    turns = Turns(RequestSlots(1))
    asked = [turns.ask() for _ in range(AT_ONCE + 2)]
    asked[-2].cancel()
    await asyncio.wait_for(asked[-1], 30)
