"""The violations and what is said to them, and, for inspectors, the compliance report on screen and as CSV."""

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.blind_count import withheld_days
from casino.compliance.excuses import open_excuses
from casino.compliance.filters import ReportChoice, ViolationFilter
from casino.compliance.report import DayReport, day_report
from casino.compliance.report_csv import as_csv
from casino.compliance.saying import SAYABLE, WORDS, Answer, command_said
from casino.compliance.violation_list import LISTED_AT_MOST, rules_raised, violations
from casino.kit.rejections import Rejection, attempted
from casino.people.acting import acting, person_of
from casino.people.gate import allowed
from casino.people.permissions import contents_for, rule_of
from casino.people.signing import own_signature
from tables.handling import handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino

BACK = "back"
"""The field with the filter under which something was said, as a query."""


@require_GET
@never_cache
@allowed("violation.read")
def violations_page(request: HttpRequest) -> HttpResponse:
    """/compliance/: the violations that are chosen, the open ones at first, the newest first; above them who stays at
    a ball for longer."""
    return _list(request, request.GET.urlencode())


@require_POST
@allowed("violation.read")
def say(request: HttpRequest, table: str, day: str, name: str, command: str) -> HttpResponse:
    """/compliance/RF1/2026-11-20/ball-change-12/explain: one thing said to a violation.

    A refusal is said at it (422).
    """
    sayable = SAYABLE.get(command)
    if sayable is None or not f"{table}{day}{name}".isprintable():
        raise Http404(f"nothing called {command} is said to a violation")
    person, form = person_of(request), request.POST.dict()
    if not person.has_perm(sayable.permission):
        raise PermissionDenied(rule_of(sayable.permission))
    key, query = form.get("key", "")[:100], QueryDict(form.get(BACK, "")).urlencode()
    seen = form.get("seen", "")
    answer = {"anchor": f"v-{table}-{day}-{name}", "command": command, "words": form.get(WORDS, "")}
    done = attempted(
        lambda: handle(
            ViolationAggregate(person.casino_id, table, day, name),
            command_said(command, form, (own_signature(person),)),
            by=acting(person, "compliance"),
            now=timezone.now(),
            seen=int(seen) if seen.isdecimal() and len(seen) < 10 else None,
            idempotency_key=f"compliance/{person.pk}/{table}/{day}/{name}/{command}/{key}"
            if key.isalnum()
            else None,
        ),
        key_reused="this was sent before with other words: send it again",
    )
    if isinstance(done, Rejection):
        if done.kind == "unknown":
            raise Http404(done.detail)
        return _list(request, query, Answer(**answer, detail=done.detail, clause=done.clause))
    return redirect(f"{reverse('compliance:violations')}?{query}" if query else "compliance:violations")


def _list(request: HttpRequest, query: str, answer: Answer | None = None) -> HttpResponse:
    casino_id = person_of(request).casino_id
    form = ViolationFilter(casino_id, rules_raised(casino_id), QueryDict(query))
    valid = form.is_valid()
    shown = violations(casino_id, form.cleaned_data, _zone(casino_id)) if valid else []
    context = {
        "form": form,
        "violations": shown,
        "excuses": open_excuses(casino_id),
        "at_most": LISTED_AT_MOST if len(shown) == LISTED_AT_MOST else None,
        "sayable": [each for each in SAYABLE.values() if request.user.has_perm(each.permission)],
        "answer": answer,
        "out_of_sight": answer is not None and all(each.anchor != answer.anchor for each in shown),
        "query": query,
        "key": uuid4().hex,
        "report_day": gaming_day(casino_id, timezone.now()).isoformat(),
    }
    status = 422 if answer or not valid else 200
    with timezone.override(_zone(casino_id)):
        return render(request, "compliance/violations.html", context, status=status)


@require_GET
@never_cache
@allowed("compliance.read")
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
    with timezone.override(_zone(person_of(request).casino_id)):
        return render(request, "compliance/report.html", context, status=200 if chosen else 422)


@require_GET
@never_cache
@allowed("compliance.read")
def report_csv(request: HttpRequest) -> HttpResponse:
    """/compliance/report.csv?day=&table=: the same as CSV. A day or a table that is none is answered with 422."""
    form, reports = _reports(request)
    if not form.is_valid():
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")
    of = "-".join(filter(None, (form.chosen_day.isoformat(), form.cleaned_data["table"])))
    return HttpResponse(
        as_csv(reports, _zone(person_of(request).casino_id)),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": f'attachment; filename="compliance-{of}.csv"'},
    )


def _reports(request: HttpRequest) -> tuple[ReportChoice, list[DayReport]]:
    casino_id = person_of(request).casino_id
    asked: Any = request.GET.copy()
    asked.setdefault("day", gaming_day(casino_id, timezone.now()).isoformat())
    form = ReportChoice(casino_id, asked)
    if not form.is_valid():
        return form, []
    day = form.chosen_day
    withheld = withheld_days(casino_id, contents_for(request.user), day, day)
    made = (
        day_report(casino_id, code, day.isoformat(), withheld=(code, day.isoformat()) in withheld)
        for code in form.chosen_tables
    )
    return form, [each for each in made if each is not None]


def _zone(casino_id: int) -> ZoneInfo:
    """The casino's own time zone, in which its day is told."""
    return ZoneInfo(Casino.objects.values_list("time_zone", flat=True).get(pk=casino_id))
