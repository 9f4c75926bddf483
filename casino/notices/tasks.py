"""What Celery runs for the outbox. A message only says that it is time to look."""

from celery import shared_task
from django.utils import timezone

from casino.notices.sending import send_due


@shared_task(name="casino.notices.tasks.send")
def send() -> None:
    send_due(timezone.now())
