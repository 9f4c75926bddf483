"""The ledger of the month or the year to date as its page says it."""

from calendar import monthrange
from collections.abc import Set
from datetime import date
from typing import Any

from django.urls import reverse

from casino.cash.forms.ledger import Asked
from casino.cash.presenters.ledger import ShownRow, shown_sum
from casino.kit.withheld_drop import total_without_drop, withheld_days
from settlement.figures.periods import Total
from settlement.period_ledger import PeriodLedger, Sum, period_ledger


def shown_period(casino_id: int, of: Asked, sees: Set[str], table: str | None = None) -> dict[str, Any]:
    """What the page of a period shows: rows by table with the sums of pits and of all, and rows by day or by month.
    Sums lack the drop where it is withheld from somebody who `sees` these kinds of content."""
    found = period_ledger(casino_id, of.period, of.day, pit=of.pit, table=table)
    days = withheld_days(casino_id, sees, found.since, found.until)
    tables = {each.name for each in found.tables} if table is None else {table}
    blind = {(code, day) for code, day in days if code in tables}
    whole = table or (f"Pit {of.pit}" if of.pit else "House")
    return {
        "since": found.since.isoformat(),
        "rows": [
            shown_sum(
                each.name, _seen(each.total, any(each.name == code for code, _ in blind)), _of_table(each, of)
            )
            for each in found.tables
        ],
        "pits": [
            shown_sum(f"Pit {each.name}", _seen(each.total, bool(blind)), of.query(pit=each.name))
            for each in found.pits
        ]
        if table is None
        else (),
        "totals": [shown_sum(whole, _seen(each, bool(blind))) for each in found.totals],
        "days": [
            _day_or_month(each, of, any(day.startswith(each.name) for _, day in blind)) for each in found.days
        ],
        "still_open": found.open_on_the_last,
        "without_them": _to_the_day_before(found, of),
    }


def _of_table(of: Sum, page: Asked) -> str:
    return f"{reverse('cash:ledger_of_table', args=[of.name])}{page.query(pit=None)}"


def _seen(total: Total, withheld: bool) -> Total:
    return total_without_drop(total, withheld=withheld)


def _day_or_month(of: Sum, page: Asked, withheld: bool) -> ShownRow:
    if page.period == "month":
        day = date.fromisoformat(of.name)
        return shown_sum(f"{day:%a %-d}", _seen(of.total, withheld), page.query(period=None, day=of.name))
    first = date.fromisoformat(f"{of.name}-01")
    last = min(first.replace(day=monthrange(first.year, first.month)[1]), page.day)
    return shown_sum(
        f"{first:%B}", _seen(of.total, withheld), page.query(period="month", day=last.isoformat())
    )


def _to_the_day_before(found: PeriodLedger, of: Asked) -> str:
    """The way to the period as far as its tables are closed; none where nothing is left of it then."""
    if not found.open_on_the_last or found.since == found.until or of.day == date.min:
        return ""
    return of.query(day=date.fromordinal(of.day.toordinal() - 1).isoformat())
