"""Readers of an integrator's own: what they saw reaches the record and their table, once."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import ADMINISTRATION, READERS_WRITE, TABLES_WRITE
from casino.api.tables.readers import SeenByReader
from tables.handling.models import WheelReader
from tables.handling.streams import reader_stream
from tables.play import commands as c
from tables.stream import read_stream
from tables.wheels.drivers.observations import SeenByReader as SeenOverALine
from tables.wheels.house import read_register
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.officers import confirm_now, officer_of

pytestmark = pytest.mark.django_db
keys = count(1)


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now() - timedelta(minutes=5))


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    # The reader of the wheel reads no table: the one that is registered here is the table's primary reader.
    WheelReader.objects.filter(casino_id=house.casino_id, code=house.reader).update(table="")
    made = caller(READERS_WRITE, ADMINISTRATION)
    asked = made.post("wheel-readers", {"code": "cam-1", "table": "T1"}, "register")
    confirm_now(asked, officer_of(house.casino_id))
    return made


def saw(system: Caller, body: Any, reader: str = "cam-1", key: str | None = None) -> Any:
    return system.post(f"wheel-readers/{reader}/observations", body, key or f"key-{next(keys)}")


def done(answer: Any) -> Any:
    assert answer.status_code == 201, answer.content
    return json.loads(answer.content)


def seen(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "game": 12, "observed_at": timezone.now().isoformat(), **more}


GAME = ("reader_online", "rotor_started", "ball_launched", "bets_closed")


def test_a_game_is_a_coup_of_the_table(system: Caller, house: OpenHouse) -> None:
    told = done(saw(system, {"observations": [*map(seen, GAME), seen("result", number=17)]}))
    assert [each["sequence"] for each in told["observations"]] == [1, 2, 3, 4, 5]
    assert (told["table"], {each["not_taken"] for each in told["observations"]}) == ("T1", {""})
    assert (house.state.number, house.state.past[-1].source, house.state.reader.state) == (
        17,
        "reader",
        "live",
    )
    assert told["observations"][-1]["event"]["type"] == "observed_result"
    assert done(saw(system, seen("rotor_started", game=13)))["observations"][0]["sequence"] == 6


def test_observation_delivered_twice_is_recorded_once(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    body = {"kind": "reader_online", "sequence": 7}
    first = done(saw(system, body))
    again = done(saw(system, body))
    assert again["observations"][0]["event"]["id"] == first["observations"][0]["event"]["id"]
    assert len(read_stream(house.casino_id, reader_stream("cam-1"))) == 1
    assert problem(saw(system, {**body, "kind": "fault"}))["status"] == 409


def test_without_its_time_it_is_dated_by_its_arrival(system: Caller, house: OpenHouse) -> None:
    (heard,) = done(saw(system, {"kind": "rotor_started", "game": 1}))["observations"]
    assert "observed_at" not in heard["event"]["data"]
    assert house.events()[-1].metadata["dated_by"] == "arrival"


def test_observation_refused_by_the_table_is_recorded_and_reported(system: Caller, house: OpenHouse) -> None:
    told = done(saw(system, seen("result", number=37)))
    (heard,) = told["observations"]
    assert heard["not_taken"].startswith("37 is not on this wheel")
    assert [event.type for event in read_stream(house.casino_id, reader_stream("cam-1"))] == [
        "observed_result"
    ]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (seen("result"), "number: a result has a number"),
        (seen("result", number=100), "number:"),
        (seen("dance"), "kind:"),
        (seen("result", number=1, speed=3), "request:"),
        (seen("result", number=1, reader="cam-2"), "reader: 'cam-2' is not cam-1"),
        (seen("result", number=1, observed_at="2026-01-01T00:00:00"), "observed_at: a time has its zone"),
        ({"observations": []}, "observations:"),
        ({"observations": [seen("rotor_started"), seen("result")]}, "observations[1].number:"),
    ],
)
def test_malformed_observation_is_named_and_not_recorded(
    system: Caller, house: OpenHouse, problem: Callable[..., Any], body: Any, says: str
) -> None:
    found = problem(saw(system, body))
    assert (found["status"], found["detail"].startswith(says)) == (422, True), found["detail"]
    assert not read_stream(house.casino_id, reader_stream("cam-1"))


def test_only_its_own_readers_and_only_those_that_speak_here(
    system: Caller, house: OpenHouse, caller: Callable[..., Caller], problem: Callable[..., Any]
) -> None:
    assert problem(saw(system, seen("rotor_started"), reader="cam-9"))["status"] == 404
    assert "slingshot2" in problem(saw(system, seen("rotor_started"), reader=house.reader))["detail"]
    WheelReader.objects.filter(code="cam-1").update(enabled=False)
    assert problem(saw(system, seen("rotor_started")))["status"] == 404
    assert problem(saw(caller(TABLES_WRITE), seen("rotor_started")))["status"] == 403


def test_lease_of_a_gateway_is_not_taken_from_a_request(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    assert "no such key" in problem(saw(system, seen("rotor_started", lease=1)))["detail"]
    assert house.state.reader.state == "none"


def test_readers_are_registered_and_listed_and_nobody_dials_them(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    listed = json.loads(system.get("wheel-readers").content)["readers"]
    assert listed == [
        {"code": house.reader, "table": "", "role": "primary", "protocol": "slingshot2", "enabled": True},
        {"code": "cam-1", "table": "T1", "role": "primary", "protocol": "http", "enabled": True},
    ]
    assert [reader.code for reader in read_register() if reader.casino_id == house.casino_id] == [
        house.reader
    ]
    for wrong, says in (
        ({"code": "cam-1", "table": "T1"}, "code: there is a reader cam-1 already"),
        ({"code": "cam/1", "table": "T1"}, "code:"),
        ({"code": "cam-2", "table": "T9"}, "table: no table T9"),
        ({"code": "cam-2", "table": "T1"}, "role: T1 has the primary reader cam-1 already"),
    ):
        assert problem(system.post("wheel-readers", wrong, f"key-{next(keys)}"))["detail"].startswith(says)


def test_a_number_without_a_launch_waits_for_a_person(system: Caller, house: OpenHouse) -> None:
    (told,) = done(saw(system, seen("result", number=17)))["observations"]
    assert (told["not_taken"], house.state.past) == ("", ())
    assert [(each.number, each.doubts) for each in house.state.doubted] == [(17, ("no_launch",))]


@pytest.mark.parametrize("claimed", ["1970-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "30 days", "before"])
def test_a_number_at_an_impossible_time_is_dated_by_its_receipt_and_waits(
    system: Caller, house: OpenHouse, claimed: str
) -> None:
    begin = timezone.now()
    ago = {"30 days": timedelta(days=30), "before": timedelta(minutes=2)}
    time = (begin - ago[claimed]).isoformat() if claimed in ago else claimed
    house.do(c.AnnounceBetsOpen(), now=begin)
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=500), now=begin)
    done(saw(system, {"observations": [*map(seen, GAME[2:]), seen("result", number=17, observed_at=time)]}))
    assert [(each.number, each.doubts) for each in house.state.doubted] == [(17, ("wrong_time",))]
    observed = read_stream(house.casino_id, reader_stream("cam-1"))[-1]
    doubted = house.events()[-1]
    for event in (observed, doubted):
        assert begin <= event.occurred_at <= timezone.now()
        assert event.metadata["dated_by"] == "arrival"
    assert datetime.fromisoformat(observed.data["observed_at"]) == datetime.fromisoformat(time)
    assert datetime.fromisoformat(doubted.metadata["claimed_at"]) == datetime.fromisoformat(time)


def test_observation_over_mqtt_has_the_fields_of_one_over_http() -> None:
    """A reader of JSON observations may move from one way to the other without a change."""
    assert SeenByReader.__struct_fields__ == SeenOverALine.__struct_fields__
