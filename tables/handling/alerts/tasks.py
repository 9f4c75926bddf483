"""Celery tasks for alerts. A message only starts a look."""

from celery import shared_task
from django.utils import timezone


@shared_task(name="tables.alerts.tasks.look")
def look() -> None:
    """Look once, at the current time. A message that comes late or twice changes nothing."""
    from tables.handling.alerts.watch import look as look_around

    look_around(timezone.now())
