"""The ledger's pages: of the house or of one table, for a day, a shift of it, the month or the year to date."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.cash.blind_count import (
    Days,
    figures_without_drop,
    shown_movements,
    total_without_drop,
    withheld_days,
    without_drop,
)
from casino.cash.box_shown import shown_boxes
from casino.cash.day_shown import closed_house_day
from casino.cash.ledger_asked import Asked, NotThere, asked
from casino.cash.ledger_shown import shown_held, shown_row, shown_sum
from casino.cash.paid_otherwise import paid_otherwise
from casino.cash.period_shown import shown_period
from casino.cash.result_chart import ResultChart, result_chart
from casino.kit.adjustments import shown_adjustments
from casino.people.acting import person_of
from casino.people.gate import allowed
from casino.people.permissions import contents_for
from settlement.adjustments import adjusted_on
from settlement.day_boxes import not_reconciled
from settlement.day_entries import movements_of
from settlement.day_ledger import day_ledger, ledger_of_table
from settlement.day_stretches import hours_of, hours_together
from settlement.figures.periods import DayFigures, totals
from settlement.period_ledger import sums_by
from settlement.shift_ledger import house_in_shift, shift_ledger
from settlement.table_ledger import TableLedger
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.handling.safekeeping import HeldAtTable


@require_GET
@never_cache
@allowed("ledger.see")
def ledger(request: HttpRequest) -> HttpResponse:
    """/cash/ledger/: every table with its figures, and the sums of the pits and the house. `?day=` for another day than
    today's, `period=month` or `year` for the one that ends with it, `shift=` for one of it, `pit=` for one pit."""
    casino_id, now = person_of(request).casino_id, timezone.now()
    try:
        of = asked(casino_id, request.GET, gaming_day(casino_id, now))
    except NotThere as refusal:
        return _not_there(request, str(refusal))
    sees = contents_for(request.user)
    if of.period != "day":
        shown = shown_period(casino_id, of, sees)
        return render(request, "cash/ledger_of_period.html", {**shown, **_asked(of), "made_at": now})
    day, withheld = day_ledger(casino_id, of.day.isoformat()), withheld_days(casino_id, sees, of.day, of.day)
    tables = [without_drop(each, withheld) for each in day.tables if of.pit in (None, each.pit)]
    if of.shift is not None:
        figures = _shift(casino_id, tables, of, of.shift, now=now, withheld=withheld)
        rows = [
            shown_sum(each.name, each.total, _of_table(each.name, of))
            for each in sums_by(figures, lambda each: each.table)
        ]
        context = {"rows": rows, **_sums(figures, of)}
        if of.pit is None:
            whole = house_in_shift(casino_id, day, figures, of.shifts, of.shift)
            context["totals"] = [shown_sum("House", each) for each in whole]
        return render(request, "cash/ledger.html", {**context, **_asked(of), "made_at": now})
    context = {
        "rows": [shown_row(each, _of_table(each.table, of)) for each in tables],
        **_sums([each.for_sums() for each in tables], of),
        "charts": _charts(casino_id, tables, now, withheld),
        "of_what": f"pit {of.pit}" if of.pit else "the house",
        "held": shown_held(day.held, now),
        "open_boxes": shown_boxes(not_reconciled(casino_id, day.day), person_of(request))
        if of.pit is None
        else (),
        "house_day": closed_house_day(casino_id, day.day, withheld) if of.pit is None else None,
        "differences": paid_otherwise(casino_id, day.day),
    }
    if of.pit is None:
        totals = [total_without_drop(each, withheld=bool(withheld)) for each in day.totals]
        context["totals"] = [shown_sum("House", each) for each in totals]
    return render(request, "cash/ledger.html", {**context, **_asked(of), "made_at": now})


