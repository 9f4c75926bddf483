"""Work on a job: day by day for a few seconds, then others have their turn. The last day makes the file."""

import logging
from collections.abc import Iterator
from datetime import datetime
from time import monotonic
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, override

from casino.kit.delivery.backoff import AtOnce, Failures
from casino.kit.delivery.claims import leased
from casino.kit.delivery.engine import Attempt, Kind, deliver
from casino.kit.documents.made_from import MadeFrom, made_from_days
from casino.reports.columns import MadeReport, Report, Row, day_at, rows_with_record
from casino.reports.days import REPORTS
from casino.reports.jobs import KEPT, UNFINISHED, send_turn
from casino.reports.models import ReportJob, ReportJobDay, ReportJobResult
from casino.reports.rendering import FORMS, TooLong, hashed, written

SLICE_S = 3.0
"""So long a job is worked on at a time; a house on one machine has one worker for all."""
MOST_TRIES = 5
"""A day at which the worker ended so often is not begun again."""

log = logging.getLogger(__name__)


class ReportJobs(Kind[ReportJob, Attempt]):
    """A job's next day, or after the last one its file. `tries` counts how often it was begun."""

    backoff = AtOnce(MOST_TRIES)

    def attempt(self, item: ReportJob, now: datetime) -> Attempt:
        """In the language in which the report was asked for. Raises OperationalError, InterfaceError where the database
        is away: the job is picked up again."""
        with override(item.language):
            return self._attempt(item, now)

    def _attempt(self, item: ReportJob, now: datetime) -> Attempt:
        if item.tries > MOST_TRIES:
            return Attempt(at=now, failure=_broke(item), is_final=True)
        try:
            with transaction.atomic():
                job = self.locked(item)
                if job is not None:
                    _next_step(job)
        except TooLong as too_long:
            return Attempt(at=now, failure=str(too_long), is_final=True)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("the report of job %s of casino %s broke", item.id, item.casino_id)
            return Attempt(at=now, failure=_broke(item))
        return Attempt(at=now)

    def locked(self, item: ReportJob) -> ReportJob | None:
        """The job, for this transaction alone; None where it has ended or is gone, or another worker has it."""
        of_job = ReportJob.objects.filter(casino_id=item.casino_id, id=item.id, status__in=UNFINISHED)
        return of_job.select_for_update(skip_locked=True).first()

    def failures(self, item: ReportJob, tried: Attempt) -> Failures:
        return Failures(item.tries, tried.at)

    def succeed(self, item: ReportJob, now: datetime) -> None:
        """The step is written down with what it made."""

    def put_off(self, item: ReportJob, tried: Attempt, until: datetime) -> None:
        """It is begun again in this turn."""

    def give_up(self, item: ReportJob, tried: Attempt, now: datetime) -> None:
        _end(item, error=tried.failure)
        item.worked_at = now
        item.save()


def work_on(casino_id: int, job_id: str, turn: int) -> None:
    """One turn at a job: its next day, as many more as fit into it, and a message for the next turn if it is not ended.

    A turn that was had already, by a message that came twice or late, does nothing.
    """
    waits = ReportJob.objects.filter(casino_id=casino_id, id=UUID(job_id), status__in=UNFINISHED)
    if leased(waits.filter(turn=turn), _taken) is None:
        return
    until, more = monotonic() + SLICE_S, True
    while more:
        job = leased(waits, _begun)
        if job is None:
            return
        deliver(ReportJobs(), job)
        more = monotonic() < until
    with transaction.atomic():
        job = waits.filter(turn=turn + 1).first()
        if job is not None:
            send_turn(job)


def _taken(job: ReportJob) -> None:
    job.turn, job.status, job.worked_at = job.turn + 1, ReportJob.Status.RUNNING, timezone.now()


def _begun(job: ReportJob) -> None:
    job.tries += 1


def _broke(job: ReportJob) -> str:
    if job.done < job.total:
        where = day_at(job.since, job.done)
        words = gettext("it broke {tries} times at {day}; what broke is in the server's log")
        return words.format(tries=MOST_TRIES, day=where)
    return gettext("it broke {tries} times at its file; what broke is in the server's log").format(
        tries=MOST_TRIES
    )


def _next_step(job: ReportJob) -> None:
    if job.done < job.total:
        _make_day(job)
    else:
        _make_file(job)
    job.worked_at = timezone.now()
    job.save()


def _make_day(job: ReportJob) -> None:
    report, form, day = REPORTS[job.report], FORMS[job.form], day_at(job.since, job.done)
    rows, record = rows_with_record(
        job.casino_id,
        day,
        lambda: report.rows(job.casino_id, day, job.table, job.form, job.chosen, blind=job.blind),
    )
    job.rows += len(rows)
    if job.rows > form.most_of(report):
        raise TooLong(report, form)
    ReportJobDay.objects.create(
        casino_id=job.casino_id,
        job=job.id,
        place=job.done,
        rows=report.packed(rows),
        record_hash=record.hash,
        recorded_at=record.at,
    )
    job.done += 1
    job.tries = 0


class _KeptRows:
    """The rows of a job's days, read from the database as often as they are wanted, a day at a time."""

    def __init__(self, report: Report, days: QuerySet[ReportJobDay]) -> None:
        self._report, self._days = report, days

    def __iter__(self) -> Iterator[Row]:
        for kept in self._days.values_list("rows", flat=True).iterator(chunk_size=1):
            yield from self._report.unpacked(bytes(kept))


def _make_file(job: ReportJob) -> None:
    report = REPORTS[job.report]
    days = ReportJobDay.objects.filter(casino_id=job.casino_id, job=job.id).order_by("place")
    records = {
        day_at(job.since, place): MadeFrom(hash, at)
        for place, hash, at in days.values_list("place", "record_hash", "recorded_at")
    }
    form = FORMS[job.form]
    made = hashed(
        MadeReport(
            report=report,
            since=job.since,
            until=job.until,
            table=job.table,
            rows=_KeptRows(report, days),
            record=made_from_days(records),
        ),
        form,
    )
    content = written(made, form)
    ReportJobResult.objects.create(casino_id=job.casino_id, job=job.id, content=content)
    job.hash, job.record_hash = made.hash, made.record.hash
    days.delete()
    _end(job)


def _end(job: ReportJob, *, error: str = "") -> None:
    now: datetime = timezone.now()
    job.status = ReportJob.Status.FAILED if error else ReportJob.Status.DONE
    job.error, job.ended_at, job.kept_until = error, now, now + KEPT
    if error:
        ReportJobDay.objects.filter(casino_id=job.casino_id, job=job.id).delete()
