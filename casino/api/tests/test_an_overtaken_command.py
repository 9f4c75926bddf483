"""A command and its first answer are one transaction, which is tried again where somebody else was first."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import TABLES_WRITE
from casino.api.models import FirstAnswer
from tables.handling.aggregates.table import DECIDED_ANEW_AT_MOST
from tables.handling.models import Casino
from tables.play import commands as c
from tables.refusal import Refused
from tables.stream import ConcurrencyError, RecordedEvent, SynchronousProjection
from tables.stream.models import Event
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.stream import registered

pytestmark = pytest.mark.django_db
BET = {"player": "P1", "bet": "plein:17", "amount": 1000}


class Objecting(SynchronousProjection):
    """Comes after all others, and raises so often what it was given."""

    name = "objecting"
    types = frozenset({"bet_placed"})

    def __init__(self, error: Exception, times: int) -> None:
        self.error, self.times, self.met = error, times, 0

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        self.met += 1
        if self.met <= self.times:
            raise self.error


@pytest.fixture
def house(casino: Casino) -> OpenHouse:
    house = OpenHouse(casino.pk, "it-venezia", now=timezone.now())
    house.do(c.AnnounceBetsOpen())
    return house


@pytest.fixture
def bet(house: OpenHouse, caller: Callable[..., Caller]) -> Callable[[], Any]:
    system = caller(TABLES_WRITE)
    return lambda: system.post(f"tables/{house.table}/commands/place-bet", BET)


def bets(house: OpenHouse) -> int:
    return Event.objects.filter(casino_id=house.casino_id, type="bet_placed").count()


def test_overtaken_command_is_decided_again_and_done_once(house: OpenHouse, bet: Callable[[], Any]) -> None:
    with registered(Objecting(ConcurrencyError("table", 1), times=DECIDED_ANEW_AT_MOST - 1)):
        first = bet()
    assert first.status_code == 201, first.content
    assert bet().content == first.content
    assert bets(house) == 1


def test_command_overtaken_too_often_stores_nothing_and_can_be_sent_again(
    house: OpenHouse, bet: Callable[[], Any], problem: Callable[..., Any]
) -> None:
    with registered(Objecting(ConcurrencyError("table", 1), times=DECIDED_ANEW_AT_MOST)):
        assert problem(bet())["status"] == 409
    assert (bets(house), FirstAnswer.objects.count()) == (0, 0)
    assert bet().status_code == 201


def test_final_refusal_of_an_overtaken_command_is_stored_alone(
    house: OpenHouse, bet: Callable[[], Any], problem: Callable[..., Any]
) -> None:
    before = house.state
    with registered(Objecting(Refused("last-coup-not-announced"), times=1)):
        refused = bet()
    assert problem(refused)["code"] == "last-coup-not-announced"
    assert (bets(house), house.state) == (0, before)
    assert bet().content == refused.content
