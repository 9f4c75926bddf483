"""The house's time in a plan, on ordinary nights and on the two when the clocks change (Lisbon)."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from casino.kit.dates import clock_time
from casino.kit.sentences import CODES, sentence
from tables.registers.rota.clock import day_span, meant, offsets_of_night
from tables.registers.rota.planning import PlanEntry
from tables.registers.rota.warnings import RotaWarning
from testkit.refusals import expect_refusal
from testkit.rota import LISBON, RotaInHand, person

FORWARD, BACK, ORDINARY = date(2027, 3, 27), date(2026, 10, 24), date(2026, 11, 20)


def at(entered: str, day: date, **how: Any) -> datetime:
    return meant(entered, day, LISBON, begins_at=8, **how)


def test_time_before_the_first_hour_is_of_the_next_morning() -> None:
    assert at("20:30", ORDINARY) == datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
    assert at("02:15", ORDINARY) == datetime(2026, 11, 21, 2, 15, tzinfo=UTC)
    assert at("08:00", ORDINARY) == datetime(2026, 11, 20, 8, tzinfo=UTC)
    assert at("08:00", ORDINARY, ends=True) == datetime(2026, 11, 21, 8, tzinfo=UTC)


def test_an_hour_that_comes_twice_is_entered_and_said_each_time() -> None:
    first, second = (at("01:30", BACK, offset=each) for each in offsets_of_night(BACK, LISBON, 8))
    assert (first, second) == (
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
    )
    assert (clock_time(first, LISBON), clock_time(second, LISBON)) == (
        "01:30 +01:00",
        "01:30 +00:00",
    )
    assert at("23:00", BACK, offset="+00:00") == at("23:00", BACK)


def test_an_hour_that_comes_twice_is_asked_for() -> None:
    with expect_refusal("time-occurs-twice", first="+01:00", second="+00:00"):
        at("01:30", BACK)


def test_an_hour_that_does_not_come_cannot_be_meant() -> None:
    with expect_refusal("time-skipped", entered="2027-03-28 01:30"):
        at("01:30", FORWARD)
    assert at("02:00", FORWARD) == datetime(2027, 3, 28, 1, tzinfo=UTC)


def test_a_gaming_day_has_25_hours_or_23_where_the_clocks_change() -> None:
    hours = {}
    for day in (BACK, FORWARD, ORDINARY):
        first, last = day_span(day, LISBON, 8)
        hours[day] = (last - first).total_seconds() / 3600
    assert list(hours.values()) == [25, 23, 24]
    assert [day for day in hours if offsets_of_night(day, LISBON, 8)] == [BACK]


@pytest.mark.parametrize("entered", ["", "8:30", "24:00", "20.30", "2030", "١٢:٠٠", "20:60"])
def test_malformed_time_is_refused_with_its_form(entered: str) -> None:
    with expect_refusal("rota-time-malformed"):
        at(entered, ORDINARY)


def spun(begins: datetime, ends: datetime) -> list[RotaWarning]:
    rota = RotaInHand()
    who, where = person(1), "RA1"
    rota.do(PlanEntry(person=who, begins=begins, ends=ends, table=where, position="payer", spins=True))
    return rota.warned()


@pytest.mark.clause("pt-americana/35")
def test_half_an_hour_at_the_ball_is_half_an_hour_on_both_nights() -> None:
    first, second = offsets_of_night(BACK, LISBON, 8)
    assert spun(at("00:45", BACK), at("01:15", BACK, offset=first)) == []
    assert spun(at("00:45", FORWARD), at("02:15", FORWARD)) == []
    (warning,) = spun(at("00:45", BACK), at("01:15", BACK, offset=second))
    assert "from 00:45 to 01:15 +00:00: 30 minutes at most, which end at 01:15 +01:00" in sentence(
        warning.code, warning.parameters, CODES
    )
