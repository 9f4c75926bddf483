"""Sums over gaming days: of a shift, a table, a pit or the house, for a day, the month to date or the year to date.

A place and a time are chosen one after the other, and what is left is added up:

    totals(month_to_date(of_pit(figures, "A"), day))

Whoever asks for a sum gives a figure for every table and day in it, one that is not known yet as absent: a day that is
left out would be a silent zero. A day is given whole or by its shifts, not both, or it would count twice.
"""

from collections.abc import Iterable
from datetime import date

import msgspec

from settlement.figures.figures import Figure, summed


class DayFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of one table for one gaming day, or for one shift of it, in `currency`.

    `pit` is where the table stood on that day; None where the house has no pits. `shift` is None for the whole day.
    """

    day: date
    table: str
    currency: str
    figure: Figure
    pit: str | None = None
    shift: str | None = None


DayFigures = tuple[DayFigure, ...]


def of_table(figures: Iterable[DayFigure], table: str) -> DayFigures:
    """Those of one table."""
    return tuple(each for each in figures if each.table == table)


def of_pit(figures: Iterable[DayFigure], pit: str) -> DayFigures:
    """Those of the tables that stood in a pit, each day for itself."""
    return tuple(each for each in figures if each.pit == pit)


def of_shift(figures: Iterable[DayFigure], shift: str) -> DayFigures:
    """Those of one shift."""
    return tuple(each for each in figures if each.shift == shift)


def of_day(figures: Iterable[DayFigure], day: date) -> DayFigures:
    """Those of one gaming day."""
    return tuple(each for each in figures if each.day == day)


def month_to_date(figures: Iterable[DayFigure], day: date) -> DayFigures:
    """Those from the first gaming day of the month to `day`, which counts."""
    return tuple(each for each in figures if day.replace(day=1) <= each.day <= day)


def year_to_date(figures: Iterable[DayFigure], day: date) -> DayFigures:
    """Those from the first gaming day of the year to `day`, which counts."""
    return tuple(each for each in figures if day.replace(month=1, day=1) <= each.day <= day)


def totals(figures: Iterable[DayFigure]) -> dict[str, Figure]:
    """The sums by currency; no sum where there is no figure.

    Each carries the weakest label of its figures, and says of what is missing at which table and on which day.
    """
    by_currency: dict[str, list[Figure]] = {}
    for each in figures:
        by_currency.setdefault(each.currency, []).append(_told_where(each))
    return {currency: summed(*parts) for currency, parts in sorted(by_currency.items())}


def _told_where(of: DayFigure) -> Figure:
    if not of.figure.missing:
        return of.figure
    where = f"{of.table} on {of.day}" if of.shift is None else f"{of.table} on {of.day}, {of.shift}"
    return Figure(None, of.figure.bases, tuple(f"{part} of {where}" for part in of.figure.missing))
