"""The draws of tables to inspect: the list, the draw of a day, its file, and the closed pages that are printed
beforehand."""

from datetime import date, timedelta
from typing import NamedTuple
from uuid import uuid4

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.commands.submitting import entered as without_secrets
from casino.compliance.draw_document import draw_document
from casino.compliance.draw_forms import (
    DRAW_FORMS,
    FIRST_DAY,
    LAST_DAY,
    CommitDrawForm,
    DrawFilter,
)
from casino.compliance.draws import DrawAggregate, candidates_now, commit_draws, counted_since
from casino.compliance.published_draws import (
    committed_with,
    draw_span,
    listed_span,
    published_draw,
    published_draws,
)
from casino.kit.documents.made_from import made_from_streams, read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.kit.forms.command_form import command_of
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from tables.compliance.draws.decide import COUNTED_DAYS
from tables.compliance.draws.state import draw_stream
from tables.handling import handle
from tables.handling.gaming_day import gaming_day, gaming_day_begins
from tables.handling.models import GamingTable

MAKES = "draw.make"
"""The permission of controllers, who see a draw before it is revealed."""


class RejectedDraw(NamedTuple):
    """A refused request, for its place on the page, with its fields except the PIN."""

    command: str
    detail: str
    entered: dict[str, str]


@require_GET
@never_cache
@permission_required("compliance.read")
def draws(request: HttpRequest) -> HttpResponse:
    """/compliance/draws/?first=2026-08-22&last=2027-01-21: the draws of these gaming days, the newest day first."""
    return _list(request)


def _list(request: HttpRequest, rejected: RejectedDraw | None = None) -> HttpResponse:
    person = person_of(request)
    today = gaming_day(person.casino_id, timezone.now())
    first, last = listed_span(today)
    chosen = {"first": first.isoformat(), "last": last.isoformat(), **request.GET.dict()}
    form = DrawFilter(chosen)
    makes = person.has_perm(MAKES)
    listed = (
        published_draws(
            person.casino_id, form.cleaned_data["first"], form.cleaned_data["last"], beforehand=makes
        )
        if form.is_valid()
        else ()
    )
    context = {
        "form": form,
        "draws": listed,
        "today": today.isoformat(),
        "first_free": _first_free(person.casino_id, today) if makes else "",
        "candidates": candidates_now(person.casino_id, today) if makes else (),
        "counted_since": counted_since(today).isoformat(),
        "counted_days": COUNTED_DAYS,
        "rejected": rejected,
        "key": uuid4().hex,
    }
    status = 422 if rejected or not form.is_valid() else 200
    return render(request, "compliance/draws.html", context, status=status)


def _first_free(casino_id: int, today: date) -> str:
    """Return the first day from today on that has no draw yet."""
    taken = {each.day for each in published_draws(casino_id, *draw_span(today)) if each.commitment}
    day = today
    while day.isoformat() in taken:
        day += timedelta(days=1)
    return day.isoformat()


