"""The violations and the answers to them, and, for inspectors, the compliance report on screen and as CSV."""

from typing import Any, NamedTuple
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.compliance.choosing import LineChoice, all_offered
from casino.compliance.first_page import first_page, record_check
from casino.compliance.forms import (
    ANSWER_FORMS,
    CHOSEN_BY,
    Course,
    PeriodFilter,
    ReportFilter,
    ViolationFilter,
)
from casino.compliance.made_from import made_from_day
from casino.compliance.period import Period
from casino.compliance.period_presenter import shown_period
from casino.compliance.presenters import RejectedAnswer, anchor, listed_violations, open_excuses
from casino.compliance.report import DayReport, ReportLine, day_report
from casino.compliance.report_csv import as_csv
from casino.compliance.review import ReviewAggregate, shown_review, signed_days
from casino.compliance.review_forms import REVIEW_FORMS, side_of
from casino.kit.documents.made_from import MadeFrom, made_from_days
from casino.kit.forms.command_form import command_of
from casino.kit.rejections import Rejection, attempted
from casino.kit.withheld_drop import withheld_days
from casino.people.acting import acting, person_of
from casino.people.casino_clock import zone_of_casino
from casino.people.gate import permission_required
from casino.people.permissions import contents_for, rule_of
from casino.people.signing import own_signature
from casino.reports.columns import span
from tables.handling import handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable

LISTED_AT_MOST = 200
LINES_ON_A_PAGE = 1_000
"""Of a table in the report: a day without its usual course has fewer."""


class RejectedReview(NamedTuple):
    """What was not carried out about a day's report, for its place on the page, with the words that were entered."""

    command: str
    finding: str
    detail: str
    words: str


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
def the_day(request: HttpRequest) -> HttpResponse:
    """/compliance/day/?day=2026-11-20: the first page of the day's report, of all tables; today's if none is named.
    `until=` makes it one of several days, `shift=` of that shift alone."""
    form = _period_filter(request)
    if not form.is_valid():
        return render(request, "compliance/day.html", {"form": form}, status=422)
    return _first_page(request, form)


def _first_page(
    request: HttpRequest, form: PeriodFilter, rejected: RejectedReview | None = None
) -> HttpResponse:
    casino_id, period = person_of(request).casino_id, form.period
    context = {
        "form": form,
        "shown": shown_period(casino_id, period),
        "made": first_page(casino_id, period, _tables_of(casino_id)),
        "record": _record_of(casino_id, period),
        "made_at": timezone.now(),
    }
    if period.is_day:
        context |= _review_of(request, period.days[0], rejected)
    else:
        context["signed_days"] = signed_days(casino_id, period.days)
    return render(request, "compliance/day.html", context, status=422 if rejected else 200)


def _review_of(request: HttpRequest, day: str, rejected: RejectedReview | None) -> dict[str, Any]:
    """What both sides say of the report of a whole day, and how they sign it."""
    reviewed = shown_review(person_of(request).casino_id, day)
    sides = (("casino", gettext("For the casino")), ("control", gettext("For control")))
    return {
        "day": day,
        "review": reviewed,
        "sides": [
            {"code": side, "label": label, "signature": reviewed.signatures.get(side)}
            for side, label in sides
        ],
        "side": side_of(person_of(request)),
        "about": {"table": request.GET.get("table", ""), "event": request.GET.get("event", "")},
        "rejected": rejected,
        "key": uuid4().hex,
    }


