"""Work on a job: day by day for a few seconds, then others have their turn. The last day makes the file."""

import logging
from datetime import datetime
from time import monotonic
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from casino.reports.catalogue import REPORTS
from casino.reports.columns import MadeReport
from casino.reports.jobs import KEPT, UNFINISHED, send_turn
from casino.reports.made import day_at
from casino.reports.models import ReportJob, ReportJobDay, ReportJobResult
from casino.reports.rendering import FORMS, TooLong, rendered

SLICE_S = 3.0
"""So long a job is worked on at a time; a house on one machine has one worker for all."""
MOST_TRIES = 5
"""A day at which the worker ended so often is not begun again."""

log = logging.getLogger(__name__)


def work_on(casino_id: int, job_id: str, turn: int) -> None:
    """One turn at a job: its next day, as many more as fit into it, and a message for the next turn if it is not ended.

    A turn that was had already, by a message that came twice or late, does nothing.
    """
    of_job = ReportJob.objects.filter(casino_id=casino_id, id=UUID(job_id))
    waits = of_job.filter(turn=turn, status__in=UNFINISHED)
    if not waits.update(turn=turn + 1, status=ReportJob.Status.RUNNING, worked_at=timezone.now()):
        return
    until, more = monotonic() + SLICE_S, True
    while more:
        of_job.update(tries=F("tries") + 1)
        if not _one_step(casino_id, UUID(job_id)):
            return
        more = monotonic() < until
    with transaction.atomic():
        job = of_job.filter(turn=turn + 1, status__in=UNFINISHED).first()
        if job is not None:
            send_turn(job)


def _one_step(casino_id: int, job_id: UUID) -> bool:
    """The next day of the job, or its file; whether there is more to do. What breaks is tried again in this turn.

    Raises OperationalError, InterfaceError where the database is away: the job is picked up again.
    """
    try:
        with transaction.atomic():
            job = _locked(casino_id, job_id)
            if job is None or job.status not in UNFINISHED:
                return False
            if job.tries > MOST_TRIES:
                where = day_at(job.since, job.done) if job.done < job.total else "its file"
                _end(job, error=f"it broke {MOST_TRIES} times at {where}; what broke is in the house's log")
            elif job.done < job.total:
                _make_day(job)
            else:
                _make_file(job)
            job.worked_at = timezone.now()
            job.save()
            return job.status in UNFINISHED
    except TooLong as too_long:
        with transaction.atomic():
            job = _locked(casino_id, job_id)
            if job is not None:
                _end(job, error=str(too_long))
                job.save()
        return False
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("the report of job %s of casino %s broke", job_id, casino_id)
        return True


def _locked(casino_id: int, job_id: UUID) -> ReportJob | None:
    """The job, for this transaction alone; None where it is gone, or somebody else has it in hand."""
    return (
        ReportJob.objects.select_for_update(skip_locked=True).filter(casino_id=casino_id, id=job_id).first()
    )


def _make_day(job: ReportJob) -> None:
    report, form = REPORTS[job.report], FORMS[job.form]
    rows = tuple(report.rows_of(job.casino_id, day_at(job.since, job.done), job.table))
    job.rows += len(rows)
    if job.rows > form.most_of(report):
        raise TooLong(report, form)
    ReportJobDay.objects.create(casino_id=job.casino_id, job=job.id, place=job.done, rows=report.packed(rows))
    job.done += 1
    job.tries = 0


def _make_file(job: ReportJob) -> None:
    report = REPORTS[job.report]
    days = ReportJobDay.objects.filter(casino_id=job.casino_id, job=job.id).order_by("place")
    kept = days.values_list("rows", flat=True).iterator(chunk_size=1)
    made = MadeReport(
        report=report,
        since=job.since,
        until=job.until,
        table=job.table,
        rows=(row for day in kept for row in report.unpacked(bytes(day))),
    )
    content = rendered(made, FORMS[job.form])
    ReportJobResult.objects.create(casino_id=job.casino_id, job=job.id, content=content)
    days.delete()
    _end(job)


def _end(job: ReportJob, *, error: str = "") -> None:
    now: datetime = timezone.now()
    job.status = ReportJob.Status.FAILED if error else ReportJob.Status.DONE
    job.error, job.ended_at, job.kept_until = error, now, now + KEPT
    if error:
        ReportJobDay.objects.filter(casino_id=job.casino_id, job=job.id).delete()