@require_POST
@sensitive_post_parameters("pin")
@permission_required(MAKES)
def commit(request: HttpRequest) -> HttpResponse:
    """/compliance/draws/commit: a draw for each of the days. A refusal is shown above the form (422)."""
    person, entered = person_of(request), request.POST.dict()
    key = entered.get("key", "")[:100]
    done = attempted(
        lambda: commit_draws(
            person.casino_id,
            command_of(CommitDrawForm, entered, person),
            by=acting(person, "compliance"),
            now=timezone.now(),
            idempotency_key=f"draw/{person.pk}/commit/{key}" if key.isalnum() else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    if isinstance(done, Rejection):
        return _list(request, _rejected("commit", done, entered))
    return redirect("compliance:draws")


@require_GET
@never_cache
@permission_required("compliance.read")
def draw(request: HttpRequest, day: str) -> HttpResponse:
    """/compliance/draws/2026-11-20/: the tables to inspect on a gaming day."""
    return _day_page(request, _day(day))


def _day_page(request: HttpRequest, day: date, rejected: RejectedDraw | None = None) -> HttpResponse:
    person = person_of(request)
    today = gaming_day(person.casino_id, timezone.now())
    makes = person.has_perm(MAKES)
    found = published_draw(person.casino_id, day, beforehand=makes)
    to_inspect = found.inspected if found else ()
    in_use = GamingTable.objects.filter(casino_id=person.casino_id).values_list("code", flat=True)
    context = {
        "day": day.isoformat(),
        "today": today.isoformat(),
        "draw": found,
        "begun": day <= today,
        "begins": gaming_day_begins(person.casino_id, day),
        "left": [code for code in in_use if code not in to_inspect],
        "rejected": rejected,
        "key": uuid4().hex,
    }
    return render(request, "compliance/draw.html", context, status=422 if rejected else 200)


@require_POST
@sensitive_post_parameters("pin")
@permission_required(MAKES)
def act(request: HttpRequest, day: str, command: str) -> HttpResponse:
    """/compliance/draws/2026-11-20/reveal, or ask: reveal the draw of the day, or request a table on demand.

    A refusal is shown on the page of the day (422), with the entered values.
    """
    made, of_day = DRAW_FORMS.get(command), _day(day)
    if made is None:
        raise Http404(f"nothing of a draw is called {command}")
    person, entered = person_of(request), request.POST.dict()
    key = entered.get("key", "")[:100]
    done = attempted(
        lambda: handle(
            DrawAggregate(person.casino_id, of_day),
            command_of(made, entered, person),
            by=acting(person, "compliance"),
            now=timezone.now(),
            idempotency_key=f"draw/{person.pk}/{command}/{key}" if key.isalnum() else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    if isinstance(done, Rejection):
        return _day_page(request, of_day, _rejected(command, done, entered))
    return redirect("compliance:draw", day=of_day.isoformat())


@require_GET
@never_cache
@permission_required("compliance.read")
def draw_file(request: HttpRequest, day: str) -> HttpResponse:
    """/compliance/draws/2026-11-20/draw.json: the draw as it is published, for repeat_draw.py."""
    person, of_day = person_of(request), _day(day)
    found = published_draw(person.casino_id, of_day, beforehand=person.has_perm(MAKES))
    if found is None:
        raise Http404("no draw of this day is published")
    return HttpResponse(
        msgspec.json.format(msgspec.json.encode(found), indent=1),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="draw-{of_day.isoformat()}.json"'},
    )


@require_GET
@never_cache
@permission_required("compliance.read")
def draw_pdf(request: HttpRequest, day: str) -> HttpResponse:
    """/compliance/draws/2026-11-20/draw.pdf: the draw as it is published, on paper."""
    person, of_day = person_of(request), _day(day)
    found, record = read_with_record(
        lambda: made_from_streams(person.casino_id, (draw_stream(of_day.isoformat()),)),
        lambda: published_draw(person.casino_id, of_day, beforehand=person.has_perm(MAKES)),
    )
    if found is None:
        raise Http404("no draw of this day is published")
    return pdf_response(draw_document(person.casino_id, found, record=record), f"draw-{of_day.isoformat()}")


@require_GET
@never_cache
@permission_required(MAKES)
def closed_pages(request: HttpRequest, day: str) -> HttpResponse:
    """/compliance/draws/2026-11-20/pages: a page to print for each day that was committed together with this one, with
    its commitment and room for the draw that is revealed on its day.
    """
    person = person_of(request)
    found = published_draw(person.casino_id, _day(day))
    together = committed_with(person.casino_id, found) if found else ()
    if not together:
        raise Http404("no draw of this day is committed")
    pages = [
        {"draw": each, "begins": gaming_day_begins(person.casino_id, date.fromisoformat(each.day))}
        for each in together
    ]
    return render(request, "compliance/draw_pages.html", {"pages": pages, "day": day})


def _day(day: str) -> date:
    try:
        found = date.fromisoformat(day)
    except ValueError:
        found = date.min
    if not FIRST_DAY <= found <= LAST_DAY or found.isoformat() != day:
        raise Http404("a gaming day reads 2026-11-20")
    return found


def _rejected(command: str, done: Rejection, entered: dict[str, str]) -> RejectedDraw:
    return RejectedDraw(command, done.sentence, without_secrets(entered))
