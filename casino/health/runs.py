"""Scheduled tasks that do not run, or do not succeed: beat, the broker or a worker is away, or the task fails.

A worker notes each run after its end (casino/celery.py). So a worker that is dead, hangs or takes no messages shows by
the age of the last run, whichever of its tasks it is.
"""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from casino.health.models import ScheduledRun

LATE_AFTER = 3
"""Intervals that may pass without a success before a task is late."""
TASK_PATIENCE_S = 300.0
"""Least delay of a task that counts as late: another one may keep its worker busy for minutes."""


class LateTask(NamedTuple):
    """A scheduled task without a success in time. `succeeded_at` (UTC) is None if none is known; `ran_at` is None if no
    run is."""

    task: str
    ran_at: datetime | None
    succeeded_at: datetime | None


def intervals() -> dict[str, float]:
    """Return the interval of each scheduled task in seconds, by its name."""
    schedule = settings.CELERY_BEAT_SCHEDULE.values()
    return {each["task"]: each["schedule"].total_seconds() for each in schedule}


def note_run(task: str, *, succeeded: bool) -> None:
    """Note the end of a task's run; a task outside the schedule is left out. One statement."""
    if task not in intervals():
        return
    now = timezone.now()
    ScheduledRun.objects.bulk_create(
        [ScheduledRun(task=task, ran_at=now, succeeded_at=now if succeeded else None)],
        update_conflicts=True,
        unique_fields=["task"],
        update_fields=["ran_at", "succeeded_at"] if succeeded else ["ran_at"],
    )


def late_tasks(now: datetime) -> list[LateTask]:
    """Return the scheduled tasks that have not succeeded in time, by name. One query.

    A task that has no run yet is late only if it is due every few minutes: after an update an hourly one may not have
    been due yet.
    """
    runs = {run.task: run for run in ScheduledRun.objects.all()}
    late = []
    for task, interval in sorted(intervals().items()):
        run, limit = runs.get(task), max(LATE_AFTER * interval, TASK_PATIENCE_S)
        if run is None:
            if limit == TASK_PATIENCE_S:
                late.append(LateTask(task, None, None))
        elif run.succeeded_at is None or (now - run.succeeded_at).total_seconds() > limit:
            late.append(LateTask(task, run.ran_at, run.succeeded_at))
    return late
