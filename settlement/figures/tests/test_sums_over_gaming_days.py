"""Sums of a shift, a table, a pit, the house: for a day, the month to date and the year to date."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from settlement.figures.figures import Figure, absent, counted, estimated
from settlement.figures.periods import (
    DayFigure,
    DayFigures,
    month_to_date,
    of_day,
    of_pit,
    of_shift,
    of_table,
    totals,
    year_to_date,
)

TODAY = date(2026, 3, 1)


def won(day: date, table: str, figure: Figure, **more: str) -> DayFigure:
    return DayFigure(day=day, table=table, figure=figure, **{"currency": "EUR", **more})


HOUSE: DayFigures = (
    won(date(2025, 12, 31), "RF1", counted(1), pit="A"),
    won(date(2026, 1, 1), "RF1", counted(10), pit="A"),
    won(date(2026, 2, 28), "RA1", counted(100), pit="B"),
    won(TODAY, "RF1", counted(1_000), pit="B", shift="day"),
    won(TODAY, "RF1", counted(-3_000), pit="B", shift="night"),
    won(TODAY, "RA1", counted(10_000), pit="B", shift="day"),
    won(TODAY, "RA2", counted(100_000), pit="A", shift="day"),
    won(date(2026, 3, 2), "RF1", counted(1_000_000), pit="A"),
)


def euros(figures: DayFigures) -> Figure:
    return totals(figures)["EUR"]


def test_a_day_has_what_its_shifts_and_tables_and_pits_have() -> None:
    day = of_day(HOUSE, TODAY)
    assert euros(day) == counted(108_000)
    assert [euros(of_shift(day, shift)).amount for shift in ("day", "night")] == [111_000, -3_000]
    assert [euros(of_table(day, table)).amount for table in ("RF1", "RA1", "RA2")] == [
        -2_000,
        10_000,
        100_000,
    ]
    assert [euros(of_pit(day, pit)).amount for pit in ("A", "B")] == [100_000, 8_000]


def test_a_table_counts_to_the_pit_in_which_it_stood_on_the_day() -> None:
    assert euros(year_to_date(of_pit(of_table(HOUSE, "RF1"), "A"), TODAY)) == counted(10)


def test_the_month_to_date_begins_on_its_first_day_and_ends_with_the_day_itself() -> None:
    assert euros(month_to_date(HOUSE, TODAY)) == euros(of_day(HOUSE, TODAY))
    assert euros(month_to_date(HOUSE, date(2026, 2, 28))) == counted(100)
    assert euros(month_to_date(HOUSE, date(2026, 3, 31))) == counted(1_108_000)


def test_the_year_to_date_begins_on_the_first_of_january() -> None:
    assert euros(year_to_date(HOUSE, TODAY)) == counted(108_110)
    assert euros(year_to_date(HOUSE, date(2025, 12, 31))) == counted(1)


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(-1_000, 1_000))), st.integers(0, 400))
def test_each_day_adds_its_own_to_the_year_to_date(days: list[tuple[int, int]], later: int) -> None:
    first = date(2025, 1, 1)
    figures = tuple(won(first + timedelta(days=after), "RF1", counted(amount)) for after, amount in days)
    day = first + timedelta(days=later)
    before = year_to_date(figures, day - timedelta(days=1)) if (day.month, day.day) != (1, 1) else ()
    assert sorted(year_to_date(figures, day), key=repr) == sorted((*before, *of_day(figures, day)), key=repr)


def test_a_month_with_one_estimated_day_is_an_estimate_and_with_an_absent_one_absent() -> None:
    sure = of_day(HOUSE, TODAY)
    guessed = won(TODAY, "RF2", estimated(7, "last closing"))
    unknown = won(TODAY, "RF3", absent("closing count"))
    unknown_by_night = won(TODAY, "RF3", absent("drop"), shift="night")
    assert euros((*sure, guessed)) == estimated(108_007, "last closing")
    assert euros((*sure, guessed, unknown, unknown_by_night)) == Figure(
        None,
        bases=("last closing",),
        missing=("closing count of RF3 on 2026-03-01", "drop of RF3 on 2026-03-01, night"),
    )


def test_currencies_are_never_added_to_each_other() -> None:
    francs = won(TODAY, "RF9", absent("drop"), currency="CHF")
    found = totals((*of_day(HOUSE, TODAY), francs))
    assert list(found) == ["CHF", "EUR"]
    assert (found["CHF"].label, found["EUR"]) == ("absent", counted(108_000))


def test_where_there_is_no_figure_there_is_no_sum_and_no_zero() -> None:
    assert totals(of_table(HOUSE, "RF7")) == {}
