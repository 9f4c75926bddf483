"""The violations and the answers to them, and, for inspectors, the compliance report on screen and as CSV."""

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.compliance.forms import ANSWER_FORMS, ReportFilter, ViolationFilter
from casino.compliance.presenters import RejectedAnswer, anchor, listed_violations, open_excuses
from casino.compliance.report import DayReport, day_report
from casino.compliance.report_csv import as_csv
from casino.kit.forms.command_form import command_of
from casino.kit.rejections import Rejection, attempted
from casino.kit.withheld_drop import withheld_days
from casino.people.acting import acting, person_of
from casino.people.casino_clock import zone_of_casino
from casino.people.gate import permission_required
from casino.people.permissions import contents_for, rule_of
from casino.people.signing import own_signature
from tables.handling import handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.handling.gaming_day import gaming_day

LISTED_AT_MOST = 200


@require_GET
@never_cache
@permission_required("violation.read")
def violations(request: HttpRequest) -> HttpResponse:
    """/compliance/: the violations that are chosen, the open ones at first, the newest first; above them who stays at
    a ball for longer."""
    return _list(request, request.GET.urlencode())


@require_POST
@permission_required("violation.read")
def answer(request: HttpRequest, table: str, day: str, name: str, command: str) -> HttpResponse:
    """/compliance/RF1/2026-11-20/ball-change-12/explain: an answer to a violation.

    A refusal stands at the violation (422). The field `back` has the filter of the list, as a query.
    """
    form = ANSWER_FORMS.get(command)
    if form is None or not f"{table}{day}{name}".isprintable():
        raise Http404(f"no answer to a violation is called {command}")
    person, entered = person_of(request), request.POST.dict()
    if not person.has_perm(form.permission):
        raise PermissionDenied(rule_of(form.permission))
    key, query = entered.get("key", "")[:100], QueryDict(entered.get("back", "")).urlencode()
    seen = entered.get("seen", "")
    done = attempted(
        lambda: handle(
            ViolationAggregate(person.casino_id, table, day, name),
            command_of(form, entered, own_signature(person)),
            by=acting(person, "compliance"),
            now=timezone.now(),
            seen=int(seen) if seen.isdecimal() and len(seen) < 10 else None,
            idempotency_key=f"compliance/{person.pk}/{table}/{day}/{name}/{command}/{key}"
            if key.isalnum()
            else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    if isinstance(done, Rejection):
        if done.kind == "unknown":
            raise Http404(done.detail)
        rejected = RejectedAnswer(
            anchor=anchor(table, day, name),
            detail=done.detail,
            clause=done.clause,
            words=entered.get("words", ""),
        )
        return _list(request, query, rejected)
    return redirect(f"{reverse('compliance:violations')}?{query}" if query else "compliance:violations")


def _list(request: HttpRequest, query: str, rejected: RejectedAnswer | None = None) -> HttpResponse:
    casino_id = person_of(request).casino_id
    form = ViolationFilter(casino_id, QueryDict(query))
    rows = list(form.violations()[:LISTED_AT_MOST]) if form.is_valid() else []
    listed = listed_violations(rows, casino_id, zone_of_casino(casino_id))
    context = {
        "form": form,
        "violations": listed,
        "excuses": open_excuses(casino_id),
        "at_most": LISTED_AT_MOST if len(listed) == LISTED_AT_MOST else None,
        "answers": [each for each in ANSWER_FORMS.values() if request.user.has_perm(each.permission)],
        "rejected": rejected,
        "out_of_sight": rejected is not None and all(each.anchor != rejected.anchor for each in listed),
        "query": query,
        "key": uuid4().hex,
        "report_day": gaming_day(casino_id, timezone.now()).isoformat(),
    }
    status = 422 if rejected or not form.is_valid() else 200
    return render(request, "compliance/violations.html", context, status=status)


@require_GET
@never_cache
@permission_required("compliance.read")
def report(request: HttpRequest) -> HttpResponse:
    """/compliance/report/?day=2026-11-20&table=RF1: the compliance report; today's, of all tables, if none is named."""
    form, reports = _reports(request)
    chosen = form.cleaned_data if form.is_valid() else {}
    context = {
        "form": form,
        "reports": reports,
        "day": chosen["day"].isoformat() if chosen else "",
        "made_at": timezone.now(),
        "query": urlencode({"day": chosen["day"].isoformat(), "table": chosen["table"]}) if chosen else "",
    }
    return render(request, "compliance/report.html", context, status=200 if chosen else 422)


@require_GET
@never_cache
@permission_required("compliance.read")
def report_csv(request: HttpRequest) -> HttpResponse:
    """/compliance/report.csv?day=&table=: the same as CSV. A day or a table that is none is answered with 422."""
    form, reports = _reports(request)
    if not form.is_valid():
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")
    of = "-".join(filter(None, (form.chosen_day.isoformat(), form.cleaned_data["table"])))
    return HttpResponse(
        as_csv(reports, zone_of_casino(person_of(request).casino_id)),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": f'attachment; filename="compliance-{of}.csv"'},
    )


def _reports(request: HttpRequest) -> tuple[ReportFilter, list[DayReport]]:
    casino_id = person_of(request).casino_id
    chosen: Any = request.GET.copy()
    chosen.setdefault("day", gaming_day(casino_id, timezone.now()).isoformat())
    form = ReportFilter(casino_id, chosen)
    if not form.is_valid():
        return form, []
    day = form.chosen_day
    withheld = withheld_days(casino_id, contents_for(request.user), day, day)
    made = (
        day_report(casino_id, code, day.isoformat(), withheld=(code, day.isoformat()) in withheld)
        for code in form.chosen_tables
    )
    return form, [each for each in made if each is not None]
