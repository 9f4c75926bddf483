"""Celery tasks of the API and its webhooks."""

from celery import shared_task
from django.db import connection

from tables.postgresql.deadlines import long_statements


@shared_task(name="casino.api.tasks.forget_what_expired")
@long_statements()
def forget_what_expired() -> None:
    """Delete answers, access tokens, requests and attempts of webhooks past their time.

    By then they count for nothing, so late is as good. A function of the owner does it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.forget_expired_answers()")
