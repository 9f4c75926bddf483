"""The ledger's pages: of the casino or of one table, for a day, a shift of it, the month or the year to date."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.cash.forms.ledger import LedgerChoice, LedgerFilter
from casino.cash.presenters.boxes import shown_boxes
from casino.cash.presenters.day import present_closed_day
from casino.cash.presenters.ledger import (
    LedgerRow,
    period_rows,
    pit_name,
    sum_row,
    table_link,
    table_row,
)
from casino.cash.presenters.ledger_tables import laid_out
from casino.cash.presenters.payment_discrepancies import payment_discrepancies
from casino.cash.presenters.result_chart import ResultChart, result_chart
from casino.kit.adjustments import shown_adjustments
from casino.kit.safekeeping import safekeeping_items
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import sight_of
from settlement.adjustments import adjusted_on
from settlement.box_rows import not_reconciled
from settlement.day_entries import movements_of
from settlement.day_intervals import hours_of, hours_together
from settlement.day_ledger import day_ledger, ledger_of_table
from settlement.figures.periods import DayFigures, totals
from settlement.period_ledger import sums_by
from settlement.shift_ledger import casino_in_shift, shift_ledger
from settlement.table_ledger import TableLedger
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.handling.safekeeping import HeldAtTable


@require_GET
@never_cache
@permission_required("ledger.see")
def ledger(request: HttpRequest) -> HttpResponse:
    """/cash/ledger/: every table with its figures, and the sums of the pits and the casino. `?day=` for another day
    than today's, `period=month` or `year` for the one that ends with it, `shift=` for one of it, `pit=` for one pit."""
    casino_id, now = person_of(request).casino_id, timezone.now()
    chosen = LedgerFilter(casino_id, gaming_day(casino_id, now), request.GET)
    if not chosen.is_valid():
        return _not_there(request, chosen)
    choice, sight = chosen.choice, sight_of(request.user)
    context = _ways(choice) | {"made_at": now}
    if choice.period != "day":
        context |= period_rows(casino_id, choice, sight)
        return render(request, "cash/ledger/of_period.html", context | laid_out(context))
    day = day_ledger(casino_id, choice.day.isoformat(), sight)
    tables = [each for each in day.tables if choice.pit in (None, each.pit)]
    if choice.shift is not None:
        figures = shift_ledger(casino_id, day.day, tables, choice.shifts, choice.shift, now=now)
        by_table = sums_by(figures, lambda each: each.table)
        context["rows"] = [sum_row(each.name, each.total, table_link(each.name, choice)) for each in by_table]
        context |= _sums(figures, choice)
        if choice.pit is None:
            together = casino_in_shift(casino_id, day, figures, choice.shifts, choice.shift)
            context["totals"] = [sum_row(_("Casino"), each) for each in together]
        return render(request, "cash/ledger/ledger.html", context | laid_out(context))
    context |= {
        "rows": [table_row(each, table_link(each.table, choice)) for each in tables],
        **_sums([each.for_sums() for each in tables], choice),
        "charts": _charts(casino_id, tables, now),
        "of_what": _("pit {pit}").format(pit=choice.pit) if choice.pit else _("the casino"),
        "held": safekeeping_items(day.held, now),
        "discrepancies": payment_discrepancies(casino_id, day.day),
    }
    if choice.pit is None:
        context |= {
            "open_boxes": shown_boxes(not_reconciled(casino_id, day.day), person_of(request)),
            "house_day": present_closed_day(casino_id, day.day, sight),
            "totals": [sum_row(_("Casino"), each) for each in day.totals],
        }
    return render(request, "cash/ledger/ledger.html", context | laid_out(context))


