"""What Celery runs for the people of the house."""

from datetime import timedelta

from axes.models import AccessAttempt, AccessLog
from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from casino.people.attempts import forget_old_attempts
from tables.postgresql.deadlines import long_statements

SIGN_INS_KEPT = timedelta(days=365)
"""For so long it can be read in the database who signed in, when and from where."""


@shared_task(name="casino.people.tasks.forget_what_expired")
@long_statements()
def forget_what_expired() -> None:
    """Deletes sessions and counts of attempts past their time; by then they count for nothing, so late is as good."""
    call_command("clearsessions")
    forget_old_attempts()
    AccessLog.objects.filter(attempt_time__lt=timezone.now() - SIGN_INS_KEPT).delete()
    # An older version counted there, with what was sent at each wrong sign-in.
    AccessAttempt.objects.all().delete()
