"""The door: one command, one transaction, once; whoever comes second decides on what the first one left."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate, UnknownTable
from tables.handling.models import Board
from tables.handling.projections.table_snapshots import newest_state, state_at, table_snapshots
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.play.events import BetPlaced
from tables.play.state import State
from tables.refusal import Refused
from tables.stream import IdempotencyConflict, read_stream, stream_version
from testkit.house import OpenHouse
from testkit.play import NOON
from testkit.refusals import expect_refusal

BOSS = Actor(id="boss", name="Pit boss (demo)", terminal="pit-1")


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


CODES = ("rouge", "pair", "manque", "plein:0", "carre:1-5")


def bet(code: str = "rouge", amount: int = 5000, player: str = "Seat 1") -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=code, amount=amount)


def test_person_and_time_are_on_each_event(house: OpenHouse) -> None:
    outcome = house.do(c.AnnounceBetsOpen())
    event = outcome.events[0]
    assert event.metadata["by"] == {"id": "boss", "name": "Pit boss (demo)", "terminal": "pit-1"}
    assert (event.occurred_at, event.recorded_at) == (house.now, house.now)


def test_a_fact_keeps_the_time_at_which_it_happened(house: OpenHouse) -> None:
    seen = house.now - timedelta(seconds=40)
    event = house.do(c.AnnounceBetsOpen(), at=seen).events[0]
    assert (event.occurred_at, event.recorded_at) == (seen, house.now)
    with expect_refusal("happens-in-the-future"):
        house.do(c.LaunchBall(), at=house.now + timedelta(seconds=1))


def test_a_refused_request_stores_nothing(house: OpenHouse) -> None:
    before = stream_version(house.casino_id, table_stream("T1", house.day))
    with expect_refusal("placed-before-open"):
        house.do(bet())
    assert stream_version(house.casino_id, table_stream("T1", house.day)) == before


def test_a_command_that_was_not_meant_for_this_state_is_refused_unless_it_was_taken_before(
    house: OpenHouse,
) -> None:
    def while_idle(state: State) -> None:
        if state.phase != "idle":
            raise Refused("the table had moved on")

    taken = house.do(c.AnnounceBetsOpen(), check=while_idle, idempotency_key="k1")
    assert house.do(c.AnnounceBetsOpen(), check=while_idle, idempotency_key="k1").version == taken.version
    with pytest.raises(Refused, match="moved on"):
        house.do(c.LaunchBall(), check=while_idle, idempotency_key="k2")
    assert house.state.phase == "betting"


def test_a_command_said_twice_under_one_key_happens_once(house: OpenHouse) -> None:
    house.do(c.AnnounceBetsOpen())
    first = house.do(bet(), idempotency_key="k1")
    house.do(c.CloseBets())
    again = house.do(bet(), idempotency_key="k1")
    assert [event.event_id for event in again.events] == [event.event_id for event in first.events]
    assert len(house.state.bets) == 1
    with pytest.raises(IdempotencyConflict):
        house.do(bet(amount=6000), idempotency_key="k1")


def test_an_unknown_table_is_named_with_those_that_exist(house: OpenHouse) -> None:
    with expect_refusal("table-unknown", kind=UnknownTable, table="T9", tables=("T1",)):
        handle(TableAggregate(house.casino_id, "T9"), c.AnnounceBetsOpen(), by=BOSS, now=house.now)


def test_a_day_opens_once_and_only_after_the_last_one_was_closed(house: OpenHouse) -> None:
    with expect_refusal("table-already-opened"):
        house.open(house.day)
    with expect_refusal("table-open-for-earlier-day"):
        house.open("2026-11-21")
    house.do(c.CloseTable())
    house.open("2026-11-21")
    assert house.state.day == "2026-11-21"
    house.do(c.CloseTable())
    with expect_refusal("day-before-the-last"):
        house.open("2026-11-19")


@pytest.mark.servers
def test_of_many_bets_at_once_all_stand_in_one_order(house: OpenHouse) -> None:
    house.do(c.AnnounceBetsOpen())
    failures: list[BaseException] = []

    def stake(player: int) -> None:
        try:
            for code in CODES:
                house.do(bet(code, player=f"Seat {player}"))
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    players = [threading.Thread(target=stake, args=(player,)) for player in range(16)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    assert failures == []
    placed = [event for event in house.events() if event.type == "bet_placed"]
    assert len({event.data["ref"] for event in placed}) == len(placed) == 16 * len(CODES)
    assert len(house.state.bets) == 16 * len(CODES)


def test_the_board_is_evolved_from_its_stream_at_every_version(house: OpenHouse) -> None:
    house.coup(17, bet())
    house.coup(0, bet("plein:0", 1000))
    stream = read_stream(house.casino_id, table_stream("T1", house.day))
    assert newest_state(house.casino_id, "T1") == state_at(house.casino_id, "T1", house.day)
    middle = state_at(house.casino_id, "T1", house.day, version=len(stream) // 2)
    assert middle.version == len(stream) // 2
    assert BetPlaced.__struct_config__.tag in {event.type for event in stream}


def test_the_floor_reads_all_boards_in_two_queries(
    house: OpenHouse, django_assert_num_queries: object
) -> None:
    OpenHouse(house.casino_id, "it-venezia", table="T2")
    with django_assert_num_queries(2):  # type: ignore[operator]
        views = table_snapshots(house.casino_id)
    assert [(view.table.code, view.state.rulebook if view.state else None) for view in views] == [
        ("T1", "pt-francesa"),
        ("T2", "it-venezia"),
    ]


def test_a_board_that_was_lost_comes_back_by_a_rebuild(house: OpenHouse) -> None:
    from tables.stream import rebuild

    house.coup(32, bet())
    before = house.state
    Board.objects.filter(casino_id=house.casino_id).delete()
    (rebuilt,) = rebuild("board", house.casino_id)
    assert (rebuilt.removed, rebuilt.added) == (0, 1)
    assert house.state == before
    (again,) = rebuild("board", house.casino_id)
    assert (again.removed, again.added) == (0, 0)
    assert before.phase_since >= NOON  # type: ignore[operator]


def test_a_request_of_which_nothing_came_keeps_its_key(house: OpenHouse) -> None:
    house.do(c.AnnounceBetsOpen())
    assert house.do(c.AnnounceBetsOpen(), idempotency_key="k2").events == ()
    with pytest.raises(IdempotencyConflict):
        house.do(c.LaunchBall(), idempotency_key="k2")
    assert house.do(c.AnnounceBetsOpen(), idempotency_key="k2").events == ()


def test_the_next_day_has_from_the_record_what_the_last_one_left(
    casino_id: int, transactional_db: None
) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    house.do(c.AnnounceBetsOpen())
    house.do(bet(amount=10_000))
    for command in (c.CloseBets(), c.DeclareNumber(number=0), c.ConfirmPayments()):
        house.do(command)
    house.do(c.ChoosePrison(ref="b1", choice="stay"))
    house.do(c.CloseTable())
    house.open("2026-11-21")
    assert [(lying.ref, lying.level) for lying in house.state.bets] == [("b1", 1)]
    assert (house.state.previous_day, house.state.numbers) == ("2026-11-20", (0,))
