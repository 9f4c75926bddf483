"""Sums of a table, a pit, the house: for a day, the month to date and the year to date."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settlement.figures.confidence import confidence_interval
from settlement.figures.figures import Figure, absent, counted, estimated
from settlement.figures.periods import DayFigures, Total, begins, totals
from settlement.figures.table_result import CountDay, win
from settlement.figures.theoretical import Played, together

TODAY = date(2026, 3, 1)
NO_MORE: Mapping[str, Figure] = MappingProxyType({})
ONE_UNIT = Played(turnover=1, result=Fraction(1, 37), variance=Fraction(46656, 1369))
"""On a single number."""


def won(
    day: date, table: str, figure: Figure, currency: str = "EUR", figures: Mapping[str, Figure] = NO_MORE
) -> DayFigures:
    figures = {"win": figure, "drop": counted(0), **figures}
    return DayFigures(
        day=day,
        table=table,
        pit="",
        currency=currency,
        closed=True,
        coups=1,
        figures=figures,
        played=None,
        against=None,
    )


def euros(days: Iterable[DayFigures]) -> Total:
    (total,) = totals(days)
    assert total.currency == "EUR"
    return total


def test_periods_begin_on_the_first_and_have_their_last_day_in_them() -> None:
    assert [begins(period, date(2026, 3, 31)) for period in ("day", "month", "year")] == [
        date(2026, 3, 31),
        date(2026, 3, 1),
        date(2026, 1, 1),
    ]
    assert begins("month", TODAY) == TODAY


def test_flows_are_added_up_by_day_and_table() -> None:
    days = (won(TODAY, "RF1", counted(10)), won(TODAY, "RA1", counted(100)))
    tomorrow = won(TODAY + timedelta(days=1), "RF1", counted(-1_000))
    total = euros((*days, tomorrow))
    assert total.figures["win"] == counted(-890)
    assert (total.days, total.coups) == (3, 3)


@given(st.lists(st.integers(0, 100_000), min_size=4, max_size=20), st.randoms(use_true_random=False))
def test_a_period_has_the_win_of_its_days_between_its_ends(floats: list[int], chance: Random) -> None:
    days: list[DayFigures] = []
    found, brought = counted(0), counted(0)
    for place, (opening, closing) in enumerate(zip(floats[::2], floats[1::2], strict=False)):
        parts = {"opening": counted(opening), "closing": counted(closing)}
        flows = {"drop": counted(7), "fills": counted(5), "credits": counted(3)}
        result = win(CountDay(**parts, **flows))
        if days:
            found += parts["opening"] - days[-1].figures["closing"]
        brought += flows["drop"] + flows["credits"] - flows["fills"]
        days.append(won(TODAY + timedelta(days=place), "RF1", result, figures={**parts, **flows}))
    chance.shuffle(days)
    total = euros(days).figures
    assert total["opening"].amount == floats[0]
    assert total["closing"].amount == floats[1 : 2 * len(days) : 2][-1]
    assert total["win"] == brought + total["closing"] - total["opening"] - found


def test_each_table_opens_and_closes_a_period_with_its_own_first_and_last_day() -> None:
    later = TODAY + timedelta(days=1)
    days = (
        won(TODAY, "RF1", counted(0), figures={"opening": counted(1), "held": counted(10)}),
        won(later, "RF1", counted(0), figures={"opening": counted(2), "held": counted(20)}),
        won(later, "RA1", counted(0), figures={"opening": counted(4), "held": counted(40)}),
    )
    total = euros(days)
    assert (total.figures["opening"], total.figures["held"]) == (counted(5), counted(60))
    assert total.with_held(7).figures["held"] == counted(67)


def test_a_month_with_one_estimated_day_is_an_estimate_and_with_an_absent_one_absent() -> None:
    sure = won(TODAY, "RF1", counted(108_000))
    guessed = won(TODAY, "RF2", estimated(7, "last closing"))
    unknown = won(TODAY, "RF3", absent("closing count"))
    assert euros((sure, guessed)).figures["win"] == estimated(108_007, "last closing")
    assert euros((sure, guessed, unknown)).figures["win"] == Figure(
        None, bases=("last closing",), missing=("closing count of RF3 on 2026-03-01",)
    )


def test_currencies_are_never_added_to_each_other() -> None:
    francs = won(TODAY, "RF9", absent("drop"), currency="CHF")
    found = totals((won(TODAY, "RF1", counted(1)), francs))
    assert [(each.currency, each.figures["win"].label) for each in found] == [
        ("CHF", "absent"),
        ("EUR", "counted"),
    ]


def test_no_day_has_no_total() -> None:
    assert totals(()) == ()


@pytest.mark.parametrize("days", [1, 30])
def test_theoretical_result_of_many_days_is_rounded_once(days: int) -> None:
    each = playing(ONE_UNIT)
    total = euros(each(TODAY + timedelta(days=place)) for place in range(days))
    assert total.figures["theoretical"] == counted(1 if days == 30 else 0), "30/37 is nearer to 1 than to 0"
    assert total.against == together([ONE_UNIT] * days)
    assert total.within == confidence_interval(together([ONE_UNIT] * days))
    assert total.outside is False


def test_day_without_bets_leaves_the_period_without_an_interval() -> None:
    day = playing(ONE_UNIT)(TODAY)
    without = won(
        TODAY, "RF2", counted(0), figures={"by_bets": absent("bets"), "theoretical": estimated(20, "drop")}
    )
    total = euros((day, without))
    assert (total.against, total.within, total.outside) == (None, None, None)
    assert total.figures["theoretical"] == estimated(20, "drop")


def playing(played: Played) -> Callable[[date], DayFigures]:
    def day(of: date) -> DayFigures:
        return DayFigures(
            day=of,
            table="RF1",
            pit="",
            currency="EUR",
            closed=True,
            coups=1,
            figures={
                "win": absent("closing count"),
                "drop": counted(0),
                "by_bets": counted(1),
                "theoretical": counted(0),
            },
            played=played,
            against=played,
        )

    return day
