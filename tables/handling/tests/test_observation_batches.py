"""Observations that waited are recorded together, and come out as if each had come alone."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from tables.handling.models import WheelReader
from tables.handling.observation_batches import observe_many
from tables.handling.observations import observe
from tables.handling.streams import reader_stream
from tables.play.reader.observation import Observation
from tables.refusal import Refused
from tables.stream import IdempotencyConflict, RecordedEvent, read_stream
from tables.stream.database_rights import Duty
from tables.wheels.drivers.slingshot2 import Slingshot2
from tables.wheels.models import ReaderLease
from tables.wheels.simulated_wheel import TICK_S, SimulatedWheel
from testkit.house import OpenHouse
from testkit.stream import as_service


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def saw(house: OpenHouse, sequence: int, kind: str, **fields: Any) -> Observation:
    seen = {"epoch": 1, "game": 1, "received_at": house.now, "observed_at": house.now} | fields
    return Observation(reader=house.reader, sequence=sequence, kind=kind, **seen)  # type: ignore[arg-type]


def game(house: OpenHouse, game: int, number: int) -> Iterator[Observation]:
    """A game that began so many minutes after the table opened."""
    begins, first = house.now + timedelta(minutes=game), 10 * game
    for place, (kind, seconds) in enumerate([("ball_launched", 0), ("bets_closed", 5), ("result", 30)]):
        at = begins + timedelta(seconds=seconds)
        fell = {"number": number} if kind == "result" else {}
        yield saw(house, first + place, kind, game=game, received_at=at, observed_at=at, **fell)


def later(house: OpenHouse) -> datetime:
    return house.now + timedelta(hours=1)


def of_reader(house: OpenHouse) -> list[RecordedEvent]:
    return list(read_stream(house.casino_id, reader_stream(house.reader)))


def turned(house: OpenHouse, *faults: str) -> list[Observation]:
    """Observations of a wheel with these faults, one a game."""
    driver, wanted = Slingshot2(house.reader), iter(faults)
    wheel = SimulatedWheel(
        Random(3), faults=lambda _: next(wanted, None), games=len(faults) + 2, then_idle=True
    )
    state, at = driver.fresh(), house.now
    seen: list[Observation] = []
    while wheel.games_left:
        at += timedelta(seconds=TICK_S)
        heard = driver.feed(state, b"".join(wheel.tick()), at)
        state, seen = heard.state, [*seen, *heard.observations]
    return seen


def comparable(events: list[RecordedEvent]) -> list[tuple[Any, ...]]:
    return [
        (
            event.version,
            event.type,
            event.occurred_at,
            {**event.data, "reader": ""},
            event.metadata.get("dated_by"),
        )
        for event in events
    ]


def test_batch_comes_out_as_its_observations_would_alone(casino_id: int, transactional_db: None) -> None:
    houses = [
        OpenHouse(casino_id, "pt-francesa", table="T1"),
        OpenHouse(casino_id, "pt-francesa", table="T2"),
    ]
    seen = turned(houses[0], "failed-launch", "same-direction", "lost-ball", "fault-code", "unheard-result")
    assert len(seen) > 30
    batched, single = houses
    with as_service(Duty.GATEWAY):
        observe_many(casino_id, batched.reader, seen, later(batched))
        for observation in seen:
            renamed = msgspec.structs.replace(observation, reader=single.reader)
            observe(casino_id, single.reader, renamed, later(single))
    assert comparable(of_reader(batched)) == comparable(of_reader(single))
    assert [(event.type, event.occurred_at) for event in batched.events()] == [
        (event.type, event.occurred_at) for event in single.events()
    ]
    assert batched.state.numbers == single.state.numbers != ()
    assert len({event.recorded_at for event in of_reader(batched)}) == 1


def test_observation_that_the_table_refuses_leaves_the_others_of_its_batch(house: OpenHouse) -> None:
    no_number = saw(house, 15, "result", game=1)
    seen = [*game(house, 1, 17), no_number, *game(house, 2, 22)]
    observe_many(house.casino_id, house.reader, seen, later(house))
    assert house.state.numbers == (22, 17)
    assert len(of_reader(house)) == 7


def test_observation_delivered_twice_changes_nothing_in_a_batch(house: OpenHouse) -> None:
    seen = [*game(house, 1, 17), *game(house, 2, 22)]
    observe(house.casino_id, house.reader, seen[1], later(house))
    observe_many(house.casino_id, house.reader, seen[:3], later(house))
    observe_many(house.casino_id, house.reader, seen, later(house))
    before = len(house.events())
    observe_many(house.casino_id, house.reader, seen, later(house))
    assert house.state.numbers == (22, 17)
    assert sorted(event.data["sequence"] for event in of_reader(house)) == [each.sequence for each in seen]
    assert len(house.events()) == before


def test_other_observation_of_the_same_sequence_refuses_the_batch_and_leaves_nothing(
    house: OpenHouse,
) -> None:
    observe(house.casino_id, house.reader, saw(house, 20, "rotor_started"), later(house))
    version = house.state.version
    with pytest.raises(IdempotencyConflict):
        observe_many(house.casino_id, house.reader, list(game(house, 2, 22)), later(house))
    assert (house.state.version, len(of_reader(house))) == (version, 1)


def test_batch_of_a_lost_lease_is_refused_and_leaves_nothing(house: OpenHouse) -> None:
    ReaderLease.objects.create(
        casino_id=house.casino_id,
        reader=house.reader,
        lease=2,
        spool=uuid4(),
        holder="second",
        expires_at=Now(),
    )
    old = [msgspec.structs.replace(each, lease=1) for each in game(house, 1, 17)]
    with pytest.raises(Refused, match="reader-lease-lost"), as_service(Duty.GATEWAY):
        observe_many(house.casino_id, house.reader, old, later(house))
    assert (len(of_reader(house)), house.state.numbers) == (0, ())
    new = [msgspec.structs.replace(each, lease=2) for each in old]
    observe_many(house.casino_id, house.reader, new, later(house))
    assert house.state.numbers == (17,)


def test_lease_and_table_are_read_once_for_a_batch(house: OpenHouse) -> None:
    ReaderLease.objects.create(
        casino_id=house.casino_id, reader=house.reader, lease=1, spool=uuid4(), holder="one", expires_at=Now()
    )
    games = [
        msgspec.structs.replace(each, lease=1) for turn in range(1, 31) for each in game(house, turn, turn)
    ]
    observe_many(house.casino_id, house.reader, games[:3], later(house))
    with CaptureQueriesContext(connection) as few:
        observe_many(house.casino_id, house.reader, games[3:6], later(house))
    with CaptureQueriesContext(connection) as many:
        observe_many(house.casino_id, house.reader, games[6:], later(house))
    assert len(many) <= len(few) + 2
    assert sum("FROM reader_lease" in query["sql"] for query in many) == 1


def test_batch_of_a_reader_without_an_open_table_is_recorded(house: OpenHouse) -> None:
    WheelReader.objects.create(casino_id=house.casino_id, code="W-2", url="socket://127.0.0.1:2")
    seen = [msgspec.structs.replace(each, reader="W-2") for each in game(house, 1, 17)]
    observe_many(house.casino_id, "W-2", seen, later(house))
    assert len(read_stream(house.casino_id, reader_stream("W-2"))) == 3
