"""Jobs that make long reports: made, read, thrown away.

A job is made a day at a time, each written down in a short transaction (`working.py`); a worker that dies leaves the
days that it finished, and the next one goes on after them.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from celery import current_app
from django.db import transaction

from casino.kit.delivery.claims import leased
from casino.languages.language import current_language
from casino.reports.columns import NOTHING, Report, days_between, file_name
from casino.reports.models import ReportJob, ReportJobDay, ReportJobResult
from casino.reports.rendering import Form
from settlement.blind_count import BLIND, Sight
from tables.handling.models import Casino
from tables.refusal import Refused

KEPT = timedelta(days=7)
"""Time for which an ended job and its result are kept."""
MOST_DAYS = 400
MOST_UNFINISHED = 5
"""Jobs of a casino that are not ended: each takes its turns beside the house's other work."""
PICKED_UP_AFTER = timedelta(minutes=1)
"""A job that nobody has had in hand for so long has lost its message, or its worker."""
UNFINISHED = (ReportJob.Status.WAITING, ReportJob.Status.RUNNING)
WORK = "casino.reports.tasks.work"


@transaction.atomic
def ask_for_job(
    casino_id: int,
    report: Report,
    *,
    since: str,
    until: str,
    table: str | None,
    form: Form,
    asked_by: str,
    person: int | None = None,
    chosen: Mapping[str, str] = NOTHING,
    sight: Sight = BLIND,
    now: datetime,
) -> ReportJob:
    """A new job, in the language in force; its first message goes out with the transaction. `person` asked for it on a
    page; its rows are `chosen`, with the figures that its reader may see.

    Raises Refused where too many wait already.
    """
    # Requests of the same moment wait here, so that the limit holds.
    Casino.objects.select_for_update(no_key=True).get(pk=casino_id)
    if ReportJob.objects.filter(casino_id=casino_id, status__in=UNFINISHED).count() >= MOST_UNFINISHED:
        raise Refused("too-many-reports", reports=MOST_UNFINISHED)
    job = ReportJob.objects.create(
        casino_id=casino_id,
        id=uuid4(),
        report=report.name,
        since=since,
        until=until,
        table=table,
        form=form.name,
        chosen=dict(chosen),
        blind=not sight.uncounted_drop,
        person=person,
        language=current_language(),
        total=days_between(since, until),
        asked_by=asked_by,
        asked_at=now,
        worked_at=now,
    )
    send_turn(job)
    return job


def find_job(casino_id: int, job_id: str) -> ReportJob | None:
    """The casino's job of that name; None where there is none, or another casino has it."""
    try:
        named = UUID(job_id)
    except ValueError:
        return None
    return ReportJob.objects.filter(casino_id=casino_id, id=named).first()


def result_of(job: ReportJob) -> bytes:
    return bytes(ReportJobResult.objects.get(casino_id=job.casino_id, job=job.id).content)


def file_name_of(job: ReportJob) -> str:
    """Return the job's file name, without its ending."""
    return file_name(job.report, job.since, job.until, job.table)


@transaction.atomic
def throw_away(job: ReportJob) -> None:
    """Delete a job with all that was made for it. A worker that is at one of its days drops the day."""
    of_job = ReportJob.objects.filter(casino_id=job.casino_id, id=job.id)
    list(of_job.select_for_update())
    for model in (ReportJobDay, ReportJobResult):
        model.objects.filter(casino_id=job.casino_id, job=job.id).delete()
    of_job.delete()


def throw_away_old(now: datetime) -> None:
    for job in ReportJob.objects.filter(kept_until__lte=now):
        throw_away(job)


def pick_up(now: datetime) -> None:
    """Sends a new message for each job that nobody has in hand: its message was lost, or its worker was killed."""
    forgotten = ReportJob.objects.filter(status__in=UNFINISHED, worked_at__lte=now - PICKED_UP_AFTER)

    def mark(job: ReportJob) -> None:
        job.turn, job.worked_at = job.turn + 1, now
        send_turn(job)

    while leased(forgotten, mark) is not None:
        pass


def send_turn(job: ReportJob) -> None:
    """Once what was done is committed: the message that has this job worked on. One that does not get out costs a
    minute: beat's next tick finds the job."""
    message = {"casino_id": job.casino_id, "job": str(job.id), "turn": job.turn}
    transaction.on_commit(lambda: current_app.send_task(WORK, kwargs=message), robust=True)
