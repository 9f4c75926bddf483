"""The rows of the ledger in words and figures: of tables, pits, days and months, and of all of a day or a period."""

from calendar import monthrange
from collections.abc import Collection, Mapping, Set
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
from casino.kit.withheld_drop import total_without_drop, withheld_days
from settlement.day_entries import Movement
from settlement.figures.confidence import lies_outside
from settlement.figures.periods import Total
from settlement.figures.table_result import tips_to_result
from settlement.ledger.accounts import Account
from settlement.period_ledger import PeriodLedger, Sum, period_ledger
from settlement.table_ledger import FIGURES, TableLedger


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """Comparison of a result in words: the interval, the deviation, and whether the result is outside.

    `outside` is None where nobody can decide; `of` names the result.
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


class ShownMovement(msgspec.Struct, frozen=True):
    """A movement of the ledger; of a withheld one the amount is not to be shown."""

    movement: Movement
    withheld: bool


def table_row(of: TableLedger, link: str = "") -> LedgerRow:
    status = _("closed {clock}").format(clock=clock(of.closed_at)) if of.closed_at else _("open")
    forced = of.forced
    return LedgerRow(
        name=of.table,
        link=link,
        notes=(f"{status}, {of.currency}", *((_("imprest"),) if of.imprest else ())),
        currency=of.currency,
        coups=of.coups,
        figures={name: shown_figure(getattr(of, name)) for name in FIGURES},
        hold=percent(of.hold),
        tips=percent(of.tips_to_result),
        forced=f"{listed(forced.left)}: {forced.reason}" if forced else "",
        reconciled=of.reconciled,
        judged=_judged(of),
    )


def sum_row(name: str, of: Total, link: str = "") -> LedgerRow:
    """The sums of a table, a pit, a day, a month, a casino, in one currency."""
    return LedgerRow(
        name=name,
        link=link,
        notes=(of.currency,),
        currency=of.currency,
        coups=of.coups,
        figures={figure: shown_figure(known) for figure, known in of.figures.items()},
        hold=percent(of.hold),
        tips=percent(tips_to_result(of.figures["tips"], of.figures["win"])),
        judged=_judged(of),
    )


def pit_name(pit: str) -> str:
    return _("Pit {pit}").format(pit=pit)


def table_link(table: str, choice: LedgerChoice) -> str:
    """The way to a table's ledger of the same period."""
    return f"{reverse('cash:ledger_of_table', args=[table])}{choice.query(pit=None, shift=None)}"


def shown_movements(movements: Collection[Movement], *, withheld: bool) -> list[ShownMovement]:
    """The movements of a table's day; of notes, and of chips for notes, without amounts where its drop is withheld."""
    of_notes = {each.version for each in movements if Account.CASH in (each.source, each.target)}
    return [ShownMovement(each, withheld and each.version in of_notes) for each in movements]


def period_rows(
    casino_id: int, choice: LedgerChoice, sees: Set[str], table: str | None = None
) -> dict[str, Any]:
    """The rows of a month or a year to date: by table with the sums of pits and of all, and by day or by month.

    Sums lack the drop where it is withheld from somebody who `sees` these kinds of content.
    """
    found = period_ledger(casino_id, choice.period, choice.day, pit=choice.pit, table=table)
    days = withheld_days(casino_id, sees, found.since, found.until)
    tables = {each.name for each in found.tables} if table is None else {table}
    blind = [(code, day) for code, day in days if code in tables]
    blind_tables, blind_days = {code for code, day in blind}, {day for code, day in blind}

    def row(name: str, total: Total, link: str = "", *, withheld: bool = bool(blind)) -> LedgerRow:
        return sum_row(name, total_without_drop(total, withheld=withheld), link)

    whole = table or (pit_name(choice.pit) if choice.pit else _("Casino"))
    pits = found.pits if table is None else ()
    return {
        "since": found.since.isoformat(),
        "rows": [
            row(
                each.name,
                each.total,
                table_link(each.name, choice),
                withheld=each.name in blind_tables,
            )
            for each in found.tables
        ],
        "pits": [row(pit_name(each.name), each.total, choice.query(pit=each.name)) for each in pits],
        "totals": [row(whole, each) for each in found.totals],
        "days": [
            row(*_day_or_month(each, choice), withheld=any(day.startswith(each.name) for day in blind_days))
            for each in found.days
        ],
        "still_open": found.open_on_the_last,
        "without_them": _to_the_day_before(found, choice),
    }


def _day_or_month(of: Sum, choice: LedgerChoice) -> tuple[str, Total, str]:
    """A day or a month of the period: its name, its sums, and the way to its ledger."""
    if choice.period == "month":
        day = date.fromisoformat(of.name)
        return short_weekday(day), of.total, choice.query(period=None, day=of.name)
    first = date.fromisoformat(f"{of.name}-01")
    last = min(first.replace(day=monthrange(first.year, first.month)[1]), choice.day)
    return month(first), of.total, choice.query(period="month", day=last.isoformat())


def _to_the_day_before(found: PeriodLedger, choice: LedgerChoice) -> str:
    """The way to the period as far as its tables are closed; none where nothing is left of it then."""
    if not found.open_on_the_last or found.since == found.until or choice.day == date.min:
        return ""
    return choice.query(day=date.fromordinal(choice.day.toordinal() - 1).isoformat())


def _judged(of: Total | TableLedger) -> Judged | None:
    within = of.within
    if of.against is None or within is None or not of.against.turnover:
        return None
    win = of.win if isinstance(of, TableLedger) else of.figures["win"]
    return Judged(
        lower=money(within.lower),
        upper=money(within.upper),
        deviation=money(isqrt(int(of.against.variance))),
        outside=lies_outside(of.result, within),
        of=_("what the bets brought") if win.amount is None else _("the win"),
    )
