"""The compliance report line by line, on screen and as CSV: of a day, a shift, a week or any days."""

from collections.abc import Iterable, Iterator, Sequence

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from msgspec.structs import replace

from casino.compliance.choosing import LineChoice, Offered, all_offered
from casino.compliance.forms import CHOSEN_BY, Course, ReportFilter, with_today
from casino.compliance.made_from import made_from_period
from casino.compliance.period_presenter import shown_period
from casino.compliance.report import DayReport, ReportLine, day_report
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import sight_of
from settlement.blind_count import blind_days
from tables.handling.streams import table_stream
from tables.stream.reader import heads_of_streams

LINES_ON_A_PAGE = 1_000
"""Lines of one table: a day without its usual course has fewer."""
LINES_OF_ONE_DAY = 300
"""Lines of a table's day among several days."""
LINES_OF_ALL = 5_000
"""Lines of many tables' days together: a browser cannot show more. Each has the same part of them, and a link to all
of its lines."""
LEAST_LINES = 20


@require_GET
@never_cache
@permission_required("compliance.read")
def report(request: HttpRequest) -> HttpResponse:
    """/compliance/report/?day=2026-11-20&table=RF1: the compliance report; today's, of all tables, if none is named.

    `until` makes it one of several days, `shift` of that shift alone. `kind`, `clause`, `rule`, `person` and `type`
    choose lines; `course=with` shows the usual course too, `only` that.
    """
    form = _filter(request, usually="without")
    chosen = form.is_valid()
    query = _query(form) if chosen else QueryDict(mutable=True)
    shown = _sections(request, form) if chosen else _Sections()
    if chosen:
        form.offer_lines(all_offered(shown.offered))
    context = {
        "form": form,
        "sections": shown.sections,
        "of_casino": shown.lines_of_casino,
        "shown": shown_period(person_of(request).casino_id, form.period) if chosen else None,
        "record": made_from_period(person_of(request).casino_id, form.period) if shown.sections else None,
        "made_at": timezone.now(),
        "query": query.urlencode(),
        "files": _files_query(form) if chosen else "",
        "csv": _with(query, course=form.chosen_course) if chosen else "",
        "all_of": _with(query, day="", until="", table=""),
        "left_out": shown.course,
        "with_course": _with(query, course="with"),
        "without_course": _with(query, course="") if chosen and form.chosen_course != "without" else "",
        "narrowed": chosen and form.choice != LineChoice(group=form.choice.group),
        "all_lines": _with(query, **dict.fromkeys(CHOSEN_BY, "")),
    }
    return render(request, "compliance/report.html", context, status=200 if chosen else 422)


def _filter(request: HttpRequest, *, usually: Course) -> ReportFilter:
    return ReportFilter(person_of(request).casino_id, with_today(request), usually=usually)


def _reports(request: HttpRequest, form: ReportFilter) -> Iterator[DayReport]:
    """Yield the reports of each table's days that a valid filter chooses: table by table, day by day. Each is made when
    its turn comes: a hundred of them with all their events are more than a process should hold.
    """
    casino_id, period, choice = person_of(request).casino_id, form.period, form.choice
    withheld = blind_days(casino_id, sight_of(request.user), period.since, period.until)
    windows = period.windows(casino_id)
    for code, day in _opened(form, windows):
        made = day_report(
            casino_id, code, day, withheld=(code, day) in withheld, choice=choice, window=windows[day]
        )
        if made is not None:
            yield made


def _opened(form: ReportFilter, days: Iterable[str]) -> list[tuple[str, str]]:
    """Return the tables' days of a valid filter on which they were opened. One query."""
    places = {table_stream(code, day): (code, day) for code in form.chosen_tables for day in days}
    opened = heads_of_streams(form.casino_id, places)
    return [place for stream, place in places.items() if stream in opened]


class _Sections:
    """Sections of the report page, one for each report, with the lines that belong to no table below all of them.

    Also has the choices for the lines, and the number of lines of the usual course that were left out.
    """

    def __init__(self) -> None:
        self.sections: list[dict[str, object]] = []
        self.offered: list[Offered] = []
        self.course = 0
        self._of_casino: dict[tuple[str, int], ReportLine] = {}

    def add(self, report: DayReport, lines: Sequence[ReportLine], page: "Page[ReportLine]") -> None:
        """Add a section for the report, without the lines that it does not show."""
        self.sections.append({"report": replace(report, lines=()), "lines": len(lines), "page": page})
        self.offered.append(report.offered)
        self.course += report.course

    def take_lines_of_casino(self, report: DayReport) -> list[ReportLine]:
        """Return the lines of the report that belong to a table, and keep each other line once."""
        self._of_casino |= {(line.stream, line.version): line for line in report.lines if line.of_casino}
        return [line for line in report.lines if not line.of_casino]

    @property
    def lines_of_casino(self) -> list[ReportLine]:
        return sorted(self._of_casino.values(), key=lambda line: (line.at, line.recorded_at))


def _sections(request: HttpRequest, form: ReportFilter) -> _Sections:
    """Return the sections of a valid filter's page.

    One alone is read page by page; of several the first page of each is shown. Lines that belong to no table are
    shown once, unless a single table was chosen.
    """
    made = _Sections()
    opened = _opened(form, form.period.windows(form.casino_id))
    part = _lines_of_each(len(opened), several_days=len({day for _, day in opened}) > 1)
    for each in _reports(request, form):
        lines = each.lines if form.cleaned_data["table"] else made.take_lines_of_casino(each)
        if len(opened) == 1:
            page = Paginator(lines, part).get_page(request.GET.get("page"))
        else:
            page = Paginator(lines[: part + 1], part).get_page(1)
        made.add(each, lines, page)
    return made


def _lines_of_each(sections: int, *, several_days: bool) -> int:
    """Return the number of lines that a page shows of each of this many sections."""
    most = LINES_OF_ONE_DAY if several_days else LINES_ON_A_PAGE
    return most if sections < 2 else min(most, max(LINES_OF_ALL // sections, LEAST_LINES))


def _files_query(form: ReportFilter) -> str:
    """For the page of files: the same report, of the same lines."""
    query = _query(form)
    query.pop("course", None)
    if form.choice.group:
        query["group"] = form.choice.group
    query["report"] = "compliance"
    return query.urlencode()


def _query(form: ReportFilter) -> QueryDict:
    """Return the choices of the form as a query, without empty ones and without the usual choice of the course."""
    query = QueryDict(mutable=True)
    names = ("day", "until", "shift", "table", *CHOSEN_BY)
    query.update({name: str(form.cleaned_data[name]) for name in names if form.cleaned_data[name]})
    if form.chosen_course != form.usually:
        query["course"] = form.chosen_course
    return query


def _with(query: QueryDict, **changed: str) -> str:
    """Return the query with other values, without empty ones."""
    other = query.copy()
    for name, value in changed.items():
        other.pop(name, None)
        if value:
            other[name] = value
    return other.urlencode()
