"""Win, drop and float by the hour of the house's clock: what is known of each, and that they add up to the day."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settlement.figures.figures import Figure, absent, counted, estimated, summed
from settlement.figures.hourly import MOVES, IntervalFigures, Kind, MoneyEvent, by_hour, hour_of
from settlement.figures.table_result import CountDay, win

LISBON = ZoneInfo("Europe/Lisbon")
ROME = ZoneInfo("Europe/Rome")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
OPENED = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)
THOUSAND = counted(1_000)
UNTIL = OPENED + timedelta(hours=5)


def at(minutes: int, kind: Kind, amount: int) -> MoneyEvent:
    return MoneyEvent(at=OPENED + timedelta(minutes=minutes), kind=kind, amount=amount)


def hours(
    *events: MoneyEvent,
    opening: Figure = THOUSAND,
    until: datetime = UNTIL,
    bets: bool = True,
    cash: bool = True,
) -> tuple[IntervalFigures, ...]:
    return by_hour(
        events,
        opening=opening,
        opened_at=OPENED,
        until=until,
        zone=LISBON,
        bets_recorded=bets,
        cash_recorded=cash,
    )


EVENTS = st.lists(
    st.builds(at, st.integers(0, 299), st.sampled_from(("float counted", *MOVES)), st.integers(0, 10_000)),
    max_size=30,
)


@given(EVENTS, st.integers(0, 10**6))
def test_all_hours_together_have_what_the_table_won_by_its_float_at_the_end(
    events: list[MoneyEvent], opening: int
) -> None:
    found = hours(*events, opening=counted(opening))

    def whole(kind: Kind) -> Figure:
        return counted(sum(event.amount for event in events if event.kind == kind))

    day = CountDay(
        drop=whole("cash taken"),
        opening=counted(opening),
        closing=found[-1].float,
        fills=whole("fill"),
        credits=whole("credit"),
    )
    assert summed(*(hour.win for hour in found)).amount == win(day).amount
    assert summed(*(hour.drop for hour in found)).amount == day.drop.amount


@given(EVENTS)
def test_hours_follow_each_other_without_a_gap_and_none_is_left_out(events: list[MoneyEvent]) -> None:
    begins = [hour.begins for hour in hours(*events)]
    assert begins == [datetime(2026, 11, 20, hour, tzinfo=UTC) for hour in range(15, 21)]


def test_an_hour_has_what_was_lost_less_what_was_won_and_the_float_at_its_end() -> None:
    first, second, third, *_ = hours(
        at(10, "cash taken", 200),
        at(29, "stakes taken", 150),
        at(30, "prizes paid", 350),
        at(40, "fill", 500),
        at(95, "credit", 100),
    )
    assert (first.win.amount, first.drop.amount, first.float.amount) == (150, 200, 950)
    assert (second.win.amount, second.drop.amount, second.float.amount) == (-350, 0, 1_100)
    assert (third.win.amount, third.drop.amount, third.float.amount) == (0, 0, 1_000)
    assert first.win == estimated(150, "bets")
    assert first.drop == estimated(200, "cash taken")
    assert first.float == estimated(950, "opening count")


def test_a_float_is_counted_until_something_moves_it() -> None:
    found = hours(at(40, "float counted", 1_000), at(100, "fill", 10))
    assert [hour.float.label for hour in found[:4]] == ["counted", "counted", "estimated", "estimated"]
    assert found[2].float == estimated(1_010, "last count")


def test_a_difference_that_a_count_finds_belongs_to_the_hour_in_which_it_was_found() -> None:
    found = hours(at(5, "stakes taken", 100), at(50, "float counted", 1_080), at(55, "prizes paid", 30))
    assert [hour.win.amount for hour in found[:3]] == [100, -50, 0]
    assert found[1].float == estimated(1_050, "last count")


def test_an_estimated_opening_is_the_basis_until_a_count() -> None:
    found = hours(at(70, "float counted", 900), at(130, "fill", 1), opening=estimated(1_000, "par"))
    assert [hour.float.bases for hour in found[:4]] == [("par",), (), ("last count",), ("last count",)]


def test_a_float_that_nobody_counted_is_absent_and_the_win_of_recorded_bets_is_not() -> None:
    first, second, *_ = hours(
        at(5, "stakes taken", 100), at(45, "float counted", 700), opening=absent("opening count")
    )
    assert first.float == absent("opening count")
    assert (first.win.amount, second.win.amount, second.float) == (100, 0, counted(700))


def test_win_without_bets_needs_a_count_before_and_within_its_hour() -> None:
    found = hours(
        at(10, "cash taken", 300),
        at(25, "float counted", 900),
        at(70, "cash taken", 200),
        at(80, "float counted", 950),
        at(100, "fill", 400),
        bets=False,
    )
    assert [hour.float.amount for hour in found[:4]] == [900, 950, None, None]
    assert [hour.win.amount for hour in found[:4]] == [200, 250, None, None]
    assert found[0].float == estimated(900, "last count")
    assert found[2].win.missing == ("float count",)


def test_an_hour_that_nobody_counted_at_a_table_without_bets_in_the_record_is_never_a_zero() -> None:
    for hour in hours(bets=False):
        assert (hour.win.label, hour.float.label) == ("absent", "absent")
        assert hour.drop == estimated(0, "cash taken")


def test_drop_without_cash_is_absent_and_a_count_finds_no_discrepancy() -> None:
    first, *_ = hours(at(5, "stakes taken", 100), at(20, "float counted", 400), cash=False)
    assert (first.drop, first.win) == (absent("cash taken"), estimated(100, "bets"))
    assert first.float == estimated(400, "last count")


def test_an_event_before_the_opening_or_after_the_end_still_has_its_hour() -> None:
    found = hours(at(-60, "fill", 5), at(360, "stakes taken", 7))
    assert (found[0].begins, found[0].float.amount) == (datetime(2026, 11, 20, 14, tzinfo=UTC), 1_005)
    assert (found[-1].begins, found[-1].win.amount) == (datetime(2026, 11, 20, 21, tzinfo=UTC), 7)


def night(
    zone: ZoneInfo, first: datetime, hours_later: int, *events: MoneyEvent
) -> list[tuple[str, int | None]]:
    """The hours of a night as the house's clock shows them, each with its win."""
    found = by_hour(
        events,
        opening=counted(0),
        opened_at=first,
        until=first + timedelta(hours=hours_later),
        zone=zone,
        bets_recorded=True,
        cash_recorded=True,
    )
    return [(hour.begins.astimezone(zone).strftime("%H:%M%z"), hour.win.amount) for hour in found]


