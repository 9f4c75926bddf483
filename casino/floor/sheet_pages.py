"""Payout sheets as pages of their own: what all tables have to pay, and one sheet to be printed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.floor.payments import printed_sheet, shown_sheet
from casino.kit.table_snapshot import opened_board
from casino.people.acting import person_of
from casino.people.gate import allowed
from casino.people.permissions import contents_for
from tables.handling.projections.table_snapshots import table_snapshots


@require_GET
@never_cache
@allowed("sheet.see")
def sheets(request: HttpRequest) -> HttpResponse:
    """/floor/sheets/: what each table has to pay, or has just paid. It is all that the cash desk sees of a table."""
    sees = contents_for(request.user)
    casino_id = person_of(request).casino_id
    shown = [
        (view.table, shown_sheet(casino_id, view.state, sees))
        for view in table_snapshots(casino_id)
        if view.state
    ]
    return render(request, "floor/sheets.html", {"sheets": [each for each in shown if each[1]]})


@require_GET
@never_cache
@allowed("sheet.see")
def sheet_to_print(request: HttpRequest, code: str, coup: int) -> HttpResponse:
    """/floor/RF1/sheet/12/: the payout sheet of one coup of the table's day, for paper."""
    view, state = opened_board(request, code)
    shown = printed_sheet(person_of(request).casino_id, state, coup, contents_for(person_of(request)))
    if shown is None:
        raise Http404(f"no number fell in coup {coup} of {code}")
    return render(
        request, "floor/sheet_to_print.html", {"table": view.table, "shown": shown, "day": state.day}
    )
