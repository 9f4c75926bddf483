"""Celery tasks for shift rules. A message only starts a sweep."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from tables.handling.deadlines import sweep as shift_sweep

DEADLINES_A_TASK = shift_sweep.DEADLINES_A_SWEEP


@shared_task(name="tables.shift.tasks.sweep")
def sweep() -> None:
    """Run one sweep at the present time; a message carries no time.

    A message that comes late, twice or never only changes the moment of recording. If more is due than one sweep
    takes (after an outage), the next one is requested at once.
    """
    swept = shift_sweep.sweep(timezone.now(), at_most=DEADLINES_A_TASK)
    if not all(each.whole for each in swept.values()):
        sweep.apply_async(expires=settings.SHIFT_SWEEP_SECONDS)
