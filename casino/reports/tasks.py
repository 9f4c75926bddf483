"""Celery tasks for long reports."""

from celery import shared_task
from django.utils import timezone

from casino.reports import jobs
from casino.reports.working import work_on
from tables.postgresql.deadlines import long_statements


@shared_task(name=jobs.WORK)
@long_statements()
def work(casino_id: int, job: str, turn: int) -> None:
    work_on(casino_id, job, turn)


@shared_task(name="casino.reports.tasks.pick_up")
def pick_up() -> None:
    jobs.pick_up(timezone.now())


@shared_task(name="casino.reports.tasks.throw_away_old")
@long_statements()
def throw_away_old() -> None:
    jobs.throw_away_old(timezone.now())
