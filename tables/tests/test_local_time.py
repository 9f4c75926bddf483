"""Times on the nights when the clocks change, in the zones of real casinos: north, west, south, and by half an hour."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tables.local_time import moment_of, occurs_twice, offset_of, offsets_of, with_offset
from testkit.refusals import expect_refusal

local = datetime.fromisoformat
BACK = {
    "Europe/Rome": (local("2026-10-25T02:30"), ("+02:00", "+01:00")),
    "Europe/Lisbon": (local("2026-10-25T01:30"), ("+01:00", "+00:00")),
    "Australia/Sydney": (local("2027-04-04T02:30"), ("+11:00", "+10:00")),
    "America/Santiago": (local("2027-04-03T23:30"), ("-03:00", "-04:00")),
    "Australia/Lord_Howe": (local("2027-04-04T01:45"), ("+11:00", "+10:30")),
}
FORWARD = {
    "Europe/Rome": local("2027-03-28T02:30"),
    "Europe/Lisbon": local("2027-03-28T01:30"),
    "Australia/Sydney": local("2026-10-04T02:30"),
    "America/Santiago": local("2026-09-06T00:30"),
    "Australia/Lord_Howe": local("2026-10-04T02:15"),
}


def minutes(around: datetime) -> Iterator[datetime]:
    """Yield every minute (UTC) of the day and a half around a local time."""
    first = around.replace(tzinfo=UTC) - timedelta(hours=18)
    return (first + timedelta(minutes=turn) for turn in range(36 * 60))


@pytest.mark.parametrize("zone", BACK)
def test_time_that_occurs_twice_is_one_of_two_moments(zone: str) -> None:
    at, offsets = BACK[zone]
    first, second = (moment_of(at, ZoneInfo(zone), each) for each in offsets)
    assert second - first == timedelta(hours=0.5 if zone.endswith("Lord_Howe") else 1)
    assert [with_offset("at", each.astimezone(ZoneInfo(zone))) for each in (first, second)] == [
        f"at {each}" for each in offsets
    ]
    assert offsets_of(at, ZoneInfo(zone)) == offsets


@pytest.mark.parametrize("offset", ["", "+07:00", "again"])
@pytest.mark.parametrize("zone", BACK)
def test_time_that_occurs_twice_is_asked_for_without_its_offset(zone: str, offset: str) -> None:
    at, (first, second) = BACK[zone]
    with expect_refusal("time-occurs-twice", first=first, second=second):
        moment_of(at, ZoneInfo(zone), offset)


@pytest.mark.parametrize("zone", FORWARD)
def test_time_that_does_not_occur_is_refused(zone: str) -> None:
    at = FORWARD[zone]
    with expect_refusal("time-skipped", entered=f"{at:%Y-%m-%d %H:%M}"):
        moment_of(at, ZoneInfo(zone), "+01:00")
    assert not offsets_of(at, ZoneInfo(zone))


@pytest.mark.parametrize(("zone", "around"), [*((z, at) for z, (at, _) in BACK.items()), *FORWARD.items()])
def test_every_minute_of_such_a_night_can_be_entered_as_it_is_shown(zone: str, around: datetime) -> None:
    doubled = 0
    for moment in minutes(around):
        shown = moment.astimezone(ZoneInfo(zone))
        doubled += occurs_twice(shown)
        offset = offset_of(shown) if occurs_twice(shown) else ""
        assert moment_of(shown.replace(tzinfo=None, fold=0), ZoneInfo(zone), offset) == moment
    back = zone in BACK and BACK[zone][0] == around
    assert doubled == ((60 if zone.endswith("Lord_Howe") else 120) if back else 0)


def test_time_of_a_zone_without_changes_has_no_offset() -> None:
    assert with_offset("21:30", datetime(2026, 10, 25, 1, 30, tzinfo=UTC)) == "21:30"