@require_GET
@never_cache
@permission_required("ledger.see")
def table_ledger(request: HttpRequest, code: str) -> HttpResponse:
    """/cash/ledger/RF1/: one table's day with its shifts, its result by hour and every movement; `?day=` for another,
    `period=month` or `year` for its days or months."""
    casino_id, now = person_of(request).casino_id, timezone.now()
    chosen = LedgerFilter(casino_id, gaming_day(casino_id, now), request.GET)
    if not chosen.is_valid():
        return _not_there(request, chosen)
    choice, sight, day = chosen.choice, sight_of(request.user), chosen.choice.day.isoformat()
    table = GamingTable.ever.filter(casino_id=casino_id, code=code).values("code", "name").first()
    found = ledger_of_table(casino_id, code, day, sight) if choice.period == "day" else None
    if table is None and found is None:
        raise Http404(f"there is no table {code}")
    context = {"table": table or {"code": code, "name": code}, "made_at": now, **_ways(choice)}
    if choice.period != "day":
        context |= period_rows(casino_id, choice, sight, code)
        return render(request, "cash/ledger/of_period.html", context | laid_out(context))
    if found is None:
        return render(request, "cash/ledger/of_table.html", {**context, "row": None})
    held = [HeldAtTable(table=code, currency=found.currency, held=held) for held in found.held_items]
    context |= {
        "of": found,
        "row": table_row(found),
        "shift_rows": _by_shift(casino_id, found, choice, now),
        "charts": _charts(casino_id, [found], now),
        "held": safekeeping_items(held, now),
        "house_day": present_closed_day(casino_id, day, sight, code),
        "discrepancies": payment_discrepancies(casino_id, day, code),
        "adjustments": [
            each for coup in adjusted_on(casino_id, code, day) for each in shown_adjustments(coup)
        ],
        "movements": movements_of(casino_id, code, day, sight),
    }
    return render(request, "cash/ledger/of_table.html", context | laid_out(context))


def _sums(days: Iterable[DayFigures], choice: LedgerChoice) -> dict[str, Any]:
    """Return the rows below those of the tables: of each pit, and of the casino, or of the pit that was chosen."""
    figures = tuple(days)
    if choice.pit is not None:
        return {"pits": (), "totals": [sum_row(pit_name(choice.pit), each) for each in totals(figures)]}
    pits = sums_by([each for each in figures if each.pit], lambda each: each.pit)
    return {
        "pits": [sum_row(pit_name(each.name), each.total, choice.query(pit=each.name)) for each in pits],
        "totals": [sum_row(_("Casino"), each) for each in totals(figures)],
    }


def _by_shift(casino_id: int, of: TableLedger, choice: LedgerChoice, now: datetime) -> list[LedgerRow]:
    return [
        sum_row(shift.name, total, f"{reverse('cash:ledger')}{choice.query(shift=shift.name, pit=None)}")
        for place, shift in enumerate(choice.shifts)
        for total in totals(shift_ledger(casino_id, of.day, [of], choice.shifts, place, now=now))
    ]


def _charts(casino_id: int, tables: list[TableLedger], now: datetime) -> list[ResultChart]:
    """Return the results by hour, one drawing for each currency; none for a currency in which a drop is hidden."""
    blind = {each.currency for each in tables if each.blind}
    tables = [each for each in tables if each.currency not in blind]
    zone = ZoneInfo(timezone.get_current_timezone_name())
    hours = hours_of(casino_id, tables, now=now, zone=zone)
    return [
        result_chart(
            hours_together(hours[each.table] for each in tables if each.currency == currency), currency
        )
        for currency in sorted({each.currency for each in tables})
    ]


def _ways(choice: LedgerChoice) -> dict[str, Any]:
    """Return the choice, and the ways to the ledgers beside it."""
    day = (_("Day"), choice.query(period=None, shift=None), choice.period == "day" and choice.shift is None)
    shifts = [
        (shift.name.capitalize(), choice.query(period=None, shift=shift.name), choice.shift == place)
        for place, shift in enumerate(choice.shifts)
    ]
    to_date = [
        (name, choice.query(period=period, shift=None), choice.period == period)
        for period, name in (("month", _("Month to date")), ("year", _("Year to date")))
    ]
    return {
        "choice": choice,
        "day": choice.day.isoformat(),
        "shift": None if choice.shift is None else choice.shifts[choice.shift],
        "before": choice.query(day=choice.before.isoformat()) if choice.before else "",
        "after": choice.query(day=choice.after.isoformat()) if choice.after else "",
        "periods": [day, *shifts, *to_date],
        "to_house": f"{reverse('cash:ledger')}{choice.query()}",
    }


def _not_there(request: HttpRequest, chosen: LedgerFilter) -> HttpResponse:
    return render(request, "cash/ledger/not_there.html", {"mistake": chosen.mistake}, status=404)
