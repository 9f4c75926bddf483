"""What Celery runs for the API."""

from celery import shared_task
from django.utils import timezone
from oauth2_provider.models import clear_expired

from casino.api.models import FirstAnswer


@shared_task(name="casino.api.tasks.forget_what_expired")
def forget_what_expired() -> None:
    """Deletes answers and access tokens past their time; by then they count for nothing, so late is as good."""
    FirstAnswer.objects.filter(expires_at__lte=timezone.now()).delete()
    clear_expired()
