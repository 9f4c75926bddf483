"""One gateway at a time listens to a reader: leases in the database, with numbers that only grow."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.utils import timezone

from tables.handling.models import WheelReader
from tables.handling.observations import observe
from tables.handling.streams import reader_stream
from tables.play.reader.observation import Observation
from tables.refusal import Refused
from tables.stream import stream_version
from tables.stream.database_rights import Duty
from tables.wheels.delivery import HouseAway
from tables.wheels.drivers.driver import KnownGame
from tables.wheels.gateway import RegisteredReader
from tables.wheels.known_games import game_of
from tables.wheels.leases import LEASE_S, LeasedRegister
from tables.wheels.models import ReaderLease
from testkit.house import OpenHouse
from testkit.stream import as_service


class Clock:
    """The gateways' own clock; the database has another."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def gateway(
    house: OpenHouse, clock: Clock, name: str, spool: UUID | None = None, **more: Any
) -> LeasedRegister:
    return LeasedRegister(spool or uuid4(), name, casino_id=house.casino_id, clock=clock, **more)


def held(register: LeasedRegister) -> dict[str, int]:
    """The readers that a gateway listens to after one more look, with their leases."""
    with as_service(Duty.GATEWAY):
        return {reader.code: reader.lease for reader in register()}


def let_expire() -> None:
    ReaderLease.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def saw(house: OpenHouse, lease: int, sequence: int = 1, **fields: Any) -> Observation:
    seen: dict[str, Any] = {"epoch": 1, "game": 1, "received_at": house.now, "kind": "rotor_started"} | fields
    return Observation(reader=house.reader, lease=lease, sequence=sequence, **seen)


def test_reader_has_one_gateway_until_its_lease_expires(house: OpenHouse, clock: Clock) -> None:
    first, second = gateway(house, clock, "first"), gateway(house, clock, "second")
    assert held(first) == {house.reader: 1}
    for _ in range(5):
        clock.now += 1
        assert (held(first), held(second)) == ({house.reader: 1}, {})
    let_expire()
    assert held(second) == {house.reader: 2}
    assert held(first) == {}
    lease = ReaderLease.objects.get()
    assert (lease.holder, lease.lease) == ("second", 2)
    let_expire()
    assert held(first) == {house.reader: 3}


def test_renewal_keeps_an_expired_lease_that_nobody_took(house: OpenHouse, clock: Clock) -> None:
    first = gateway(house, clock, "first")
    held(first)
    let_expire()
    assert held(first) == {house.reader: 1}
    assert ReaderLease.objects.get().expires_at > timezone.now()


def test_restart_with_the_same_spool_keeps_the_lease(house: OpenHouse, clock: Clock) -> None:
    spool = uuid4()
    with as_service(Duty.GATEWAY):
        before = gateway(house, clock, "before", spool)()
    assert held(gateway(house, clock, "after", spool, remembered=before)) == {house.reader: 1}
    assert ReaderLease.objects.get().holder == "after"


def test_spool_that_has_lost_its_memory_gets_a_new_number(house: OpenHouse, clock: Clock) -> None:
    spool = uuid4()
    held(gateway(house, clock, "before", spool))
    assert held(gateway(house, clock, "after", spool)) == {house.reader: 2}


def test_number_grows_although_an_older_state_of_the_database_was_restored(
    house: OpenHouse, clock: Clock
) -> None:
    spool = uuid4()
    known = RegisteredReader(casino_id=house.casino_id, code=house.reader, protocol="", url="", lease=7)
    register = gateway(house, clock, "it", spool, remembered=[known])
    ReaderLease.objects.create(
        casino_id=house.casino_id,
        reader=house.reader,
        lease=5,
        spool=spool,
        holder="it",
        expires_at=timezone.now(),
    )
    assert held(register) == {house.reader: 8}


def test_released_lease_is_taken_at_once_and_one_with_observations_waiting_is_not(
    house: OpenHouse, clock: Clock
) -> None:
    first, second = gateway(house, clock, "first"), gateway(house, clock, "second")
    for _ in range(4):
        clock.now += 1
        held(first), held(second)
    first.release(but={(house.casino_id, house.reader)})
    assert held(second) == {}
    first.release()
    assert held(second) == {house.reader: 2}


