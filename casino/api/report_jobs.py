"""/api/v1/reports/{name}/jobs: reports of many gaming days, made in the background and fetched when they are done."""

from datetime import date, datetime
from typing import Annotated, Literal, get_args

import msgspec
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.asked import check_known
from casino.api.conditional import answer_to_read
from casino.api.idempotency import answered_once
from casino.api.json_body import document_of
from casino.api.problem import NotYet
from casino.api.reading import read
from casino.api.reports import FILES, REPORT_FORMS, ReportsView, ReportView, ReportWithRows, file_answer
from casino.api.reports import report_named as named
from casino.api.scopes import REPORTS_READ
from casino.api.settlement.problem import Problem
from casino.api.shapes import answers_with, body_of_shape
from casino.api.signing_in import client_of
from casino.api.tables import check_registered
from casino.kit.rejections import Rejection, attempted
from casino.reports.columns import MadeReport, days_between
from casino.reports.days import REPORTS
from casino.reports.jobs import MOST_DAYS, ask_for_job, find_job, result_of, throw_away
from casino.reports.models import ReportJob
from casino.reports.rendering import FORMS


class ReportJobRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A report of the gaming days from `from` to `to`, both among them; at most 400. Without a table it is of all."""

    since: date = msgspec.field(name="from")
    until: date = msgspec.field(name="to")
    table: str | None = None
    format: Literal["json", "csv", "xlsx", "pdf"] = "json"


JobStatus = Literal["waiting", "running", "done", "failed"]
_STATUSES: dict[str, JobStatus] = {status: status for status in get_args(JobStatus)}


class JobProgress(msgspec.Struct, frozen=True, kw_only=True):
    """So many of the gaming days are there."""

    done: int
    total: int


class ReportJobState(msgspec.Struct, frozen=True, kw_only=True):
    """A report that is made in the background.

    `status`: waiting, running, done, or failed, and then `error` says why. Once it is done, `result` is the address of
    its file, which is kept until `kept_until`.
    """

    id: str
    report: str
    since: str = msgspec.field(name="from")
    until: str = msgspec.field(name="to")
    table: str | None
    format: str
    status: JobStatus
    progress: JobProgress
    error: Annotated[str | None, msgspec.Meta(description="In words, where it failed")]
    asked_at: datetime
    ended_at: datetime | None
    kept_until: datetime | None
    result: str | None


class ReportJobsView(APIView):
    """The jobs of a report."""

    required_scopes = [REPORTS_READ]

    @extend_schema(
        operation_id="ask_for_report",
        tags=["reports"],
        request=body_of_shape(ReportJobRequest),
        responses=answers_with(ReportJobState, status=201),
    )
    def post(self, request: Request, name: str) -> HttpResponse:
        """Has a report of many gaming days made. Ask the job how far it is, and fetch its result when it is done."""
        report = named(name)
        said = read(document_of(request), ReportJobRequest)
        client = client_of(request)
        since, until = said.since.isoformat(), said.until.isoformat()
        days = days_between(since, until)
        if not 1 <= days <= MOST_DAYS:
            right = f"a report is of 1 to {MOST_DAYS} gaming days, and the first is not after the last"
            raise Problem.malformed("to", f"from {since} to {until} are {days} days; {right}")
        if said.table is not None:
            check_registered(client.casino_id, said.table)

        def work() -> ReportJobState:
            job = attempted(
                lambda: ask_for_job(
                    client.casino_id,
                    report,
                    since=since,
                    until=until,
                    table=said.table,
                    form=FORMS[said.format],
                    asked_by=client.name,
                    now=timezone.now(),
                )
            )
            if isinstance(job, Rejection):
                refusal = job.refusal.refusal if job.refusal else None
                raise Problem("refused", "Too many reports are being made", job.detail, refusal=refusal)
            return _told(job)

        return answered_once(request, work, status=201)


class ReportJobView(APIView):
    """One job."""

    required_scopes = [REPORTS_READ]

    @extend_schema(operation_id="read_report_job", tags=["reports"], responses=answers_with(ReportJobState))
    def get(self, request: Request, job: str) -> HttpResponse:
        """How far a job is."""
        check_known(request, ())
        return answer_to_read(request, _told(_job(request, job)))

    @extend_schema(operation_id="throw_away_report", tags=["reports"], responses=answers_with(ReportJobState))
    def delete(self, request: Request, job: str) -> HttpResponse:
        """Throws a job away with its result, done or not; the answer is the job as it was."""
        check_known(request, ())
        found = _job(request, job)
        told = _told(found)
        throw_away(found)
        return answer_to_read(request, told)


class ReportResultView(APIView):
    """The file of a job."""

    required_scopes = [REPORTS_READ]
    renderer_classes = REPORT_FORMS

    @extend_schema(
        operation_id="read_report_result",
        tags=["reports"],
        responses=answers_with(ReportWithRows) | FILES,
    )
    def get(self, request: Request, job: str) -> HttpResponse:
        """What a job made, in the form that it was asked for; before it is done 404, `not-yet`."""
        check_known(request, ())
        found = _job(request, job)
        if found.status == ReportJob.Status.FAILED:
            raise NotFound(f"the report was not made: {found.error}.")
        if found.status != ReportJob.Status.DONE:
            raise NotYet(f"{found.done} of {found.total} gaming days are there; ask again.")
        made = MadeReport(
            report=REPORTS[found.report], since=found.since, until=found.until, table=found.table, rows=()
        )
        return file_answer(request, made, FORMS[found.form], result_of(found))


def report_paths() -> list[URLPattern]:
    """The addresses of reports and of their jobs."""
    return [
        path("v1/reports", ReportsView.as_view(), name="reports"),
        path("v1/reports/jobs/<str:job>", ReportJobView.as_view(), name="report-job"),
        path("v1/reports/jobs/<str:job>/result", ReportResultView.as_view(), name="report-result"),
        path("v1/reports/<str:name>", ReportView.as_view(), name="report"),
        path("v1/reports/<str:name>/jobs", ReportJobsView.as_view(), name="report-jobs"),
    ]


def _job(request: Request, job_id: str) -> ReportJob:
    """The client's casino's job. Raises NotFound; so for that of another, as for none."""
    found = find_job(client_of(request).casino_id, job_id)
    if found is None:
        raise NotFound(f"there is no job {job_id}; its result is kept for some days only.")
    return found


def _told(job: ReportJob) -> ReportJobState:
    is_done = job.status == ReportJob.Status.DONE
    return ReportJobState(
        id=str(job.id),
        report=job.report,
        since=job.since,
        until=job.until,
        table=job.table,
        format=job.form,
        status=_STATUSES[job.status],
        progress=JobProgress(done=job.done, total=job.total),
        error=job.error or None,
        asked_at=job.asked_at,
        ended_at=job.ended_at,
        kept_until=job.kept_until,
        result=f"/api/v1/reports/jobs/{job.id}/result" if is_done else None,
    )
