"""What Celery runs for the shift rules. A message only says that it is time to look."""

from celery import shared_task
from django.utils import timezone

from tables.shift import sweep as shift_sweep


@shared_task(name="tables.shift.tasks.sweep")
def sweep() -> None:
    """One sweep, at the time that it is when this runs; a message says nothing about time.

    A message that comes late, twice or never changes when things are recorded, and nothing else.
    """
    shift_sweep.sweep(timezone.now())
