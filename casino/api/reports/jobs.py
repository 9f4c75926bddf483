"""/api/v1/reports/{name}/jobs: reports of many gaming days, made in the background and fetched when they are done."""

from datetime import date, datetime
from typing import Annotated, Literal, get_args

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REPORTS_READ, sight_of_client
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import respond_once
from casino.api.openapi.operations import operation
from casino.api.reports.views import FILES, REPORT_FORMS, ReportWithRows, file_response
from casino.api.reports.views import report_named as named
from casino.api.tables.views import check_registered
from casino.commands.rejections import Rejection, attempted
from casino.kit.structs import response_of
from casino.reports.columns import days_between
from casino.reports.jobs import MOST_DAYS, ask_for_job, file_name_of, find_job, result_of, throw_away
from casino.reports.models import ReportJob
from casino.reports.rendering import FORMS
from casino.web.problem import Problem
from casino.web.problem_response import NotThere, NotYet


class ReportJobRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A report of the gaming days from `from` to `to`, both among them; at most 400. Without a table it is of all."""

    since: date = msgspec.field(name="from")
    until: date = msgspec.field(name="to")
    table: str | None = None
    format: Literal["json", "csv", "xlsx", "pdf"] = "json"


JobStatus = Literal["waiting", "running", "done", "failed"]
_STATUSES: dict[str, JobStatus] = {status: status for status in get_args(JobStatus)}


class JobProgress(msgspec.Struct, frozen=True, kw_only=True):
    """Number of the gaming days that are done."""

    done: int
    total: int


class ReportJobState(msgspec.Struct, frozen=True, kw_only=True):
    """Report that is made in the background.

    `status` is waiting, running, done, or failed; then `error` has the reason. Once the report is done, `result` is the
    address of its file, which is kept until `kept_until`. `hash` is SHA-256 of the same report as CSV, and
    `record_hash` that of its sources in the record.
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
    requested_at: datetime = msgspec.field(name="asked_at")
    ended_at: datetime | None
    kept_until: datetime | None
    result: str | None
    hash: str | None
    record_hash: str | None


class ReportJobsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("ask_for_report", "reports", ReportJobState, body=ReportJobRequest, status=201)
    def post(self, request: Request, name: str) -> HttpResponse:
        """Start a job that makes a report of many gaming days. Ask for the job's progress, and fetch its result at the
        end.
        """
        report = named(name)
        wanted = read(document_of(request), ReportJobRequest)
        client = client_of(request)
        since, until = wanted.since.isoformat(), wanted.until.isoformat()
        days = days_between(since, until)
        if not 1 <= days <= MOST_DAYS:
            raise Problem.malformed(
                "to",
                gettext(
                    "from {since} to {until} are {days} days; "
                    "a report is of 1 to {most} gaming days, and the first is not after the last"
                ).format(since=since, until=until, days=days, most=MOST_DAYS),
            )
        if wanted.table is not None:
            check_registered(client.casino_id, wanted.table)

        def work() -> ReportJobState:
            job = attempted(
                lambda: ask_for_job(
                    client.casino_id,
                    report,
                    since=since,
                    until=until,
                    table=wanted.table,
                    form=FORMS[wanted.format],
                    asked_by=client.name,
                    sight=sight_of_client(client),
                    now=timezone.now(),
                )
            )
            if isinstance(job, Rejection):
                refusal = job.refusal.refusal if job.refusal else None
                raise Problem(
                    "refused", gettext("Too many reports are being made"), job.detail, refusal=refusal
                )
            return _state_of(job)

        return respond_once(request, work, status=201)


class ReportJobView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("read_report_job", "reports", ReportJobState)
    def get(self, request: Request, job: str) -> ReportJobState:
        """Return the progress of a job."""
        return _state_of(_job(request, job))

    @operation("throw_away_report", "reports", ReportJobState)
    def delete(self, request: Request, job: str) -> ReportJobState:
        """Delete a job with its result, done or not; the answer is the job as it was."""
        found = _job(request, job)
        state = _state_of(found)
        throw_away(found)
        return state


class ReportResultView(APIView):
    required_scopes = [REPORTS_READ]
    renderer_classes = REPORT_FORMS

    @operation("read_report_result", "reports", ReportWithRows, other_responses=FILES)
    def get(self, request: Request, job: str) -> HttpResponse:
        """Return the result of a job in the requested form; 404 with `not-yet` before the job is done."""
        found = _job(request, job)
        if found.status == ReportJob.Status.FAILED:
            raise NotThere("report-not-made", error=found.error)
        if found.status != ReportJob.Status.DONE:
            raise NotYet("report-being-made", done=found.done, total=found.total)
        return file_response(request, file_name_of(found), FORMS[found.form], result_of(found))


def _job(request: Request, job_id: str) -> ReportJob:
    """Return the client's casino's job. Raises NotThere; so for that of another, as for none, and for one with figures
    that this client may not see.
    """
    client = client_of(request)
    found = find_job(client.casino_id, job_id)
    sees_all = sight_of_client(client).uncounted_drop
    if found is None or not (found.blind or sees_all):
        raise NotThere("report-job-unknown", job=job_id)
    return found


def _state_of(job: ReportJob) -> ReportJobState:
    is_done = job.status == ReportJob.Status.DONE
    return response_of(
        ReportJobState,
        job,
        id=str(job.id),
        format=job.form,
        status=_STATUSES[job.status],
        progress=response_of(JobProgress, job),
        error=job.error or None,
        requested_at=job.asked_at,
        hash=job.hash or None,
        record_hash=job.record_hash or None,
        result=f"/api/v1/reports/jobs/{job.id}/result" if is_done else None,
    )