@pytest.mark.parametrize("outage", ["refused", "slow", "stopped"])
def test_after_an_outage_the_holder_renews_before_another_takes(
    house: OpenHouse, clock: Clock, outage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = gateway(house, clock, "first"), gateway(house, clock, "second")
    for _ in range(4):
        clock.now += 1
        held(first), held(second)
    let_expire()
    if outage == "refused":
        with monkeypatch.context() as broken, pytest.raises(HouseAway):
            broken.setattr("tables.wheels.leases.read_register", _database_is_away)
            second()
        clock.now += 1
    elif outage == "slow":
        asked = iter([clock.now, clock.now + 2, clock.now + 2])
        second._clock = lambda: next(asked)
    else:
        clock.now += LEASE_S + 1
    assert held(second) == {}
    second._clock = clock
    clock.now += 2
    assert held(second) == {}
    assert held(first) == {house.reader: 1}
    assert held(second) == {}


def _database_is_away(*_: object) -> None:
    raise DatabaseError("the connection is closed")


def test_gateway_takes_the_readers_that_it_is_limited_to(house: OpenHouse, clock: Clock) -> None:
    WheelReader.objects.create(casino_id=house.casino_id, code="W-2", url="socket://127.0.0.1:2")
    assert held(gateway(house, clock, "one", readers=("W-2", "W-9"))) == {"W-2": 1}
    assert held(gateway(house, clock, "rest")) == {house.reader: 1}
    other = LeasedRegister(uuid4(), "other", casino_id=house.casino_id + 1, clock=clock)
    assert held(other) == {}


def test_readers_without_their_casino_are_refused_by_the_command(house: OpenHouse) -> None:
    with pytest.raises(CommandError, match="Add --casino NUMBER"):
        call_command("wheel_gateway", "--readers", house.reader)


def test_reader_that_is_switched_off_is_given_up(house: OpenHouse, clock: Clock) -> None:
    first = gateway(house, clock, "first")
    held(first)
    WheelReader.objects.filter(casino_id=house.casino_id).update(enabled=False)
    before = ReaderLease.objects.get().expires_at
    assert held(first) == {}
    assert ReaderLease.objects.get().expires_at == before


def test_observation_of_another_lease_is_refused_and_leaves_nothing(house: OpenHouse, clock: Clock) -> None:
    first, second = gateway(house, clock, "first"), gateway(house, clock, "second")
    held(first), held(second)
    with as_service(Duty.GATEWAY):
        observe(house.casino_id, house.reader, saw(house, 1), house.now)
    clock.now += LEASE_S
    let_expire()
    clock.now -= 1
    held(second)
    clock.now += 1
    assert held(second) == {house.reader: 2}
    version = house.state.version
    with as_service(Duty.GATEWAY):
        with pytest.raises(Refused) as refused:
            observe(house.casino_id, house.reader, saw(house, 1, 2, kind="ball_launched"), house.now)
        # What the record has already is delivered, whoever holds the reader now.
        observe(house.casino_id, house.reader, saw(house, 1), house.now)
        assert stream_version(house.casino_id, reader_stream(house.reader)) == 1
        observe(house.casino_id, house.reader, saw(house, 2), house.now)
    assert (refused.value.refusal.code, refused.value.refusal.parameters["gateway"]) == (
        "reader-lease-lost",
        "second",
    )
    assert house.state.version == version
    assert stream_version(house.casino_id, reader_stream(house.reader)) == 2


def test_observation_under_a_lease_that_nobody_gave_is_refused(house: OpenHouse) -> None:
    with pytest.raises(Refused, match="reader-lease-lost"):
        observe(house.casino_id, house.reader, saw(house, 1), house.now)
    observe(house.casino_id, house.reader, saw(house, 0), house.now)


def test_takeover_waits_for_the_observation_at_hand_and_a_renewal_does_not(
    house: OpenHouse, clock: Clock
) -> None:
    first, second = gateway(house, clock, "first"), gateway(house, clock, "second")
    for _ in range(4):
        clock.now += 1
        held(first), held(second)
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT lease FROM reader_lease FOR KEY SHARE")
            assert held(first) == {house.reader: 1}
            let_expire()
            assert held(second) == {}
            cursor.execute("COMMIT")
    finally:
        other.close()
    assert held(second) == {house.reader: 2}


def test_new_holder_knows_the_last_game_of_the_record(house: OpenHouse, clock: Clock) -> None:
    register = gateway(house, clock, "first")
    held(register)
    told: list[dict[str, Any]] = [
        {"kind": "bets_closed"},
        {"kind": "result", "number": 5},
        {"kind": "bets_closed", "game": 2},
    ]
    for sequence, seen in enumerate(told, 1):
        observe(house.casino_id, house.reader, saw(house, 1, sequence, **seen), house.now)
    with as_service(Duty.GATEWAY):
        (reader,) = gateway(house, clock, "same", register._spool)()
    assert (reader.lease, reader.known) == (2, KnownGame(epoch=1, game=2, number_before=5))


def test_last_game_is_the_one_that_began_last_whatever_was_recovered() -> None:
    assert game_of([("observed_reader_online", {"epoch": 1, "game": None})]) is None
    events: list[tuple[str, dict[str, Any]]] = [
        ("observed_result", {"epoch": 1, "game": 254, "number": 3}),
        ("observed_rotor_started", {"epoch": 2, "game": 1}),
        ("observed_result_recovered", {"epoch": 1, "game": 255, "number": 9}),
    ]
    assert game_of(events) == KnownGame(epoch=2, game=1, number_before=9)
    events.append(("observed_result", {"epoch": 2, "game": 1, "number": 0}))
    assert game_of(events) == KnownGame(epoch=2, game=1, number=0, number_before=9)
