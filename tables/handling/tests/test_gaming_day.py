"""Which gaming day a moment belongs to, by the clock of the house."""

from datetime import UTC, date, datetime

import pytest

from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino


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
