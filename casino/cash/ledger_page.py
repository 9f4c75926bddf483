"""The day's ledger: a row for each table with the sums of the house, and one table's day with its movements."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.cash.ledger_shown import shown_held, shown_ledger, shown_row
from casino.cash.result_chart import result_chart
from casino.people.gate import allowed
from settlement.day_entries import movements_of
from settlement.day_hours import hours_of
from settlement.day_ledger import day_ledger, ledger_of_table
from tables.house.gaming_day import gaming_day
from tables.house.held import HeldAtTable
from tables.house.models import GamingTable


@require_GET
@never_cache
@allowed("ledger.see")
def ledger(request: HttpRequest) -> HttpResponse:
    """/cash/ledger/: every table of the gaming day with its figures, what is held, the sums; `?day=` for another."""
    day, now = _day(request), timezone.now()
    shown = shown_ledger(day_ledger(request.user.casino_id, day.isoformat()), now)
    return render(request, "cash/ledger.html", {"ledger": shown, "made_at": now, **_days(day)})


@require_GET
@never_cache
@allowed("ledger.see")
def table_ledger(request: HttpRequest, code: str) -> HttpResponse:
    """/cash/ledger/RF1/: one table's day with its result by hour and every movement; `?day=` for another."""
    day, now = _day(request), timezone.now()
    casino_id = request.user.casino_id
    found = ledger_of_table(casino_id, code, day.isoformat())
    if found is None:
        table = GamingTable.objects.filter(casino_id=casino_id, code=code).first()
        if table is None:
            raise Http404(f"there is no table {code}")
        return render(request, "cash/ledger_of_table.html", {"table": table, "row": None, **_days(day)})
    movements = movements_of(casino_id, code, day.isoformat())
    zone = ZoneInfo(timezone.get_current_timezone_name())
    hours = hours_of(found, movements, now=now, zone=zone)
    held = [HeldAtTable(table=code, currency=found.currency, held=held) for held in found.held_items]
    context = {
        "table": {"code": code, "name": found.name},
        "row": shown_row(found),
        "chart": result_chart(hours, zone, found.currency),
        "held": shown_held(held, now),
        "movements": movements,
        "made_at": now,
        **_days(day),
    }
    return render(request, "cash/ledger_of_table.html", context)


def _day(request: HttpRequest) -> date:
    asked = request.GET.get("day")
    if not asked:
        return gaming_day(request.user.casino_id, timezone.now())
    try:
        return date.fromisoformat(asked)
    except ValueError:
        raise Http404("a gaming day is a date: 2026-11-20") from None


def _days(day: date) -> dict[str, Any]:
    """The day, and the ones beside it."""
    return {
        "day": day.isoformat(),
        "before": (day - timedelta(days=1)).isoformat() if day > date.min else "",
        "after": (day + timedelta(days=1)).isoformat() if day < date.max else "",
    }
