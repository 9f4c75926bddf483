"""What Celery runs for long reports."""

from celery import shared_task
from django.utils import timezone

from casino.reports import jobs
from casino.reports.working import work_on


@shared_task(name=jobs.WORK)
def work(casino_id: int, job: str, turn: int) -> None:
    """One turn at a job; it sends the message for the next one itself."""
    work_on(casino_id, job, turn)


@shared_task(name="casino.reports.tasks.pick_up")
def pick_up() -> None:
    """Goes on with the jobs whose message or worker was lost."""
    jobs.pick_up(timezone.now())


@shared_task(name="casino.reports.tasks.throw_away_old")
def throw_away_old() -> None:
    """Deletes jobs and results past their time; late is as good."""
    jobs.throw_away_old(timezone.now())
