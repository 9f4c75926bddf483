"""The closing sheet of a table's day: on a page that prints, and as a PDF."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.cash.presenters.closing_sheet import closing_sheet
from casino.compliance.made_from import made_from_day
from casino.kit.documents.document import Document
from casino.kit.documents.pdf_response import pdf_response
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import sight_of
from settlement.day_ledger import last_day_opened, ledger_of_table


@require_GET
@never_cache
@permission_required("closing.see")
def closing(request: HttpRequest, code: str) -> HttpResponse:
    """/cash/closing/RF1/: the closing sheet of the table's last gaming day, `?day=` for another."""
    day = _day(request, code)
    context = {"document": _sheet(request, code, day), "code": code, "day": day}
    return render(request, "cash/closing/sheet.html", context)


@require_GET
@never_cache
@permission_required("closing.see")
def closing_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """/cash/closing/RF1.pdf: the same as a PDF."""
    day = _day(request, code)
    return pdf_response(_sheet(request, code, day), f"closing-{code}-{day}")


def _sheet(request: HttpRequest, code: str, day: str) -> Document:
    casino_id, viewer = person_of(request).casino_id, person_of(request)
    found = ledger_of_table(casino_id, code, day, sight_of(viewer))
    if found is None:
        raise Http404(f"{code} was not opened for {day}: there is no closing sheet")
    return closing_sheet(casino_id, found, viewer, made_from_day(casino_id, found.day))


def _day(request: HttpRequest, code: str) -> str:
    chosen = request.GET.get("day") or last_day_opened(person_of(request).casino_id, code)
    if chosen is None:
        raise Http404(f"{code} was never opened: there is no closing sheet")
    try:
        return date.fromisoformat(chosen).isoformat()
    except ValueError:
        raise Http404("a gaming day is a date: 2026-11-20") from None
