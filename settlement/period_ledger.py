"""The ledger of the month or the year to date: the sums of its days, by table, by pit, and by day or month."""

from collections.abc import Callable, Collection, Iterable
from datetime import date

import msgspec

from settlement.day_ledger import held_at
from settlement.figures.periods import DayFigures, Period, Total, begins, joined, totals
from settlement.kept_days import days_of
from settlement.models import KeptDay
from tables.house.models import GamingTable


class Sum(msgspec.Struct, frozen=True):
    """The sums of a table, a pit, a day or a month: its name, and what is summed, in one currency."""

    name: str
    total: Total


class PeriodLedger(msgspec.Struct, frozen=True, kw_only=True):
    """What a period has, from its first gaming day to `until`; each kind of sums by name and currency.

    `pits` are empty where no table stands in one. `days` are the gaming days of a month, `months` those of a year, each
    by its last day in the period.
    """

    since: date
    until: date
    tables: tuple[Sum, ...]
    pits: tuple[Sum, ...]
    days: tuple[Sum, ...]
    totals: tuple[Total, ...]
    open_on_the_last: int
    """So many tables are not closed yet on the last day: of what they bring there is no count."""


def period_ledger(
    casino_id: int, period: Period, day: date, *, pit: str | None = None, table: str | None = None
) -> PeriodLedger:
    """The period that ends with `day`; of the tables that stood in a pit, each day for itself, or of one table."""
    since = begins(period, day)
    all_days = days_of(casino_id, since, day, None if table is None else (table,))
    days = [each for each in all_days if pit is None or each.pit == pit]
    tables = sums_by(days, lambda each: each.table)
    whole = joined(each.total for each in tables)
    if table is None and pit is None:
        whole = _with_held_elsewhere(casino_id, day, whole, {each.table for each in days})
    return PeriodLedger(
        since=since,
        until=day,
        tables=tables if table is None else (),
        pits=_pits(days, tables) if pit is None and table is None else (),
        days=sums_by(days, lambda each: each.day.isoformat() if period == "month" else f"{each.day:%Y-%m}"),
        totals=whole,
        open_on_the_last=sum(each.day == day and not each.closed for each in days),
    )


def pits_of(casino_id: int, period: Period, day: date) -> tuple[str, ...]:
    """The pits in which tables stand by the register, or stood on a day of the period whose figures are kept. Two
    queries."""
    kept = KeptDay.objects.filter(
        casino_id=casino_id, day__range=(begins(period, day).isoformat(), day.isoformat())
    )
    now = GamingTable.objects.filter(casino_id=casino_id)
    found = {pit for of in (kept, now) for pit in of.order_by().values_list("pit", flat=True).distinct()}
    return tuple(sorted(found - {""}))


def is_pit(casino_id: int, period: Period, day: date, pit: str) -> bool:
    """Whether a table stood in this pit on a day of the period, of which the figures are worked out if need be."""
    return any(each.pit == pit for each in days_of(casino_id, begins(period, day), day))


def sums_by(days: Iterable[DayFigures], name: Callable[[DayFigures], str]) -> tuple[Sum, ...]:
    """The days that have the same name together, by that and by currency, in the order of the names."""
    together: dict[str, list[DayFigures]] = {}
    for each in days:
        together.setdefault(name(each), []).append(each)
    return tuple(Sum(of, total) for of, parts in sorted(together.items()) for total in totals(parts))


def _pits(days: Iterable[DayFigures], tables: Iterable[Sum]) -> tuple[Sum, ...]:
    """The sums of pits; those of a table that stood in one all the time are there already."""
    stood: dict[str, set[str]] = {}
    for each in days:
        stood.setdefault(each.table, set()).add(each.pit)
    of_pit: dict[str, list[Total]] = {}
    for table in tables:
        if len(stood[table.name]) == 1:
            of_pit.setdefault(*stood[table.name], []).append(table.total)
    moved = [each for each in days if len(stood[each.table]) > 1]
    for pit in {each.pit for each in moved}:
        parts = sums_by([each for each in moved if each.pit == pit], lambda each: each.table)
        of_pit.setdefault(pit, []).extend(each.total for each in parts)
    return tuple(Sum(pit, total) for pit, parts in sorted(of_pit.items()) if pit for total in joined(parts))


def _with_held_elsewhere(
    casino_id: int, day: date, whole: tuple[Total, ...], there: Collection[str]
) -> tuple[Total, ...]:
    """The house's sums with what is held at tables that were not opened in the period."""
    others = GamingTable.objects.filter(casino_id=casino_id).exclude(code__in=there)
    held = [
        each
        for each in held_at(casino_id, day.isoformat(), others.values_list("code", flat=True))
        if each.held.until_coup is None
    ]
    return tuple(
        total.with_held(sum(each.held.amount for each in held if each.currency == total.currency))
        for total in whole
    )
