"""What Celery runs for the API and its webhooks."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone
from oauth2_provider.models import clear_expired

from casino.api.models import FirstAnswer
from casino.api.webhooks.models import Attempt
from tables.postgresql.deadlines import long_statements


@shared_task(name="casino.api.tasks.forget_what_expired")
@long_statements()
def forget_what_expired() -> None:
    """Deletes answers and access tokens past their time; by then they count for nothing, so late is as good."""
    FirstAnswer.objects.filter(expires_at__lte=timezone.now()).delete()
    clear_expired()


LOG_KEPT = timedelta(days=30)


@shared_task(name="casino.api.webhooks.tasks.forget_old_attempts")
@long_statements()
def forget_old_attempts() -> None:
    Attempt.objects.filter(at__lt=timezone.now() - LOG_KEPT).delete()
