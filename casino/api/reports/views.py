"""/api/v1/reports: reports of a gaming day for inspectors and the cash desk, as JSON, CSV, XLSX or PDF."""

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REPORTS_READ, sight_of_client
from casino.api.http.preconditions import read_response
from casino.api.http.query import day_named, once, one_of
from casino.api.http.response import AsJson, Renderer
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.api.tables.views import check_registered
from casino.compliance.choosing import GROUPS
from casino.kit.structs import response_of
from casino.reports.as_json import RecordOfReport, ReportColumn, report_columns
from casino.reports.columns import Report, made_of_day
from casino.reports.days import REPORTS
from casino.reports.rendering import FORMS, Form, TooLong, rendered
from casino.web.problem import Problem
from casino.web.problem_response import NotThere

REPORT_FORMS: tuple[type[Renderer], ...] = (
    AsJson,
    *(
        type(f"As{form.name.capitalize()}", (Renderer,), {"media_type": form.media_type, "format": form.name})
        for form in list(FORMS.values())[1:]
    ),
)
FILES = {(200, form.media_type): {"type": "string", "format": "binary"} for form in list(FORMS.values())[1:]}
"""Schema of the forms other than JSON."""


class ReportParameter(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of a report, and its meaning."""

    name: str
    says: str


class ReportKind(msgspec.Struct, frozen=True, kw_only=True):
    """A report that there is. Its columns are the keys of each row.

    Kinds: text; number, a whole one; money, as everywhere; percent, such as `97.30`; time; day, a gaming day; flag.
    """

    name: str
    title: str
    tells: str
    parameters: tuple[ReportParameter, ...]
    formats: tuple[str, ...]
    columns: tuple[ReportColumn, ...]


class ReportKinds(msgspec.Struct, frozen=True, kw_only=True):
    """The reports that there are."""

    reports: tuple[ReportKind, ...]


class ReportWithRows(msgspec.Struct, frozen=True, kw_only=True):
    """Report of the gaming days from `from` to `to`, of one table, or of all tables if `table` is null.

    Each row has a value for the key of each column, null if unknown. `hash` is SHA-256 of the same report as CSV,
    `record` that of its sources.
    """

    report: str
    title: str
    since: str = msgspec.field(name="from")
    until: str = msgspec.field(name="to")
    table: str | None
    hash: str
    record: RecordOfReport
    columns: tuple[ReportColumn, ...]
    rows: tuple[dict[str, Any], ...]


DAY = query("day", "The gaming day", OpenApiTypes.DATE)
TABLE = query("table", "Only of this table; without it of all")
FORMAT = query("format", "Counts before `Accept`; `json` is usual", enum=list(FORMS))
FROM = query("from", "With `to` instead of `day`: the same day", OpenApiTypes.DATE)
TO = query("to", "With `from` instead of `day`: the same day", OpenApiTypes.DATE)
CHOICES = (
    query("kind", "Only lines of this kind, by its English name"),
    query("clause", "Only lines by this clause, such as `pt-francesa/9`"),
    query("rule", "Only lines about violations of this rule, such as `ball-change`"),
    query("person", "Only what this person did or signed, by name"),
    query("type", "Only events of this type"),
    query("shift", "Only lines of this shift of the day, by its name"),
    query("group", "`course` is the usual course of a day, `reported` all else", enum=list(GROUPS)),
)
"""Parameters that choose lines of the compliance report."""
PARAMETERS = [DAY, TABLE, FORMAT, FROM, TO, *CHOICES]


class FormatFirst(DefaultContentNegotiation):
    """Content negotiation in which the parameter `format` overrides the header `Accept`."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        wanted = request.query_params.get("format")
        if wanted is not None:
            # The view refuses one that there is not, as any parameter's value.
            chosen = next((each for each in renderers if each.format == wanted), renderers[0])
            return chosen, chosen.media_type
        usual: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return usual


class ReportsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("list_reports", "reports", ReportKinds)
    def get(self, request: Request) -> ReportKinds:
        """Return every report: its content, its parameters, its forms and its columns."""
        parameters = tuple(
            ReportParameter(name=each.name, says=str(each.description or "")) for each in (DAY, TABLE, FORMAT)
        )
        choices = tuple(ReportParameter(name=each.name, says=str(each.description or "")) for each in CHOICES)
        return ReportKinds(
            reports=tuple(
                response_of(
                    ReportKind,
                    report,
                    parameters=parameters + tuple(each for each in choices if each.name in report.chosen_by),
                    formats=tuple(FORMS),
                    columns=report_columns(report.columns),
                )
                for report in REPORTS.values()
            )
        )


class ReportView(APIView):
    required_scopes = [REPORTS_READ]
    renderer_classes = REPORT_FORMS
    content_negotiation_class = FormatFirst

    @operation("read_report", "reports", ReportWithRows, parameters=PARAMETERS, other_responses=FILES)
    def get(self, request: Request, name: str) -> HttpResponse:
        """Return a report of a gaming day, in the form that `format` or `Accept` asks for.

        Of several days it is made as a job: `POST /api/v1/reports/{name}/jobs`.
        """
        report = report_named(name)
        one_of(request, "format", FORMS)
        day, table = _day_of(request, report), once(request, "table")
        casino_id = client_of(request).casino_id
        if table is not None:
            check_registered(casino_id, table)
        form = FORMS[request.accepted_renderer.format]
        made = made_of_day(
            casino_id,
            report,
            day,
            table,
            form=form.name,
            chosen=_chosen(request, report),
            sight=sight_of_client(client_of(request)),
        )
        try:
            return file_response(request, made.file_name, form, rendered(made, form))
        except TooLong as too_long:
            raise Problem(
                "too-large",
                gettext("The report is too long"),
                f"{report.name}: {too_long}",
            ) from None


def _chosen(request: Request, report: Report) -> dict[str, str]:
    """Return the chosen part of the report. Raises Problem for a parameter that this report's rows are not chosen
    by.
    """
    one_of(request, "group", GROUPS)
    chosen = {each.name: once(request, each.name) for each in CHOICES}
    for name, value in chosen.items():
        if value is not None and name not in report.chosen_by:
            raise Problem.malformed(
                name, gettext("the rows of the report {name} are not chosen by it").format(name=report.name)
            )
    return {name: value for name, value in chosen.items() if value is not None}


def report_named(name: str) -> Report:
    """Return the report of that name. Raises NotThere, with the known ones."""
    if name not in REPORTS:
        raise NotThere("report-unknown", report=name, reports=tuple(REPORTS))
    return REPORTS[name]


def file_response(request: Request, name: str, form: Form, content: bytes) -> HttpResponse:
    """Return a report's file as the answer to a read, under its name; 304 where it is had already."""
    charset = "; charset=utf-8; header=present" if form.name == "csv" else ""
    response = read_response(request, content, content_type=form.media_type + charset)
    if named := content_disposition_header(form.name != "json", f"{name}.{form.name}"):
        response["Content-Disposition"] = named
    return response


def _day_of(request: Request, report: Report) -> str:
    """Return the one gaming day that the query names. Raises Problem."""
    day, since, until = (once(request, name) for name in ("day", "from", "to"))
    if day is not None:
        if since is not None or until is not None:
            raise Problem.malformed(
                "day", gettext("it is beside from or to; give the day alone, or from and to")
            )
        return day_named(day, "day")
    if since is None or until is None:
        raise Problem.malformed(
            "day", gettext("a report is of a gaming day; say which, such as day=2031-05-17")
        )
    since, until = day_named(since, "from"), day_named(until, "to")
    if since != until:
        raise Problem.malformed(
            "to",
            gettext(
                "this answers one gaming day; of several the report is made as a job: "
                "POST /api/v1/reports/{name}/jobs"
            ).format(name=report.name),
        )
    return since