@require_POST
@sensitive_post_parameters("pin")
@permission_required("compliance.read")
def review(request: HttpRequest, day: str, command: str) -> HttpResponse:
    """/compliance/day/2026-11-20/raise: a finding, an answer, its close or a signature of the day's report.

    A refusal stands on the day's page (422), with what was entered.
    """
    person, entered = person_of(request), request.POST.dict()
    made, chosen = REVIEW_FORMS.get(command), PeriodFilter(person.casino_id, {"day": day})
    if made is None or not chosen.is_valid():
        raise Http404(f"nothing of a day's report is called {command}")
    if not person.has_perm(made.permission):
        raise PermissionDenied(rule_of(made.permission))
    key = entered.get("key", "")[:100]
    done = attempted(
        lambda: handle(
            ReviewAggregate(person.casino_id, day),
            command_of(made, entered, person, day),
            by=acting(person, "compliance"),
            now=timezone.now(),
            idempotency_key=f"review/{person.pk}/{day}/{command}/{key}" if key.isalnum() else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    if isinstance(done, Rejection):
        words, finding = entered.get("words", ""), entered.get("finding", "")
        return _first_page(request, chosen, RejectedReview(command, finding, done.sentence, words))
    return redirect(
        f"{reverse('compliance:day')}?day={day}#{'signatures' if command == 'sign' else 'findings'}"
    )


@require_GET
@never_cache
@permission_required("compliance.read")
def day_record_check(request: HttpRequest) -> HttpResponse:
    """/compliance/day/record?day=: the part of the first page that says whether the record of its days is whole. It
    reads every event of them, and so comes after the page."""
    form = _period_filter(request)
    if not form.is_valid():
        raise Http404("a gaming day reads 2026-11-20")
    casino_id = person_of(request).casino_id
    check = record_check(casino_id, form.period.days, _tables_of(casino_id))
    return render(request, "compliance/_record_check.html", {"check": check})


def _period_filter(request: HttpRequest) -> PeriodFilter:
    casino_id = person_of(request).casino_id
    return PeriodFilter(casino_id, _with_today(request))


def _with_today(request: HttpRequest) -> Any:
    """What the address chooses, with today's gaming day where it names none."""
    chosen: Any = request.GET.copy()
    chosen.setdefault("day", gaming_day(person_of(request).casino_id, timezone.now()).isoformat())
    return chosen


def _tables_of(casino_id: int) -> list[str]:
    """The codes of all tables that the casino ever had."""
    return list(GamingTable.ever.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True))


@require_GET
@never_cache
@permission_required("compliance.read")
def report(request: HttpRequest) -> HttpResponse:
    """/compliance/report/?day=2026-11-20&table=RF1: the compliance report; today's, of all tables, if none is named.

    `until` makes it one of several days, `shift` of that shift alone. `kind`, `clause`, `rule`, `person` and `type`
    choose lines; `course=with` shows the usual course too, `only` that.
    """
    form, reports = _reports(request, usually="without")
    chosen = form.is_valid()
    query = _query(form) if chosen else QueryDict(mutable=True)
    of_table = chosen and bool(form.cleaned_data["table"])
    context = {
        "form": form,
        "sections": [_section(each, request, alone=len(reports) == 1, whole=of_table) for each in reports],
        "of_casino": [] if of_table else _lines_of_casino(reports),
        "shown": shown_period(person_of(request).casino_id, form.period) if chosen else None,
        "record": _record_of(person_of(request).casino_id, form.period) if reports else None,
        "made_at": timezone.now(),
        "query": query.urlencode(),
        "files": _files_query(form) if chosen else "",
        "all_of": _with(query, day="", until="", table=""),
        "left_out": sum(each.course for each in reports),
        "with_course": _with(query, course="with"),
        "without_course": _with(query, course="") if chosen and form.chosen_course != "without" else "",
        "narrowed": chosen and form.choice != LineChoice(group=form.choice.group),
        "all_lines": _with(query, **dict.fromkeys(CHOSEN_BY, "")),
    }
    return render(request, "compliance/report.html", context, status=200 if chosen else 422)


@require_GET
@never_cache
@permission_required("compliance.read")
def report_csv(request: HttpRequest) -> HttpResponse:
    """/compliance/report.csv?day=&table=: all lines as CSV, or those that are chosen as on the page. A day or a table
    that is none is answered with 422."""
    form, reports = _reports(request, usually="with")
    if not form.is_valid():
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")
    period = form.period
    days = span(period.since.isoformat(), period.until.isoformat())
    of = "-".join(filter(None, (days, period.shift, form.cleaned_data["table"])))
    named = content_disposition_header(True, f"compliance-{of}.csv") or ""
    return HttpResponse(
        as_csv(reports, zone_of_casino(person_of(request).casino_id)),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": named},
    )


def _reports(request: HttpRequest, *, usually: Course) -> tuple[ReportFilter, list[DayReport]]:
    """The filter, and the reports of each table's days that it chooses: table by table, day by day."""
    casino_id = person_of(request).casino_id
    form = ReportFilter(casino_id, _with_today(request), usually=usually)
    if not form.is_valid():
        return form, []
    period, choice = form.period, form.choice
    withheld = withheld_days(casino_id, contents_for(request.user), period.since, period.until)
    windows = period.windows(casino_id)
    made = [
        day_report(casino_id, code, day, withheld=(code, day) in withheld, choice=choice, window=windows[day])
        for code in form.chosen_tables
        for day in windows
    ]
    reports = [each for each in made if each is not None]
    form.offer_lines(all_offered(each.offered for each in reports))
    return form, reports


def _record_of(casino_id: int, period: Period) -> MadeFrom:
    return made_from_days({day: made_from_day(casino_id, day) for day in period.days})


def _section(report: DayReport, request: HttpRequest, *, alone: bool, whole: bool) -> dict[str, object]:
    """A table's report with the lines that one page has: of several the first page of each. Where it is not the `whole`
    page, the lines that belong to no table stand below all tables."""
    lines = report.lines if whole else [line for line in report.lines if not line.of_casino]
    pages = Paginator(lines, LINES_ON_A_PAGE)
    return {
        "report": report,
        "lines": len(lines),
        "page": pages.get_page(request.GET.get("page") if alone else 1),
    }


def _lines_of_casino(reports: list[DayReport]) -> list[ReportLine]:
    """The lines that belong to no table, each once."""
    found = {(line.stream, line.version): line for each in reports for line in each.lines if line.of_casino}
    return sorted(found.values(), key=lambda line: (line.at, line.recorded_at))


def _files_query(form: ReportFilter) -> str:
    """For the page of files: the same report, of the same lines."""
    query = _query(form)
    query.pop("course", None)
    if form.choice.group:
        query["group"] = form.choice.group
    query["report"] = "compliance"
    return query.urlencode()


def _query(form: ReportFilter) -> QueryDict:
    """What was chosen, as the address keeps it: without what is empty, and what is usual of the course."""
    query = QueryDict(mutable=True)
    names = ("day", "until", "shift", "table", *CHOSEN_BY)
    query.update({name: str(form.cleaned_data[name]) for name in names if form.cleaned_data[name]})
    if form.chosen_course != form.usually:
        query["course"] = form.chosen_course
    return query


def _with(query: QueryDict, **changed: str) -> str:
    """The same with other values, without what is empty."""
    other = query.copy()
    for name, value in changed.items():
        other.pop(name, None)
        if value:
            other[name] = value
    return other.urlencode()
