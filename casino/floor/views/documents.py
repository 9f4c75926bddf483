"""Printable documents of a table's day: payout sheets, receipts of change, the record."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from msgspec.structs import replace

from casino.commands.table_snapshot import opened_board, rulebook_of
from casino.floor.forms.record import RecordFilter
from casino.floor.presenters.payments import SheetPresenter, printed_sheet_presenter, sheet_presenter
from casino.floor.presenters.receipt_document import receipt_document
from casino.floor.presenters.receipts import receipts_of
from casino.floor.presenters.record import day_strip, found_in
from casino.floor.presenters.sheet_document import sheet_document
from casino.kit.documents.made_from import made_from_streams, read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import contents_for, sight_of
from settlement.blind_count import blind_days
from tables.handling.projections.table_snapshots import table_snapshots
from tables.handling.streams import table_stream
from tables.play.state import State
from tables.stream import read_stream


@require_GET
@never_cache
@permission_required("sheet.see")
def sheets(request: HttpRequest) -> HttpResponse:
    """/floor/sheets/: the amounts that each table has to pay, or has just paid. The cash desk sees nothing else of a
    table.
    """
    sees, casino_id = contents_for(request.user), person_of(request).casino_id
    of_tables = [
        (view.table, sheet_presenter(casino_id, view.state, sees))
        for view in table_snapshots(casino_id)
        if view.state
    ]
    return render(request, "floor/sheets.html", {"sheets": [each for each in of_tables if each[1]]})


@require_GET
@never_cache
@permission_required("sheet.see")
def sheet_to_print(request: HttpRequest, code: str, coup: int) -> HttpResponse:
    """/floor/RF1/sheet/12/: the payout sheet of one coup of the table's day, to be printed."""
    view, state = opened_board(request, code)
    person = person_of(request)
    sheet = printed_sheet_presenter(person.casino_id, state, coup, contents_for(person))
    if sheet is None:
        raise Http404(f"no number fell in coup {coup} of {code}")
    context = {"table": view.table, "presenter": sheet, "day": state.day}
    return render(request, "floor/sheet_to_print.html", context)


@require_GET
@never_cache
@permission_required("sheet.see")
def sheet_pdf(request: HttpRequest, code: str, coup: int) -> HttpResponse:
    """/floor/RF1/sheet/12.pdf: the same as a PDF."""
    view, state = opened_board(request, code)
    person, stream = person_of(request), table_stream(code, state.day)

    def read() -> SheetPresenter | None:
        _, now = opened_board(request, code)
        return printed_sheet_presenter(person.casino_id, now, coup, contents_for(person))

    sheet, record = read_with_record(lambda: made_from_streams(person.casino_id, (stream,)), read)
    if sheet is None:
        raise Http404(f"no number fell in coup {coup} of {code}")
    return pdf_response(sheet_document(sheet, view.table, record), f"sheet-{code}-{state.day}-{coup}")


@require_GET
@never_cache
@permission_required("sheet.see")
def receipts(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/change/: the receipts of the table's day, or of `?day=2026-11-19`, and the claims about them."""
    view, state = opened_board(request, code)
    day, rulebook = _day(request, state), rulebook_of(view)
    context = {
        "table": view.table,
        "day": day,
        "currency": rulebook.currency,
        "changes": receipts_of(person_of(request).casino_id, code, day, rulebook),
        "may_claim": request.user.has_perm("table.run") and state.phase != "closed",
    }
    return render(request, "floor/receipts.html", context)


@require_GET
@never_cache
@permission_required("sheet.see")
def receipt(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """/floor/RF1/change/7/: the receipt of one change of the day, or of `?day=`, to be printed."""
    view, state = opened_board(request, code)
    day, rulebook = _day(request, state), rulebook_of(view)
    found = receipts_of(person_of(request).casino_id, code, day, rulebook).numbered(number)
    if found is None:
        raise Http404(f"there was no change {number} at {code} on {day}")
    context = {"table": view.table, "day": day, "receipt": found, "currency": rulebook.currency}
    return render(request, "floor/receipt_to_print.html", context)


@require_GET
@never_cache
@permission_required("sheet.see")
def receipt_pdf(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """/floor/RF1/change/7.pdf: the same as a PDF."""
    view, state = opened_board(request, code)
    casino_id, day, rulebook = person_of(request).casino_id, _day(request, state), rulebook_of(view)
    found, record = read_with_record(
        lambda: made_from_streams(casino_id, (table_stream(code, day),)),
        lambda: receipts_of(casino_id, code, day, rulebook).numbered(number),
    )
    if found is None:
        raise Http404(f"there was no change {number} at {code} on {day}")
    document = receipt_document(found, view.table, day, currency=rulebook.currency, record=record)
    return pdf_response(document, f"change-{code}-{day}-{number}")


def _day(request: HttpRequest, state: State) -> str:
    """Return the gaming day in the address, else the table's newest. Raises Http404 for a malformed day."""
    try:
        return date.fromisoformat(request.GET.get("day", state.day)).isoformat()
    except ValueError:
        raise Http404("a gaming day reads 2026-11-20") from None


@require_GET
@never_cache
@permission_required("record.read")
def day_record(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/record/: the events of the table today, or on `?day=`, drawn by time and listed, the newest first.

    `words`, `coup`, `person` and `kind` choose among its events, and one coup is in its own order; `?event=123` is
    the page with that event.
    """
    _, state = opened_board(request, code)
    person = person_of(request)
    form = RecordFilter(request.GET, state.day)
    valid, day = form.is_valid(), form.chosen_day
    withheld = blind_days(person.casino_id, sight_of(person), day, day)
    events = read_stream(person.casino_id, table_stream(code, day))
    event = request.GET.get("event", "")
    wanted = replace(form.wanted, event=int(event) if event.isdecimal() and len(event) < 10 else None)
    found = found_in(events, wanted, page=request.GET.get("page", "1"), withheld=(code, day) in withheld)
    form.offer(found.people, found.kinds)
    context = {
        "code": code,
        "day": day,
        "form": form,
        "strip": day_strip(events, timezone.now()),
        "found": found,
        "query": form.query.urlencode(),
        "narrowed": wanted.is_narrow,
        "chosen_event": wanted.event,
    }
    return render(request, "floor/record.html", context, status=200 if valid else 422)
