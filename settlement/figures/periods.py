"""Sums over gaming days: of a table, a pit or the casino, for a day, the month to date or the year to date.

The input is one `DayFigures` for each table and gaming day. An unknown day is included with absent figures: without it
the sum would count a silent zero.

Flows are added up day by day. Stocks are not. A period opens with the opening of each table's first day in it. It
closes with the closing of its last day. So over several days

    win = drop + closing + credits - opening - fills + closing credits - closing fills - differences at the openings

The last three belong between the days of the period. The closing slips bring chips to a closed float or take them from
it. The differences are those between an opening count and the closing of the last day.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from settlement.figures.confidence import ConfidenceInterval, confidence_interval, lies_outside
from settlement.figures.figures import Figure, counted, summed
from settlement.figures.table_result import hold
from settlement.figures.theoretical import Played, theoretical_result, together

Period = Literal["day", "month", "year"]
"""A gaming day; the month and the year to date, which have their last day in them."""

AT_FIRST = frozenset({"opening"})
AT_LAST = frozenset({"closing", "colours_out", "held", "float_by_record"})
"""Stocks: figures at the beginning of a period and at its end. All other figures flow."""


class DayFigures(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One table's gaming day for sums, in minor units of `currency`.

    `pit` is the pit of the table when it opened, empty without one; `closed`: its day is over. `played` is the
    expected result of its bets, None if none are recorded; `against` the expected result that its win is compared
    with. `blind`: its drop is not counted yet, and hidden with the figures that reveal it.
    """

    table: str
    day: date
    pit: str
    currency: str
    closed: bool
    coups: int
    figures: Mapping[str, Figure]
    played: Played | None
    against: Played | None
    blind: bool = False


class HeldAgainstTheory:
    """A win with the theoretical result for comparison: of a table's day, or of a sum of days."""

    __slots__ = ()
    against: Played | None

    def figure(self, name: str) -> Figure:
        raise NotImplementedError

    @property
    def hold(self) -> Fraction | None:
        return hold(self.figure("win"), self.figure("drop"))

    @property
    def within(self) -> ConfidenceInterval | None:
        """Return the interval of 95 % of results; None if no bets are recorded."""
        return None if self.against is None else confidence_interval(self.against)

    @property
    def result(self) -> Figure:
        """The result that is held against the interval: the win, or what the bets brought while it is not known."""
        won = self.figure("win")
        return self.figure("by_bets") if won.amount is None else won

    @property
    def outside(self) -> bool | None:
        """Return True if the result is outside of the interval; None where nobody can decide."""
        within = self.within
        return None if within is None else lies_outside(self.result, within)


class Total(HeldAgainstTheory, msgspec.Struct, frozen=True, kw_only=True):
    """The sum of days in one currency: `figures` by their names, each with the weakest label of its parts.

    `days` is how many there are of all tables. `played` is what all bets had to bring, and `against` what the results
    are held against together; both None where one of the days has no recorded bets.
    """

    currency: str
    days: int
    coups: int
    figures: Mapping[str, Figure]
    played: Played | None
    against: Played | None

    def with_held(self, more: int) -> "Total":
        """Return the total with further safekeeping, at tables that have no day in it."""
        if not more:
            return self
        return replace(self, figures={**self.figures, "held": self.figures["held"] + counted(more)})

    def figure(self, name: str) -> Figure:
        return self.figures[name]


def begins(period: Period, day: date) -> date:
    """The first gaming day of the period that ends with `day`."""
    if period == "day":
        return day
    return day.replace(day=1) if period == "month" else day.replace(month=1, day=1)


def totals(days: Iterable[DayFigures]) -> tuple[Total, ...]:
    """Return the sums by currency, which are never added to each other; none without a day.

    Each figure names the table and the day of a missing part.
    """
    of_currency: dict[str, list[DayFigures]] = {}
    for each in days:
        of_currency.setdefault(each.currency, []).append(each)
    return tuple(_total(currency, of) for currency, of in sorted(of_currency.items()))


def _total(currency: str, days: Sequence[DayFigures]) -> Total:
    first: dict[str, DayFigures] = {}
    last: dict[str, DayFigures] = {}
    for each in sorted(days, key=lambda each: (each.table, each.day)):
        first.setdefault(each.table, each)
        last[each.table] = each
    figures = {
        name: _sum(name, first.values() if name in AT_FIRST else last.values() if name in AT_LAST else days)
        for name in days[0].figures
    }
    return _exactly(
        Total(
            currency=currency,
            days=len(days),
            coups=sum(each.coups for each in days),
            figures=figures,
            played=_all_played([each.played for each in days]),
            against=_all_played([each.against for each in days]),
        )
    )


def joined(of_tables: Iterable[Total]) -> tuple[Total, ...]:
    """The sums of tables' sums over the same period, by currency: each of other tables than the others."""
    of_currency: dict[str, list[Total]] = {}
    for each in of_tables:
        of_currency.setdefault(each.currency, []).append(each)
    return tuple(
        _exactly(
            Total(
                currency=currency,
                days=sum(each.days for each in of),
                coups=sum(each.coups for each in of),
                figures={name: summed(*(each.figures[name] for each in of)) for name in of[0].figures},
                played=_all_played([each.played for each in of]),
                against=_all_played([each.against for each in of]),
            )
        )
        for currency, of in sorted(of_currency.items())
    )


def _exactly(total: Total) -> Total:
    """The sum with its exact result in theory, where adding up would add up what each of its parts rounds."""
    if total.played is None or "theoretical" not in total.figures:
        return total
    exact = theoretical_result(total.played, counted(0), None)
    return replace(total, figures={**total.figures, "theoretical": exact})


def _all_played(each: Sequence[Played | None]) -> Played | None:
    there = [one for one in each if one is not None]
    return together(there) if len(there) == len(each) else None


def _sum(name: str, days: Iterable[DayFigures]) -> Figure:
    there = list(days)
    figures = [each.figures[name] for each in there]
    if None in [figure.amount for figure in figures]:
        figures = [_with_day(figure, of) for figure, of in zip(figures, there, strict=True)]
    return summed(*figures)


def _with_day(figure: Figure, of: DayFigures) -> Figure:
    if not figure.missing:
        return figure
    return Figure(None, figure.bases, tuple(f"{part} of {of.table} on {of.day}" for part in figure.missing))