@require_GET
@never_cache
@allowed("ledger.see")
def table_ledger(request: HttpRequest, code: str) -> HttpResponse:
    """/cash/ledger/RF1/: one table's day with its shifts, its result by hour and every movement; `?day=` for another,
    `period=month` or `year` for its days or months."""
    casino_id, now = person_of(request).casino_id, timezone.now()
    try:
        of = asked(casino_id, request.GET, gaming_day(casino_id, now))
    except NotThere as refusal:
        return _not_there(request, str(refusal))
    sees = contents_for(request.user)
    table = GamingTable.objects.filter(casino_id=casino_id, code=code).values("code", "name").first()
    found = ledger_of_table(casino_id, code, of.day.isoformat()) if of.period == "day" else None
    withheld = withheld_days(casino_id, sees, of.day, of.day) if found else frozenset()
    found = without_drop(found, withheld) if found else None
    if table is None and found is None:
        raise Http404(f"there is no table {code}")
    context = {"table": table or {"code": code, "name": code}, **_asked(of), "made_at": now}
    if of.period != "day":
        return render(
            request, "cash/ledger_of_period.html", {**context, **shown_period(casino_id, of, sees, code)}
        )
    if found is None:
        return render(request, "cash/ledger_of_table.html", {**context, "row": None})
    held = [HeldAtTable(table=code, currency=found.currency, held=held) for held in found.held_items]
    context |= {
        "of": found,
        "row": shown_row(found),
        "shift_rows": _by_shift(casino_id, found, of, now, withheld),
        "charts": _charts(casino_id, [found], now, withheld),
        "held": shown_held(held, now),
        "house_day": closed_house_day(casino_id, of.day.isoformat(), withheld, code),
        "differences": paid_otherwise(casino_id, of.day.isoformat(), code),
        "adjustments": [
            each
            for coup in adjusted_on(casino_id, code, of.day.isoformat())
            for each in shown_adjustments(coup)
        ],
        "movements": shown_movements(
            movements_of(casino_id, code, of.day.isoformat()), withheld=(code, found.day) in withheld
        ),
    }
    return render(request, "cash/ledger_of_table.html", context)


def _sums(days: Iterable[DayFigures], of: Asked) -> dict[str, Any]:
    """The rows below those of the tables: of each pit, and of the house, or of the pit that was asked for."""
    figures = tuple(days)
    if of.pit is not None:
        return {"pits": (), "totals": [shown_sum(f"Pit {of.pit}", each) for each in totals(figures)]}
    pits = sums_by([each for each in figures if each.pit], lambda each: each.pit)
    return {
        "pits": [shown_sum(f"Pit {each.name}", each.total, of.query(pit=each.name)) for each in pits],
        "totals": [shown_sum("House", each) for each in totals(figures)],
    }


def _shift(
    casino_id: int,
    tables: list[TableLedger],
    page: Asked,
    place: int,
    *,
    now: datetime,
    withheld: Days,
) -> list[DayFigures]:
    """The figures of a shift of these tables, without what is withheld of them."""
    found = shift_ledger(casino_id, page.day.isoformat(), tables, page.shifts, place, now=now)
    return [figures_without_drop(each, withheld) for each in found]


def _by_shift(casino_id: int, of: TableLedger, page: Asked, now: datetime, withheld: Days) -> list[Any]:
    return [
        shown_sum(shift.name, total, f"{reverse('cash:ledger')}{page.query(shift=shift.name, pit=None)}")
        for place, shift in enumerate(page.shifts)
        for total in totals(_shift(casino_id, [of], page, place, now=now, withheld=withheld))
    ]


def _charts(casino_id: int, tables: list[TableLedger], now: datetime, withheld: Days) -> list[ResultChart]:
    """The results by hour, one drawing for each currency; none for a currency in which a drop is withheld."""
    blind = {each.currency for each in tables if (each.table, each.day) in withheld}
    tables = [each for each in tables if each.currency not in blind]
    zone = ZoneInfo(timezone.get_current_timezone_name())
    hours = hours_of(casino_id, tables, now=now, zone=zone)
    return [
        result_chart(
            hours_together(hours[each.table] for each in tables if each.currency == currency), zone, currency
        )
        for currency in sorted({each.currency for each in tables})
    ]


def _of_table(table: str, of: Asked) -> str:
    return f"{reverse('cash:ledger_of_table', args=[table])}{of.query(pit=None, shift=None)}"


def _asked(of: Asked) -> dict[str, Any]:
    """What was asked for, and the ways to the ledgers beside it."""
    return {
        "asked": of,
        "day": of.day.isoformat(),
        "shift": None if of.shift is None else of.shifts[of.shift],
        "before": of.query(day=of.before.isoformat()) if of.before else "",
        "after": of.query(day=of.after.isoformat()) if of.after else "",
        "periods": [
            ("Day", of.query(period=None, shift=None), of.period == "day" and of.shift is None),
            *(
                (
                    shift.name.capitalize(),
                    of.query(period=None, shift=shift.name),
                    of.shift == place,
                )
                for place, shift in enumerate(of.shifts)
            ),
            ("Month to date", of.query(period="month", shift=None), of.period == "month"),
            ("Year to date", of.query(period="year", shift=None), of.period == "year"),
        ],
        "to_house": f"{reverse('cash:ledger')}{of.query()}",
    }


def _not_there(request: HttpRequest, says: str) -> HttpResponse:
    return render(request, "cash/ledger_not_there.html", {"says": says}, status=404)
