"""A state that this process has in its cache is the record's, or it is not used: whoever appended since, whatever was
rolled back."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from msgspec.structs import replace

from tables.handling import state_cache
from tables.handling.models import Board
from tables.handling.projections.table_snapshots import held_state, newest_state, state_at, table_snapshots
from tables.play import commands as c
from tables.play.state import State, from_kept, from_written, written
from testkit.house import OpenHouse


class Broken(Exception):
    """What goes wrong in the middle of a transaction."""


def bet(number: int) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=f"plein:{number}", amount=1000)


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    house = OpenHouse(casino_id, "it-venezia")
    house.do(c.AnnounceBetsOpen())
    return house


def on_record(house: OpenHouse) -> State:
    return state_at(house.casino_id, house.table, house.day)


def test_a_state_that_is_kept_is_not_read_again(house: OpenHouse) -> None:
    house.do(bet(7))
    last = state_cache.newest(house.casino_id, house.table)
    assert last is not None and last.state == on_record(house)
    assert newest_state(house.casino_id, house.table) is last.state


def test_state_is_read_again_when_its_row_was_changed_without_an_event(house: OpenHouse) -> None:
    """An erasure changes a name in the row: the state of the same event in memory has the former name."""
    house.do(bet(7))
    boards = Board.objects.filter(casino_id=house.casino_id, table=house.table)
    kept = boards.values_list("state", flat=True).get()
    boards.update(state=kept | {"day": "2026-11-19"})
    with transaction.atomic():
        held = held_state(house.casino_id, house.table)
    assert held is not None and held.day == "2026-11-19"
    assert newest_state(house.casino_id, house.table) is held
    boards.update(state=kept)
    (snapshot,) = table_snapshots(house.casino_id)
    assert snapshot.state == on_record(house)


def test_rolled_back_state_is_dropped_from_the_cache(house: OpenHouse) -> None:
    with pytest.raises(Broken), transaction.atomic():
        house.do(bet(7))
        assert [each.bet for each in house.state.bets] == ["plein:7"]
        raise Broken
    before = house.state.bets
    assert before == ()
    house.do(bet(8))
    assert [each.bet for each in house.state.bets] == ["plein:8"]
    assert house.state == on_record(house)


def test_a_command_that_another_took_the_place_of_leaves_no_state(house: OpenHouse) -> None:
    """Both evolve to the same version; only one of the two is the record's."""
    with pytest.raises(Broken), transaction.atomic():
        house.do(bet(7))
        lost = state_cache.newest(house.casino_id, house.table)
        raise Broken
    house.do(bet(8))
    assert lost is not None and lost.state.version == house.state.version
    state_cache.keep(house.casino_id, house.table, lost.hash, lost.state)
    with transaction.atomic():
        assert held_state(house.casino_id, house.table) == on_record(house)
    house.do(bet(9))
    assert [each.bet for each in house.state.bets] == ["plein:8", "plein:9"]


def test_bets_that_come_at_once_are_all_folded(house: OpenHouse) -> None:
    def placed(number: int) -> None:
        try:
            house.do(bet(number))
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(placed, range(24)))
    assert sorted(each.bet for each in house.state.bets) == sorted(f"plein:{number}" for number in range(24))
    board = Board.objects.get(casino_id=house.casino_id, table=house.table)
    assert house.state == on_record(house)
    assert from_kept(board.state) == house.state
    assert bytes(board.hash) == house.events()[-1].hash


def test_a_board_from_before_boards_knew_their_event_is_read(house: OpenHouse) -> None:
    house.do(bet(7))
    Board.objects.filter(casino_id=house.casino_id).update(hash=b"")
    assert house.state == on_record(house)
    house.do(bet(8))
    assert house.state == on_record(house)
    assert bytes(Board.objects.get(casino_id=house.casino_id).hash) == house.events()[-1].hash


def test_states_stay_within_their_memory_however_many_bets_are_open(house: OpenHouse) -> None:
    house.do(bet(7))
    (one,) = house.state.bets
    many = tuple(replace(one, ref=f"bet-{number}") for number in range(1000))
    crowded = written(replace(house.state, bets=many))
    tracemalloc.start()
    try:
        for number in range(400):
            state_cache.keep(house.casino_id, f"other-{number}", b"hash", from_written(crowded))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < state_cache.MOST_BYTES
    assert state_cache.newest(house.casino_id, "other-399") is not None
    assert state_cache.newest(house.casino_id, house.table) is None, "it was kept longest"
    assert house.state == on_record(house)


def test_result_of_an_event_is_computed_once() -> None:
    made: list[str] = []

    def follow(hash: bytes, what: str) -> str | None:
        return state_cache.following(hash, what, lambda: make(what))

    def make(what: str) -> str:
        made.append(what)
        return f"{what} {len(made)}"

    assert [follow(b"first", "a sheet") for _ in "12"] == ["a sheet 1"] * 2
    assert follow(b"first", "another") == "another 2"
    assert follow(b"second", "a sheet") == "a sheet 3"
    assert [follow(b"", "a sheet") for _ in "12"] == ["a sheet 4", "a sheet 5"], (
        "nobody knows what it follows from"
    )
    for number in range(100):
        state_cache.following(b"other", number, lambda: "x" * (state_cache.MOST_BYTES_FOLLOWING // 100))
    assert follow(b"first", "a sheet") == "a sheet 6", "what was kept longest made room"


def test_missing_result_is_computed_again() -> None:
    assert state_cache.following(b"third", "a sheet", lambda: None) is None
    assert state_cache.following(b"third", "a sheet", lambda: "there") == "there"
