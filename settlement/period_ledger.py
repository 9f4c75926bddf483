"""The ledger of the month or the year to date: the sums of its days, by table, by pit, and by day or month."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date, timedelta

import msgspec

from settlement.blind_count import BLIND, Sight
from settlement.day_ledger import held_at
from settlement.figures.periods import DayFigures, Period, Total, begins, joined, totals
from settlement.kept_days import days_of
from settlement.models import KeptDay
from tables.handling.models import GamingTable


class Sum(msgspec.Struct, frozen=True):
    """Sums of a table, a pit, a day or a month, in one currency, with their name."""

    name: str
    total: Total


class PeriodLedger(msgspec.Struct, frozen=True, kw_only=True):
    """A period, from its first gaming day to `until`; each kind of sums by name and currency.

    `pits` are empty if no table is in one. `days` are the gaming days of a month, `months` those of a year, each by
    its last day in the period.
    """

    since: date
    until: date
    tables: tuple[Sum, ...]
    pits: tuple[Sum, ...]
    days: tuple[Sum, ...]
    totals: tuple[Total, ...]
    open_on_the_last: int
    """Tables that are not closed yet on the last day: their results have no count."""


def period_ledger(
    casino_id: int,
    period: Period,
    day: date,
    *,
    pit: str | None = None,
    table: str | None = None,
    sight: Sight = BLIND,
) -> PeriodLedger:
    """Return the period that ends with `day`, as its reader may see it; of the tables of a pit, each day by itself, or
    of one table.
    """
    since = begins(period, day)
    all_days = days_of(casino_id, since, day, None if table is None else (table,), sight)
    days = [each for each in all_days if pit is None or each.pit == pit]
    tables = sums_by(days, lambda each: each.table)
    by_time = sums_by(days, lambda each: _name(period, each.day))
    whole = joined(each.total for each in tables)
    if table is None and pit is None:
        whole = _with_held_elsewhere(casino_id, day, whole, {each.table for each in days})
        by_time = _with_held_of_others(by_time, days, period, _held_before(casino_id, since, days))
    return PeriodLedger(
        since=since,
        until=day,
        tables=tables if table is None else (),
        pits=_pits(days, tables) if pit is None and table is None else (),
        days=by_time,
        totals=whole,
        open_on_the_last=sum(each.day == day and not each.closed for each in days),
    )


def pits_of(casino_id: int, period: Period, day: date) -> tuple[str, ...]:
    """Return the pits of the register, and the pits of tables on a day of the period with stored figures.

    Runs two queries.
    """
    kept = KeptDay.objects.filter(
        casino_id=casino_id, day__range=(begins(period, day).isoformat(), day.isoformat())
    )
    now = GamingTable.ever.filter(casino_id=casino_id)
    found = {pit for of in (kept, now) for pit in of.order_by().values_list("pit", flat=True).distinct()}
    return tuple(sorted(found - {""}))


def is_pit(casino_id: int, period: Period, day: date, pit: str) -> bool:
    """Return True if a table was in this pit on a day of the period. Missing figures are computed."""
    return any(each.pit == pit for each in days_of(casino_id, begins(period, day), day))


def sums_by(days: Iterable[DayFigures], name: Callable[[DayFigures], str]) -> tuple[Sum, ...]:
    """The days that have the same name together, by that and by currency, in the order of the names."""
    together: dict[str, list[DayFigures]] = {}
    for each in days:
        together.setdefault(name(each), []).append(each)
    return tuple(Sum(of, total) for of, parts in sorted(together.items()) for total in totals(parts))


def _pits(days: Iterable[DayFigures], tables: Iterable[Sum]) -> tuple[Sum, ...]:
    """Return the sums of pits; sums of a table that was in one pit all the time are included already."""
    stood: dict[str, set[str]] = {}
    for each in days:
        stood.setdefault(each.table, set()).add(each.pit)
    of_pit: dict[str, list[Total]] = {}
    for table in tables:
        if len(stood[table.name]) == 1:
            (pit,) = stood[table.name]
            of_pit.setdefault(pit, []).append(table.total)
    moved = [each for each in days if len(stood[each.table]) > 1]
    for pit in {each.pit for each in moved}:
        parts = sums_by([each for each in moved if each.pit == pit], lambda each: each.table)
        of_pit.setdefault(pit, []).extend(each.total for each in parts)
    return tuple(Sum(pit, total) for pit, parts in sorted(of_pit.items()) if pit for total in joined(parts))


def _name(period: Period, day: date) -> str:
    """Return the name of a day's row: the day of a month, the month of a year."""
    return day.isoformat() if period == "month" else f"{day:%Y-%m}"


def _held_before(casino_id: int, since: date, days: Collection[DayFigures]) -> dict[str, tuple[str, int]]:
    """Return the safekeeping before the period, by table: currency and minor units.

    Tables that were opened on its first day are left out: that day contains it.
    """
    if since == date.min:
        return {}
    begun = {each.table for each in days if each.day == since}
    others = GamingTable.ever.filter(casino_id=casino_id).exclude(code__in=begun)
    the_day_before = (since - timedelta(days=1)).isoformat()
    held: dict[str, tuple[str, int]] = {}
    for each in held_at(casino_id, the_day_before, others.values_list("code", flat=True)):
        if each.held.until_coup is None:
            before = held.get(each.table, (each.currency, 0))[1]
            held[each.table] = (each.currency, before + each.held.amount)
    return held


def _with_held_of_others(
    rows: Iterable[Sum], days: Iterable[DayFigures], period: Period, held: Mapping[str, tuple[str, int]]
) -> tuple[Sum, ...]:
    """Return the rows by day or month, each with the safekeeping by then at tables that were not opened in it: as of
    their last day, or the amount `held` before the period.
    """
    of_row: dict[str, list[DayFigures]] = {}
    for each in sorted(days, key=lambda each: each.day):
        of_row.setdefault(_name(period, each.day), []).append(each)
    by_then, more = dict(held), Counter[tuple[str, str]]()
    for name, parts in of_row.items():
        there = {each.table for each in parts}
        for table, (currency, amount) in by_then.items():
            if table not in there:
                more[name, currency] += amount
        by_then |= {each.table: (each.currency, each.figures["held"].amount or 0) for each in parts}
    return tuple(Sum(row.name, row.total.with_held(more[row.name, row.total.currency])) for row in rows)


def _with_held_elsewhere(
    casino_id: int, day: date, whole: tuple[Total, ...], there: Collection[str]
) -> tuple[Total, ...]:
    """Return the casino's sums with the safekeeping at tables that were not opened in the period."""
    others = GamingTable.ever.filter(casino_id=casino_id).exclude(code__in=there)
    held = [
        each
        for each in held_at(casino_id, day.isoformat(), others.values_list("code", flat=True))
        if each.held.until_coup is None
    ]
    return tuple(
        total.with_held(sum(each.held.amount for each in held if each.currency == total.currency))
        for total in whole
    )
