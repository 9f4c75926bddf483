"""Celery tasks for people and sessions."""

from celery import shared_task
from django.db import connection

from tables.postgresql.deadlines import long_statements


@shared_task(name="casino.people.tasks.forget_what_expired")
@long_statements()
def forget_what_expired() -> None:
    """Delete sessions and counts of attempts past their time.

    By then they count for nothing, so late is as good. A function of the owner does it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.forget_expired_sign_ins()")
