"""What Celery runs for webhooks."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from casino.api.webhooks.models import Attempt

LOG_KEPT = timedelta(days=30)


@shared_task(name="casino.api.webhooks.tasks.forget_old_attempts")
def forget_old_attempts() -> None:
    """Deletes attempts past their time."""
    Attempt.objects.filter(at__lt=timezone.now() - LOG_KEPT).delete()
