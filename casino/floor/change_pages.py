"""Receipts of change as pages of their own: all of a table's day with what was claimed, and one to be printed."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.floor.change_receipts import changes_of
from casino.kit.table_snapshot import opened_board, rulebook_of
from casino.people.acting import person_of
from casino.people.gate import allowed
from tables.play.state import State


@require_GET
@never_cache
@allowed("sheet.see")
def receipts(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/change/: the receipts of the table's day, or of `?day=2026-11-19`, and the claims about them."""
    view, state = opened_board(request, code)
    day, rulebook = _day(request, state), rulebook_of(view)
    context = {
        "table": view.table,
        "day": day,
        "currency": rulebook.currency,
        "changes": changes_of(person_of(request).casino_id, code, day, rulebook),
        "may_claim": request.user.has_perm("table.run") and state.phase != "closed",
    }
    return render(request, "floor/receipts.html", context)


@require_GET
@never_cache
@allowed("sheet.see")
def receipt(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """/floor/RF1/change/7/: the receipt of one change of the day, or of `?day=`, for paper."""
    view, state = opened_board(request, code)
    day, rulebook = _day(request, state), rulebook_of(view)
    found = changes_of(person_of(request).casino_id, code, day, rulebook).numbered(number)
    if found is None:
        raise Http404(f"there was no change {number} at {code} on {day}")
    context = {"table": view.table, "day": day, "receipt": found, "currency": rulebook.currency}
    return render(request, "floor/receipt_to_print.html", context)


def _day(request: HttpRequest, state: State) -> str:
    """The gaming day that is asked for, else the table's newest. Raises Http404 for what is no day."""
    asked = request.GET.get("day", state.day)
    try:
        return date.fromisoformat(asked).isoformat()
    except ValueError:
        raise Http404("a gaming day reads 2026-11-20") from None
