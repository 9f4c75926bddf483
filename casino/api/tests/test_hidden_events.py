"""Events of cash for systems: without data until the drop box is counted, in pages, streams and proofs."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.clients import NewClient
from casino.api.access.scopes import DROP_READ, FEED_READ, TABLES_READ, sight_of_client
from casino.api.feed.pages import Wanted
from casino.api.feed.streaming import _piece
from casino.people.models import Role
from settlement.boxes.state import BoxName
from settlement.tests.test_boxes_at_the_door import COUNT, box_with_notes, say
from tables.handling.models import Casino
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
OF_CASH = ["cash_taken", "box_removed"]


@pytest.fixture
def house(casino: Casino, seal: Callable[[int], int]) -> Iterator[OpenHouse]:
    """A table whose box waits for its count, with a sealed record."""
    house = OpenHouse(casino.pk, "pt-francesa", now=timezone.now())
    box_with_notes(house, BoxName("T1", house.day, "T1-A", 1))
    seal(casino.pk)
    yield house


def counted(house: OpenHouse) -> None:
    say(house, COUNT, name=BoxName("T1", house.day, "T1-A", 1))


def without_data(system: Caller, path: str) -> list[str]:
    """Return the types of the events that come without their data."""
    found = system.get(path).json()["events"]
    hidden = [each["type"] for each in found if each.get("withheld") == "uncounted-drop"]
    assert [each["type"] for each in found if each["data"] == {} and each["type"] in OF_CASH] == hidden
    return hidden


@pytest.mark.parametrize("path", ["events?limit=1000", "tables/T1/days/2026-11-20/events"])
def test_event_of_cash_has_no_data_until_the_count(
    caller: Callable[..., Caller], house: OpenHouse, path: str
) -> None:
    blind, seeing = caller(FEED_READ, TABLES_READ), caller(FEED_READ, TABLES_READ, DROP_READ)
    assert (without_data(blind, path), without_data(seeing, path)) == (OF_CASH, [])
    counted(house)
    assert without_data(blind, path) == []


def test_stream_of_the_feed_hides_the_same_events(
    register: Callable[..., NewClient], house: OpenHouse
) -> None:
    found = {
        scopes: _piece(
            Wanted(
                casino_id=house.casino_id,
                after=0,
                types=(),
                table=None,
                limit=100,
                wait_s=0,
                as_batch=False,
                query=(),
                sight=sight_of_client(register(*scopes).client),
            )
        ).messages
        for scopes in ((FEED_READ,), (FEED_READ, DROP_READ))
    }
    assert found[FEED_READ,].count(b'"withheld":"uncounted-drop"') == len(OF_CASH)
    assert b"withheld" not in found[FEED_READ, DROP_READ]


def test_proof_of_a_hidden_event_comes_after_the_count(
    caller: Callable[..., Caller], house: OpenHouse, problem: Callable[[Any], dict[str, Any]]
) -> None:
    system = caller(FEED_READ)
    hidden = [str(each.event_id) for each in house.events() if each.type in OF_CASH]
    told = [problem(system.get(f"events/{event}/proof"))["code"] for event in hidden]
    assert told == ["event-hidden-until-count"] * len(hidden)
    counted(house)
    assert problem(system.get(f"events/{hidden[0]}/proof"))["code"] == "no-checkpoint-yet"


def test_proof_on_the_screen_comes_after_the_count(house: OpenHouse, as_role: AsRole) -> None:
    boss = as_role(Role.PIT_BOSS)
    (cash,) = [each.version for each in house.events() if each.type == "cash_taken"]
    path = f"/floor/T1/moment/proof?day={house.day}&event={cash}"
    hidden = boss.get(path)
    assert (hidden.status_code, b"nobody has counted" in hidden.content) == (409, True)
    counted(house)
    assert b"nobody has counted" not in boss.get(path).content
