"""The page "What if": a coup or a day of the record by another rulebook, compared with its payment."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.compliance.what_if_document import what_if_document
from casino.compliance.what_if_form import WhatIfForm
from casino.compliance.what_if_presenter import shown_comparison, shown_coups
from casino.kit.documents.made_from import made_from_streams, read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.kit.sentences import sentence_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import sight_of
from settlement.blind_count import Sight
from settlement.played_coups import NothingPlayed, what_if_coup, what_if_day
from settlement.what_if.compared import Comparison
from tables.handling.gaming_day import gaming_day
from tables.handling.streams import table_stream

COUPS_ON_A_PAGE = 40


@require_GET
@never_cache
@permission_required("compliance.read")
@permission_required("sheet.see")
def what_if(request: HttpRequest) -> HttpResponse:
    """/compliance/what-if/?day=2026-11-20&table=RF1&coup=12&rulebook=it-venezia@1: without a coup the whole day,
    without a rulebook the form alone. A question without an answer is explained at its field (422)."""
    casino_id = person_of(request).casino_id
    chosen: Any = request.GET.copy()
    chosen.setdefault("day", gaming_day(casino_id, timezone.now()).isoformat())
    form = WhatIfForm(casino_id, chosen)
    if "rulebook" not in request.GET:
        form.is_bound, form.initial = False, chosen.dict()
        return render(request, "compliance/what_if.html", {"form": form, "day": chosen["day"]})
    compared = _compared(form, sight_of(request.user))
    context: dict[str, Any] = {"form": form, "day": chosen["day"]}
    if compared is not None:
        coup = form.cleaned_data["coup"]
        shown = shown_comparison(compared)
        page = Paginator(compared.coups if coup else shown.coups, COUPS_ON_A_PAGE).get_page(
            request.GET.get("page")
        )
        query = request.GET.copy()
        query.pop("page", None)
        context |= {
            "shown": shown,
            "coup": coup,
            "page": page,
            "coups": shown_coups(compared, list(page.object_list), with_alike=bool(coup)),
            "query": query.urlencode(),
        }
    return render(request, "compliance/what_if.html", context, status=422 if compared is None else 200)


@require_GET
@never_cache
@permission_required("compliance.read")
@permission_required("sheet.see")
def what_if_pdf(request: HttpRequest) -> HttpResponse:
    """/compliance/what-if.pdf?day=&table=&coup=&rulebook=: the same as a PDF. A question without an answer is explained
    in words (422).
    """
    form = WhatIfForm(person_of(request).casino_id, request.GET)
    if not form.is_valid():
        return _said(form)
    table, day = form.cleaned_data["table"], form.cleaned_data["day"].isoformat()
    compared, record = read_with_record(
        lambda: made_from_streams(form.casino_id, (table_stream(table, day),)),
        lambda: _compared(form, sight_of(request.user)),
    )
    if compared is None:
        return _said(form)
    coup = form.cleaned_data["coup"]
    of = "-".join(filter(None, (day, table, str(coup or ""), compared.other.id)))
    return pdf_response(what_if_document(form.casino_id, compared, day, coup, record), f"what-if-{of}")


def _said(form: WhatIfForm) -> HttpResponse:
    """Return the faults of the form in words, instead of the PDF (422)."""
    words = " ".join(str(error) for errors in form.errors.values() for error in errors)
    return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")


def _compared(form: WhatIfForm, sight: Sight) -> Comparison | None:
    """Return the comparison; None if the form has the reason why there is none."""
    if not form.is_valid():
        return None
    day, table, coup = (
        form.cleaned_data["day"].isoformat(),
        form.cleaned_data["table"],
        form.cleaned_data["coup"],
    )
    other = form.cleaned_data["rulebook"]
    try:
        if coup is None:
            return what_if_day(form.casino_id, table, day, other, sight)
        return what_if_coup(form.casino_id, table, day, coup, other)
    except NothingPlayed as nothing:
        form.add_error(
            "coup" if nothing.code == "coup-without-number" else "day", sentence_of(nothing.refusal)
        )
        return None
