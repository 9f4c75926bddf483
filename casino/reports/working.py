"""Work on a job: day by day for a few seconds, then others have their turn. The last day makes the file."""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from time import monotonic
from uuid import UUID

from django.db import transaction
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
from casino.reports.rendering import FORMS_FOR_PEOPLE, TooLong, hashed, written
from settlement.blind_count import Sight

SLICE_S = 3.0
"""Seconds of a turn at a job; an installation on one machine has one worker for all."""
MOST_TRIES = 5
"""A day at which the worker ended so often is not begun again."""

log = logging.getLogger(__name__)


class ReportJobs(Kind[ReportJob, Attempt]):
    """A job's next day, or after the last one its file. `tries` counts how often it was begun."""

    backoff = AtOnce(MOST_TRIES)

    def attempt(self, item: ReportJob, now: datetime) -> Attempt:
        """Make the next step of the report, in the language of its request.

        Raises OperationalError or InterfaceError if the database is away: the job is picked up again.
        """
        with override(item.language):
            return self._attempt(item, now)

    def _attempt(self, item: ReportJob, now: datetime) -> Attempt:
        if item.tries > MOST_TRIES:
            return Attempt(at=now, failure=_broke(item), is_final=True)
        try:
            _take_next_step(item)
        except TooLong as too_long:
            return Attempt(at=now, failure=str(too_long), is_final=True)
        return Attempt(at=now)

    def failed(self, item: ReportJob, at: datetime, failure: str) -> Attempt:
        log.exception("the report of job %s of casino %s broke", item.id, item.casino_id)
        with override(item.language):
            return Attempt(at=at, failure=_broke(item))

    def locked(self, item: ReportJob) -> ReportJob | None:
        """The job, for this transaction alone; None where it has ended or is gone, or another worker has it."""
        of_job = ReportJob.objects.filter(casino_id=item.casino_id, id=item.id, status__in=UNFINISHED)
        return of_job.select_for_update(skip_locked=True).first()

    def failures(self, item: ReportJob, tried: Attempt) -> Failures:
        return Failures(item.tries, tried.at)

    def succeed(self, item: ReportJob, now: datetime) -> None:
        """Do nothing: the step itself stores its result."""

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


def _take_next_step(job: ReportJob) -> None:
    """Make the job's next day or its file outside of a transaction, since an open one holds back the feed, and write
    it down in a short one.

    The work is dropped if the job was thrown away meanwhile, or another worker took the same step.
    """
    write_down = _make_day(job) if job.done < job.total else _make_file(job)
    with transaction.atomic():
        same_step = ReportJob.objects.filter(
            casino_id=job.casino_id, id=job.id, status__in=UNFINISHED, done=job.done
        )
        stored = same_step.select_for_update().first()
        if stored is not None:
            write_down(stored)
            stored.worked_at = timezone.now()
            stored.save()


def _make_day(job: ReportJob) -> Callable[[ReportJob], None]:
    report, form, day = REPORTS[job.report], FORMS_FOR_PEOPLE[job.form], day_at(job.since, job.done)
    sight = Sight(uncounted_drop=not job.blind)
    rows, record = rows_with_record(
        job.casino_id,
        day,
        lambda: report.rows(job.casino_id, day, job.table, job.form, job.chosen, sight=sight),
    )
    if job.rows + len(rows) > form.most_of(report):
        raise TooLong(report, form)
    packed = report.packed(rows)

    def write_down(stored: ReportJob) -> None:
        ReportJobDay.objects.create(
            casino_id=stored.casino_id,
            job=stored.id,
            place=stored.done,
            rows=packed,
            record_hash=record.hash,
            recorded_at=record.at,
        )
        stored.rows += len(rows)
        stored.done += 1
        stored.tries = 0

    return write_down


class _KeptRows:
    """The rows of a job's days, read from the database as often as they are wanted, a day at a time."""

    def __init__(self, report: Report, job: ReportJob, days: QuerySet[ReportJobDay]) -> None:
        self._report, self._job, self._days = report, job, days

    def __iter__(self) -> Iterator[Row]:
        for place in list(self._days.values_list("place", flat=True)):
            yield from self._report.unpacked(bytes(self._days.get(place=place).rows))
            # A long file takes longer than PICKED_UP_AFTER: other workers see that this one has it in hand.
            of_job = ReportJob.objects.filter(casino_id=self._job.casino_id, id=self._job.id)
            of_job.update(worked_at=timezone.now())


def _make_file(job: ReportJob) -> Callable[[ReportJob], None]:
    report = REPORTS[job.report]
    days = ReportJobDay.objects.filter(casino_id=job.casino_id, job=job.id).order_by("place")
    records = {
        day_at(job.since, place): MadeFrom(hash, at)
        for place, hash, at in days.values_list("place", "record_hash", "recorded_at")
    }
    form = FORMS_FOR_PEOPLE[job.form]
    made = hashed(
        MadeReport(
            report=report,
            since=job.since,
            until=job.until,
            table=job.table,
            rows=_KeptRows(report, job, days),
            record=made_from_days(records),
        ),
        form,
    )
    content = written(made, form)

    def write_down(stored: ReportJob) -> None:
        ReportJobResult.objects.create(casino_id=stored.casino_id, job=stored.id, content=content)
        stored.hash, stored.record_hash = made.hash, made.record.hash
        days.delete()
        _end(stored)

    return write_down


def _end(job: ReportJob, *, error: str = "") -> None:
    now: datetime = timezone.now()
    job.status = ReportJob.Status.FAILED if error else ReportJob.Status.DONE
    job.error, job.ended_at, job.kept_until = error, now, now + KEPT
    if error:
        ReportJobDay.objects.filter(casino_id=job.casino_id, job=job.id).delete()
