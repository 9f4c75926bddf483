"""A gateway whose clock differs from the database's dates nothing and settles nothing: a person decides."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tables.play import commands as c
from tables.play.reader.observation import Observation
from tables.stream.database_rights import Duty
from tables.wheels.house import deliver_many_to_house, deliver_to_house
from testkit.house import OpenHouse
from testkit.stream import as_service

Deliver = Callable[[OpenHouse, Observation, timedelta], None]


def one(house: OpenHouse, seen: Observation, ahead: timedelta) -> None:
    """Deliver by a gateway whose clock is ahead by this much."""
    now = timezone.now() + ahead
    deliver_to_house(house.casino_id, house.reader, seen, now, clock=lambda: timezone.now() + ahead)


def batch(house: OpenHouse, seen: Observation, ahead: timedelta) -> None:
    now = timezone.now() + ahead
    deliver_many_to_house(house.casino_id, house.reader, [seen], now, clock=lambda: timezone.now() + ahead)


DELIVERIES = pytest.mark.parametrize("deliver", [one, batch])


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    """The second coup of a table, whose ball has run for a minute."""
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now() - timedelta(minutes=10), day=None)
    for command in (
        c.AnnounceBetsOpen(),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=4),
        c.ConfirmPayments(),
    ):
        house.now += timedelta(seconds=30)
        house.do(command)
    house.now = timezone.now() - timedelta(minutes=2)
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:22", amount=1000))
    house.now = timezone.now() - timedelta(minutes=1)
    house.do(c.LaunchBall())
    house.do(c.CloseBets())
    return house


def number_seen(house: OpenHouse, at: datetime, number: int) -> Observation:
    return Observation(
        reader=house.reader,
        epoch=1,
        sequence=1,
        kind="result",
        game=1,
        number=number,
        received_at=at,
        observed_at=at,
    )


@DELIVERIES
@pytest.mark.parametrize("ahead", [timedelta(minutes=4), timedelta(minutes=-4)], ids=["ahead", "behind"])
def test_a_number_that_a_wrong_clock_puts_into_a_later_coup_settles_nothing(
    house: OpenHouse, deliver: Deliver, ahead: timedelta
) -> None:
    """Its stamp is within the second coup. The house compares the number with the first coup, whose number is 4."""
    seen = number_seen(house, timezone.now() - timedelta(seconds=20), 22)
    with as_service(Duty.GATEWAY):
        deliver(house, seen, ahead)
    assert (house.state.coup, house.state.numbers, len(house.state.bets)) == (2, (4,), 1)
    found = house.events()[-1]
    assert (found.type, found.data["coup"], found.data["other"]) == ("discrepancy_found", 1, 22)
    assert found.metadata["dated_by"] == "receipt"
    assert seen.observed_at is not None and found.metadata["claimed_at"] == seen.observed_at.isoformat()
    assert abs(timezone.now() - found.occurred_at) < timedelta(minutes=1)


@DELIVERIES
@pytest.mark.parametrize("ahead", [timedelta(), timedelta(seconds=3)], ids=["right", "within tolerance"])
def test_the_same_number_of_a_right_clock_settles(
    house: OpenHouse, deliver: Deliver, ahead: timedelta
) -> None:
    with as_service(Duty.GATEWAY):
        deliver(house, number_seen(house, timezone.now() - timedelta(seconds=20), 22), ahead)
    assert (house.state.numbers, house.state.doubted) == ((22, 4), ())


def test_a_slow_answer_of_the_database_makes_no_clock_wrong(house: OpenHouse) -> None:
    readings = iter([timezone.now() - timedelta(minutes=1), timezone.now()])
    seen = number_seen(house, timezone.now() - timedelta(seconds=20), 22)
    deliver_to_house(house.casino_id, house.reader, seen, timezone.now(), clock=lambda: next(readings))
    assert (house.state.numbers, house.state.doubted) == ((22, 4), ())