def test_the_hour_that_comes_twice_is_two_hours() -> None:
    in_both = [
        MoneyEvent(at=datetime(2026, 10, 25, hour, 45, tzinfo=UTC), kind="stakes taken", amount=amount)
        for hour, amount in ((0, 10), (1, 20))
    ]
    assert night(ROME, datetime(2026, 10, 24, 23, 30, tzinfo=UTC), 3, *in_both) == [
        ("01:00+0200", 0),
        ("02:00+0200", 10),
        ("02:00+0100", 20),
        ("03:00+0100", 0),
    ]
    assert [shown for shown, _ in night(LISBON, datetime(2026, 10, 24, 23, 30, tzinfo=UTC), 2)] == [
        "00:00+0100",
        "01:00+0100",
        "01:00+0000",
    ]


def test_the_hour_that_is_missing_is_none() -> None:
    after = MoneyEvent(at=datetime(2026, 3, 29, 1, 15, tzinfo=UTC), kind="stakes taken", amount=10)
    assert night(ROME, datetime(2026, 3, 28, 23, 30, tzinfo=UTC), 2, after) == [
        ("00:00+0100", 0),
        ("01:00+0100", 0),
        ("03:00+0200", 10),
    ]


@pytest.mark.parametrize(
    ("first", "shown"),
    [
        (datetime(2026, 4, 4, 13, 30, tzinfo=UTC), ["00:00+1100", "01:00+1100", "02:00+1030"]),
        (datetime(2026, 10, 3, 14, 45, tzinfo=UTC), ["01:00+1030", "02:30+1100", "03:00+1100"]),
    ],
    ids=["put back: an hour of ninety minutes", "put forward: one of thirty"],
)
def test_a_clock_that_is_put_on_by_half_an_hour_loses_no_minute(first: datetime, shown: list[str]) -> None:
    assert [hour for hour, _ in night(LORD_HOWE, first, 2)][:3] == shown


@given(st.integers(0, 365 * 24 * 60), st.sampled_from([LISBON, ROME, LORD_HOWE, ZoneInfo("Asia/Kathmandu")]))
def test_every_instant_lies_in_the_hour_that_the_clock_shows(minutes: int, zone: ZoneInfo) -> None:
    instant = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    begins = hour_of(instant, zone)
    assert timedelta(0) <= instant - begins < timedelta(minutes=90)
    assert begins.astimezone(zone).hour == instant.astimezone(zone).hour
    assert hour_of(begins, zone) == begins
