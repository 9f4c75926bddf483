"""Several readers of one table, from their register entries to the table's record, on the real database."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import TextField
from django.db.models.functions import Cast

from tables.handling.models import Board, GamingTable, WheelReader
from tables.handling.observation_batches import observe_many
from tables.handling.observations import observe
from tables.handling.table_readers import readers_of_table
from tables.play import commands as c
from tables.play.reader.observation import Observation
from tables.play.state import State, from_kept, from_written, written
from tables.stream.database_rights import Duty
from testkit.house import OpenHouse
from testkit.stream import as_service

CAMERA, HEAD = "CAM-T1", "HEAD-T1"


class Table(OpenHouse):
    """A table with the primary reader `W-T1` and two witnesses; each observation is dated by its own time."""

    def __init__(self, casino_id: int, **settings: Any) -> None:
        super().__init__(casino_id, "pt-francesa")
        self._sequence = 0
        GamingTable.objects.filter(casino_id=casino_id).update(**settings)
        for code in (CAMERA, HEAD):
            WheelReader.objects.create(
                casino_id=casino_id, code=code, table=self.table, protocol="http", role="witness"
            )

    def seen(self, kind: str, *, by: str = "", **fields: Any) -> Observation:
        self._sequence += 1
        seen = {"epoch": 1, "game": 1, "received_at": self.now, "observed_at": self.now} | fields
        return Observation(reader=by or self.reader, sequence=self._sequence, kind=kind, **seen)  # type: ignore[arg-type]

    def hear(self, kind: str, *, by: str = "", **fields: Any) -> None:
        observation = self.seen(kind, by=by, **fields)
        with as_service(Duty.GATEWAY):
            observe(self.casino_id, observation.reader, observation, self.now)

    def game(self, game: int, *, by: str = "") -> None:
        """A ball runs, with a bet on red, as one reader sees it."""
        if self.state.phase in ("idle", "paying"):
            self.hear("rotor_started", by=by, game=game)
        if self.state.phase == "idle":
            self.do(c.AnnounceBetsOpen())
        self.do(c.PlaceBet(player="P1", bet="rouge", amount=500))
        self.hear("ball_launched", by=by, game=game)
        self.now += timedelta(seconds=10)
        self.hear("bets_closed", by=by, game=game)
        self.now += timedelta(seconds=20)

    def types(self) -> list[str]:
        return [event.type for event in self.events()]


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> Table:
    return Table(casino_id)


@pytest.fixture
def taken_over(casino_id: int, transactional_db: None) -> Table:
    """Return a table that lets a witness act for the primary reader."""
    return Table(casino_id, witness_takes_over=True)


def test_equal_numbers_of_two_readers_are_one_coup_with_a_confirmation(house: Table) -> None:
    house.game(1)
    house.hear("result", number=17)
    house.hear("result", number=17, by=CAMERA, game=204)
    assert house.types()[-2:] == ["reader_changed", "number_confirmed"]
    assert house.events()[-1].data["reader"] == CAMERA
    assert (house.state.coup, house.state.numbers) == (1, (17,))


def test_different_numbers_of_two_readers_pay_nothing_until_a_person_decides(house: Table) -> None:
    house.game(1)
    house.hear("result", number=17)
    house.now += timedelta(seconds=2)
    house.hear("result", number=18, by=CAMERA, game=204)
    disputed = house.state.discrepancy
    assert disputed is not None
    assert [(each.reader, each.number) for each in disputed.reports] == [(house.reader, 17), (CAMERA, 18)]
    assert disputed.reports[1].at - disputed.reports[0].at == timedelta(seconds=2)
    assert house.state.payments_open == (1,)
    house.do(c.ResolveDiscrepancy(number=18, reason="camera 3"))
    assert (house.state.number, house.state.discrepancy) == (18, None)


def test_launches_and_closings_of_a_witness_do_not_move_the_coup(house: Table) -> None:
    house.do(c.AnnounceBetsOpen())
    before = house.state
    for kind in ("rotor_started", "ball_launched", "launch_failed", "bets_closed", "game_void"):
        house.hear(kind, by=CAMERA)
    assert house.types()[-1] == "reader_changed", "that the witness is live, and nothing more"
    assert (house.state.phase, house.state.coup, house.state.launches) == ("betting", before.coup, 0)


def test_warnings_and_faults_of_a_witness_are_its_own(house: Table) -> None:
    house.hear("reader_online")
    house.hear("warning", by=CAMERA, warnings=("ball_lost",))
    house.hear("fault", by=HEAD, warnings=("sensor_stuck_on",))
    assert (house.state.reader.name, house.state.reader.state) == (house.reader, "live")
    assert house.state.reader.warnings == ()
    assert house.state.readers[CAMERA].warnings == ("ball_lost",)
    assert (house.state.readers[HEAD].state, house.state.readers[HEAD].role) == ("fault", "witness")


def test_witness_alone_is_proposed_and_settles_nothing(house: Table) -> None:
    house.hear("reader_offline")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=500))
    house.do(c.LaunchBall())
    house.do(c.CloseBets())
    house.now += timedelta(seconds=30)
    house.hear("result", number=17, by=CAMERA)
    assert [(each.number, each.doubts, each.reader) for each in house.state.doubted] == [
        (17, ("of_witness",), CAMERA)
    ]
    assert (house.state.past, len(house.state.bets)) == ((), 1)
    house.do(c.DeclareNumber(number=17))
    assert (house.state.number, house.state.past[-1].reader) == (17, CAMERA)


def test_witness_acts_for_a_silent_primary_if_the_table_allows_it(taken_over: Table) -> None:
    taken_over.hear("reader_offline")
    taken_over.hear("reader_online", by=CAMERA)
    taken_over.hear("reader_online", by=HEAD)
    taken_over.game(7, by=CAMERA)
    taken_over.hear("result", number=17, by=HEAD, game=3)
    assert not taken_over.state.past, "the second witness is compared"
    taken_over.hear("result", number=17, by=CAMERA, game=7)
    assert (taken_over.state.number, taken_over.state.payments_open) == (17, (1,))
    assert taken_over.types()[-2:] == ["number_fell", "number_confirmed"]
    taken_over.hear("result", number=18, game=1)
    assert taken_over.types()[-1] == "discrepancy_found", "the primary is back with another number"
    taken_over.do(c.ResolveDiscrepancy(number=17, reason="camera 3"))
    taken_over.do(c.ConfirmPayments())
    taken_over.now += timedelta(seconds=10)
    taken_over.hear("ball_launched", by=CAMERA, game=8)
    assert taken_over.state.phase == "idle", "the witness does not act any more"


@pytest.mark.parametrize("together", [False, True], ids=["one by one", "in a batch"])
def test_late_numbers_of_an_acting_witness_are_compared_and_open_no_coup(
    taken_over: Table, together: bool
) -> None:
    taken_over.game(1)
    taken_over.hear("result", number=17)
    fell_at = taken_over.now
    taken_over.do(c.ConfirmPayments())
    taken_over.now += timedelta(seconds=60)
    taken_over.game(2)
    taken_over.hear("reader_offline")
    taken_over.do(c.DeclareNumber(number=20))
    taken_over.do(c.ConfirmPayments())
    taken_over.now += timedelta(seconds=5)
    late = [
        taken_over.seen("result", by=CAMERA, game=8, number=17, observed_at=fell_at),
        taken_over.seen("result_recovered", by=CAMERA, game=9, number=20, observed_at=None),
    ]
    with as_service(Duty.GATEWAY):
        if together:
            observe_many(taken_over.casino_id, CAMERA, late, taken_over.now)
        else:
            for each in late:
                observe(taken_over.casino_id, CAMERA, each, taken_over.now)
    confirmed = [event.data for event in taken_over.events() if event.type == "number_confirmed"]
    assert [(each["coup"], each["number"], each["reader"]) for each in confirmed] == [
        (1, 17, CAMERA),
        (2, 20, CAMERA),
    ]
    assert (taken_over.state.numbers, taken_over.state.discrepancies) == ((20, 17), ())


def test_first_live_witness_acts_and_no_other_one(taken_over: Table) -> None:
    taken_over.hear("reader_offline")
    taken_over.hear("reader_offline", by=CAMERA)
    taken_over.hear("reader_online", by=HEAD)
    taken_over.do(c.AnnounceBetsOpen())
    taken_over.hear("ball_launched", by=HEAD, game=3)
    assert taken_over.state.phase == "launched"
    taken_over.hear("reader_online", by=CAMERA)
    taken_over.hear("bets_closed", by=HEAD, game=3)
    assert taken_over.state.phase == "launched", "the camera is the first by code"


def test_witness_does_not_act_for_a_primary_that_was_not_heard_yet(taken_over: Table) -> None:
    taken_over.do(c.AnnounceBetsOpen())
    taken_over.hear("ball_launched", by=CAMERA)
    assert taken_over.state.phase == "betting"


def test_each_witness_is_away_by_itself_when_the_table_opens(house: Table) -> None:
    house.hear("reader_online")
    house.do(c.CloseTable())
    house.hear("reader_offline", by=CAMERA)
    house.hear("fault", by=HEAD, warnings=("time_out",))
    began = house.now
    house.now += timedelta(hours=20)
    house.open("2026-11-21")
    away = {event.data["reader"]: event.data for event in house.events() if event.type == "reader_changed"}
    assert {code: (data["state"], data["role"]) for code, data in away.items()} == {
        CAMERA: ("silent", "witness"),
        HEAD: ("fault", "witness"),
    }
    assert {each.since for each in house.state.readers.values()} == {began}


def test_report_of_a_witness_that_waited_in_a_spool_is_of_its_coup(house: Table) -> None:
    times = []
    for game, number in ((1, 17), (2, 9)):
        house.game(game)
        house.hear("result", number=number, game=game)
        times.append(house.now)
        house.do(c.ConfirmPayments())
        house.now += timedelta(seconds=20)
    house.now += timedelta(minutes=10)
    late = [
        house.seen("result", by=CAMERA, game=game, number=number, observed_at=at, received_at=at)
        for game, number, at in ((204, 17, times[0]), (205, 20, times[1]))
    ]
    with as_service(Duty.GATEWAY):
        observe_many(house.casino_id, CAMERA, late, house.now)
    confirmed, found = house.events()[-2:]
    assert (confirmed.type, confirmed.data["coup"]) == ("number_confirmed", 1)
    assert (found.type, found.data["coup"]) == ("discrepancy_found", 2)
    assert confirmed.occurred_at == times[0]


def test_witness_is_proposed_for_a_primary_that_was_put_out_of_service(house: Table) -> None:
    house.game(1)
    WheelReader.objects.filter(casino_id=house.casino_id, code=house.reader).update(enabled=False)
    house.hear("result", number=17, by=CAMERA, game=204)
    primary = house.state.reader
    assert (primary.name, primary.state, primary.detail) == (house.reader, "silent", "out_of_service")
    (waiting,) = house.state.waiting
    assert (waiting.number, waiting.reader, waiting.doubts) == (17, CAMERA, ("of_witness",))
    house.do(c.DeclareNumber(number=17))
    assert house.state.numbers == (17,)


def test_witness_acts_for_a_primary_that_was_put_out_of_service(taken_over: Table) -> None:
    taken_over.game(1)
    WheelReader.objects.filter(casino_id=taken_over.casino_id, code=taken_over.reader).update(enabled=False)
    taken_over.hear("reader_online", by=CAMERA)
    taken_over.hear("result", number=17, by=CAMERA, game=204)
    assert (taken_over.state.numbers, taken_over.state.doubted) == ((17,), ())


def test_reader_that_replaces_the_primary_of_an_open_table_settles_with_the_same_counter(
    house: Table,
) -> None:
    for game in (1, 2):
        house.game(game)
        house.hear("result", game=game, number=17)
        house.do(c.ConfirmPayments())
    WheelReader.objects.filter(casino_id=house.casino_id, code=house.reader).update(enabled=False)
    WheelReader.objects.create(
        casino_id=house.casino_id, code="W-NEW", table=house.table, protocol="http", role="primary"
    )
    house.game(1, by="W-NEW")
    house.hear("result", by="W-NEW", game=1, number=20)
    assert house.types()[-1] == "number_fell"
    assert (house.state.numbers, house.state.discrepancies) == ((20, 17, 17), ())


def test_older_register_with_two_primaries_has_one_and_a_witness(house: Table) -> None:
    WheelReader.objects.filter(casino_id=house.casino_id, code=CAMERA).update(role="primary")
    readers = readers_of_table(house.casino_id, house.table)
    assert (readers.primary, sorted(readers.witnesses)) == (CAMERA, [HEAD, house.reader])
    WheelReader.objects.filter(casino_id=house.casino_id, code=CAMERA).update(enabled=False)
    assert readers_of_table(house.casino_id, house.table).primary == house.reader


def test_state_of_before_is_read_with_its_one_reader(house: Table) -> None:
    house.hear("warning", warnings=("ball_lost",))
    board = Board.objects.get(casino_id=house.casino_id, table=house.table)
    one = board.state["readers"].pop(house.reader)
    del board.state["readers"], one["role"], one["reported"]
    board.state["reader"] = one
    Board.objects.filter(casino_id=house.casino_id, table=house.table, day=house.day).update(
        state=board.state
    )
    assert from_kept(board.state).reader.warnings == ("ball_lost",)
    rows = Board.objects.filter(casino_id=house.casino_id, table=house.table)
    (kept,) = rows.annotate(document=Cast("state", TextField())).values_list("document", flat=True)
    state = from_written(kept)
    assert state == from_kept(board.state)
    assert (state.reader.name, state.reader.role, state.reader.state) == (house.reader, "primary", "live")
    assert from_written(written(state)) == state


def test_closed_day_of_before_is_read_with_the_reader_before_its_closing() -> None:
    closed = {"phase": "closed", "reader": {"name": "W-T1", "state": "silent"}}
    kept = {**closed, "before_closing": {"phase": "idle", "reader": {"name": "W-T1", "state": "live"}}}
    state = from_kept(kept)
    assert state.reader.state == "silent"
    assert state.before_closing is not None
    assert state.before_closing.reader.state == "live"
    assert from_kept({"phase": "idle", "reader": {"name": None, "state": "none"}}) == State(phase="idle")


def test_games_of_an_acting_witness_are_not_taken_for_those_of_the_primary(taken_over: Table) -> None:
    taken_over.game(7)
    taken_over.hear("result", number=17, game=7)
    taken_over.do(c.ConfirmPayments())
    taken_over.now += timedelta(seconds=20)
    taken_over.hear("reader_offline")
    taken_over.hear("reader_online", by=CAMERA)
    taken_over.game(7, by=CAMERA)
    taken_over.hear("result", number=9, by=CAMERA, game=7)
    assert [(past.coup, past.number) for past in taken_over.state.past] == [(1, 17), (2, 9)]
    assert taken_over.state.discrepancies == ()
