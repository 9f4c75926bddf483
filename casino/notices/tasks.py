"""Celery tasks of the outbox. A message only starts a look at it."""

from celery import shared_task
from django.utils import timezone

from casino.notices.sending import send_due


@shared_task(name="casino.notices.tasks.send")
def send() -> None:
    send_due(timezone.now())
