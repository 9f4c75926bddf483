"""The compliance report line by line, on screen and as CSV: of a day, a shift, a week or any days."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.compliance.choosing import LineChoice, all_offered
from casino.compliance.forms import CHOSEN_BY, Course, ReportFilter, with_today
from casino.compliance.made_from import made_from_period
from casino.compliance.period_presenter import shown_period
from casino.compliance.report import DayReport, ReportLine, day_report
from casino.compliance.report_csv import as_csv
from casino.kit.withheld_drop import withheld_days
from casino.people.acting import person_of
from casino.people.casino_clock import zone_of_casino
from casino.people.gate import permission_required
from casino.people.permissions import contents_for
from casino.reports.columns import span

LINES_ON_A_PAGE = 1_000
"""Of a table in the report: a day without its usual course has fewer."""
LINES_OF_ONE_DAY = 300
"""Of a table's day among several days."""


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
        "sections": [
            _section(
                each,
                request,
                alone=len(reports) == 1,
                whole=of_table,
                several_days=len({each.day for each in reports}) > 1,
            )
            for each in reports
        ],
        "of_casino": [] if of_table else _lines_of_casino(reports),
        "shown": shown_period(person_of(request).casino_id, form.period) if chosen else None,
        "record": made_from_period(person_of(request).casino_id, form.period) if reports else None,
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
    form = ReportFilter(casino_id, with_today(request), usually=usually)
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


def _section(
    report: DayReport, request: HttpRequest, *, alone: bool, whole: bool, several_days: bool
) -> dict[str, object]:
    """A table's report with the lines that one page has: of several the first page of each. Where it is not the `whole`
    page, the lines that belong to no table stand below all tables."""
    lines = report.lines if whole else [line for line in report.lines if not line.of_casino]
    pages = Paginator(lines, LINES_OF_ONE_DAY if several_days else LINES_ON_A_PAGE)
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
