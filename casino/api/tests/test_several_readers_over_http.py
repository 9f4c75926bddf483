"""Two readers of an integrator's own at one table: the numbers of one settle, those of the other are compared."""

import json
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import ADMINISTRATION, READERS_WRITE, TABLES_READ
from tables.handling.models import GamingTable, WheelReader
from tables.play import commands as c
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
    """Return an integrator with the primary reader `head-1` and the witness `cam-1` at the table."""
    WheelReader.objects.filter(casino_id=house.casino_id, code=house.reader).update(enabled=False)
    made = caller(READERS_WRITE, ADMINISTRATION, TABLES_READ)
    for reader in ({"code": "head-1"}, {"code": "cam-1", "role": "witness"}):
        asked = made.post("wheel-readers", {"table": "T1", **reader}, f"key-{next(keys)}")
        confirm_now(asked, officer_of(house.casino_id))
    return made


def tell(system: Caller, reader: str, *seen: dict[str, Any]) -> list[dict[str, Any]]:
    answer = system.post(f"wheel-readers/{reader}/observations", {"observations": seen}, f"key-{next(keys)}")
    assert answer.status_code == 201, answer.content
    told: list[dict[str, Any]] = json.loads(answer.content)["observations"]
    assert {each["not_taken"] for each in told} == {""}
    return told


def seen(kind: str, ago: float = 0, **more: Any) -> dict[str, Any]:
    at = timezone.now() - timedelta(seconds=ago)
    return {"kind": kind, "game": 12, "observed_at": at.isoformat(), **more}


def ball(system: Caller, house: OpenHouse, reader: str = "head-1") -> None:
    """A ball runs, with a stake on red; launched 30 s ago."""
    begun = timezone.now() - timedelta(seconds=40)
    house.do(c.AnnounceBetsOpen(), now=begun)
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=500), now=begun)
    tell(system, reader, seen("ball_launched", 30), seen("bets_closed", 20))


def shown(system: Caller) -> Any:
    return json.loads(system.get("tables/T1").content)


def test_register_lists_the_roles_of_readers(system: Caller) -> None:
    listed = json.loads(system.get("wheel-readers").content)["readers"]
    assert {each["code"]: each["role"] for each in listed if each["enabled"]} == {
        "head-1": "primary",
        "cam-1": "witness",
    }


def test_equal_numbers_of_two_readers_are_one_number(system: Caller, house: OpenHouse) -> None:
    ball(system, house)
    tell(system, "head-1", seen("result", 1, number=17))
    tell(system, "cam-1", seen("result", number=17, game=3))
    state = shown(system)
    assert (state["number"], state["coup"], state["discrepancies"]) == (17, 1, [])
    assert [(each["name"], each["role"], each["state"]) for each in state["readers"]] == [
        ("cam-1", "witness", "live"),
        ("head-1", "primary", "live"),
    ]
    assert state["reader"]["name"] == "head-1"


def test_different_numbers_of_two_readers_are_listed_with_reader_and_time(
    system: Caller, house: OpenHouse
) -> None:
    ball(system, house)
    (given,) = tell(system, "cam-1", seen("result", 2, number=18, game=3))
    (first,) = tell(system, "head-1", seen("result", 1, number=17))
    (disputed,) = shown(system)["discrepancies"]
    assert (disputed["recorded"], disputed["others"]) == (17, [18])
    assert [(each["number"], each["reader"]) for each in disputed["reports"]] == [
        (17, "head-1"),
        (18, "cam-1"),
    ]
    assert disputed["reports"][0]["at"] == first["event"]["time"]
    assert given["event"]["data"]["number"] == 18
    assert house.state.payments_open == (1,)


def test_witness_alone_settles_nothing_and_its_launch_is_not_taken(system: Caller, house: OpenHouse) -> None:
    tell(system, "head-1", seen("reader_offline"))
    ball(system, house, reader="cam-1")
    assert shown(system)["phase"] == "betting", "its launch moves no coup"
    house.do(c.LaunchBall(), now=timezone.now(), at=timezone.now() - timedelta(seconds=15))
    house.do(c.CloseBets(), now=timezone.now(), at=timezone.now() - timedelta(seconds=5))
    tell(system, "cam-1", seen("result", number=17))
    assert [(each.number, each.doubts, each.reader) for each in house.state.doubted] == [
        (17, ("of_witness",), "cam-1")
    ]
    assert (shown(system)["number"], len(house.state.bets)) == (None, 1)


def test_witness_acts_at_a_table_that_allows_it(system: Caller, house: OpenHouse) -> None:
    GamingTable.objects.filter(casino_id=house.casino_id).update(witness_takes_over=True)
    tell(system, "head-1", seen("reader_offline", 60))
    tell(system, "cam-1", seen("reader_online", 50))
    ball(system, house, reader="cam-1")
    tell(system, "cam-1", seen("result", number=17))
    assert (shown(system)["number"], house.state.payments_open) == (17, (1,))
