"""Which gaming day a moment belongs to, by the clock of the house."""

from datetime import UTC, date, datetime

import pytest
from msgspec.structs import replace

from casino.kit.sentences import sentence_of
from tables.handling import handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable
from tables.play.state import State
from tables.roulette.loader import rulebook_named
from testkit.house import BOSS
from testkit.play import opening, signed_by_house
from testkit.refusals import expect_refusal


@pytest.fixture
def house(casino_id: int, db: None) -> int:
    """A casino on Lisbon's clock."""
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    return casino_id


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 11, 20, 23, 30, tzinfo=UTC), date(2026, 11, 20)),
        (datetime(2026, 11, 21, 7, 59, tzinfo=UTC), date(2026, 11, 20)),
        (datetime(2026, 11, 21, 8, 0, tzinfo=UTC), date(2026, 11, 21)),
    ],
)
def test_the_night_belongs_to_the_evening_before(house: int, now: datetime, day: date) -> None:
    assert gaming_day(house, now) == day


def test_a_day_begins_by_the_clock_of_its_house(house: int) -> None:
    summer = datetime(2026, 7, 1, 7, 30, tzinfo=UTC)
    assert gaming_day(house, summer) == date(2026, 7, 1)
    Casino.objects.filter(id=house).update(time_zone="America/New_York")
    assert gaming_day(house, summer) == date(2026, 6, 30)


def opened(house: int, day: str, now: datetime) -> State:
    """Open T1 for `day` at the moment `now`, and return it."""
    rulebook = rulebook_named("pt-francesa")
    return handle(
        TableAggregate(house, "T1"),
        signed_by_house(replace(opening(rulebook), day=day), rulebook, now),
        by=BOSS,
        now=now,
    ).state


@pytest.fixture
def table(house: int) -> int:
    GamingTable.objects.create(
        casino_id=house, code="T1", name="T1", rulebook="pt-francesa", limits={}, balls=[]
    )
    return house


NIGHT = datetime(2026, 11, 21, 3, 5, tzinfo=UTC)


@pytest.mark.parametrize("day", ["2026-11-21", "2026-11-19", "2099-01-01", "tomorrow", ""])
def test_table_opens_for_no_day_but_the_gaming_day(table: int, day: str) -> None:
    with expect_refusal("day-not-current", day=day, today=date(2026, 11, 20)):
        opened(table, day, NIGHT)
    assert opened(table, "2026-11-20", NIGHT).day == "2026-11-20"


def test_refusal_of_another_day_names_the_gaming_day(table: int) -> None:
    with expect_refusal("day-not-current") as refused:
        opened(table, "2099-01-01", NIGHT)
    assert "open the table for 2026-11-20" in sentence_of(refused.value.refusal)
