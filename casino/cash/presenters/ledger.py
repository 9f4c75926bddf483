"""The rows of the ledger in words and figures: of tables, pits, days and months, and of all of a day or a period."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from math import isqrt
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.cash.forms.ledger import LedgerChoice
from casino.kit.dates import clock, month, short_weekday
from casino.kit.figures import ShownFigure, percent, shown_figure
from casino.kit.money import money
from casino.kit.sentences import listed
from settlement.blind_count import Sight
from settlement.figures.confidence import lies_outside
from settlement.figures.periods import Total
from settlement.figures.table_result import tips_to_result
from settlement.period_ledger import PeriodLedger, Sum, period_ledger
from settlement.table_ledger import FIGURES, TableLedger


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """Comparison of a result in words: the interval, the deviation, and `outside`, None if unknown.

    `of` names the result.
    """

    lower: str
    upper: str
    deviation: str
    outside: bool | None
    of: str


class LedgerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the ledger: of a table, a pit, a day, a month, or of all, with its `name`. `link` opens its own
    ledger; `notes` below its name have further facts.

    `tips` are a part of the win, empty if that is unknown. `forced` has the blockers of a forced close and its
    reason; empty after an ordinary close.
    """

    name: str
    currency: str
    figures: Mapping[str, ShownFigure]
    hold: str
    judged: Judged | None
    coups: int
    tips: str = ""
    link: str = ""
    notes: tuple[str, ...] = ()
    forced: str = ""
    reconciled: str = ""

    @property
    def anchor(self) -> str:
        return f"row-{self.name}-{self.currency}".replace(" ", "-")


def table_row(of: TableLedger, link: str = "") -> LedgerRow:
    status = _("closed {clock}").format(clock=clock(of.closed_at)) if of.closed_at else _("open")
    forced = of.forced
    return LedgerRow(
        name=of.table,
        link=link,
        notes=(f"{status}, {of.currency}", *((_("imprest"),) if of.imprest else ())),
        currency=of.currency,
        coups=of.coups,
        figures={name: shown_figure(getattr(of, name), of.currency) for name in FIGURES},
        hold=percent(of.hold),
        tips=percent(of.tips_to_result),
        forced=f"{listed(forced.left)}: {forced.reason}" if forced else "",
        reconciled=of.reconciled,
        judged=_judged(of),
    )


def sum_row(name: str, of: Total, link: str = "") -> LedgerRow:
    """Return the sums of a table, a pit, a day, a month, a casino, in one currency."""
    return LedgerRow(
        name=name,
        link=link,
        notes=(of.currency,),
        currency=of.currency,
        coups=of.coups,
        figures={figure: shown_figure(known, of.currency) for figure, known in of.figures.items()},
        hold=percent(of.hold),
        tips=percent(tips_to_result(of.figures["tips"], of.figures["win"])),
        judged=_judged(of),
    )


def pit_name(pit: str) -> str:
    return _("Pit {pit}").format(pit=pit)


def table_link(table: str, choice: LedgerChoice) -> str:
    """Return the way to a table's ledger of the same period."""
    return f"{reverse('cash:ledger_of_table', args=[table])}{choice.query(pit=None, shift=None)}"


def period_rows(
    casino_id: int, choice: LedgerChoice, sight: Sight, table: str | None = None
) -> dict[str, Any]:
    """Return the rows of a month or a year to date.

    They are by table, with the sums of pits and of all, and by day or by month.
    """
    found = period_ledger(casino_id, choice.period, choice.day, pit=choice.pit, table=table, sight=sight)
    whole = table or (pit_name(choice.pit) if choice.pit else _("Casino"))
    pits = found.pits if table is None else ()
    return {
        "since": found.since.isoformat(),
        "rows": [sum_row(each.name, each.total, table_link(each.name, choice)) for each in found.tables],
        "pits": [sum_row(pit_name(each.name), each.total, choice.query(pit=each.name)) for each in pits],
        "totals": [sum_row(whole, each) for each in found.totals],
        "days": [sum_row(*_day_or_month(each, choice)) for each in found.days],
        "still_open": found.open_on_the_last,
        "without_them": _to_the_day_before(found, choice),
    }


def _day_or_month(of: Sum, choice: LedgerChoice) -> tuple[str, Total, str]:
    """Return a day or a month of the period: its name, its sums, and the way to its ledger."""
    if choice.period == "month":
        day = date.fromisoformat(of.name)
        return short_weekday(day), of.total, choice.query(period=None, day=of.name)
    first = date.fromisoformat(f"{of.name}-01")
    last = min(first.replace(day=monthrange(first.year, first.month)[1]), choice.day)
    return month(first), of.total, choice.query(period="month", day=last.isoformat())


def _to_the_day_before(found: PeriodLedger, choice: LedgerChoice) -> str:
    """Return the way to the period as far as its tables are closed; none if nothing is left of it then."""
    if not found.open_on_the_last or found.since == found.until or choice.day == date.min:
        return ""
    return choice.query(day=date.fromordinal(choice.day.toordinal() - 1).isoformat())


def _judged(of: Total | TableLedger) -> Judged | None:
    within = of.within
    if of.against is None or within is None or not of.against.turnover:
        return None
    win = of.win if isinstance(of, TableLedger) else of.figures["win"]
    return Judged(
        lower=money(within.lower, of.currency),
        upper=money(within.upper, of.currency),
        deviation=money(isqrt(int(of.against.variance)), of.currency),
        outside=lies_outside(of.result, within),
        of=_("what the bets brought") if win.amount is None else _("the win"),
    )
