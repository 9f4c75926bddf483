"""Sends what is due in the outbox, each notice by itself; what fails is tried again, for three days."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.db import transaction

from casino.notices.models import Notice
from casino.notices.ways import WAYS

log = logging.getLogger(__name__)

AGAIN_AFTER = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=16),
    timedelta(days=1),
    timedelta(days=1),
)
"""After each failed try; when these are used up the notice is given up, and says so in the log and in the table."""

CLAIMED_FOR = timedelta(minutes=5)
"""After so long a notice whose sender died while it tried is tried again."""


def send_due(now: datetime) -> int:
    """Tries every notice whose time has come, the oldest first; how many were sent.

    Two that send at once do not send the same one: each claims a notice for a while before it tries.
    """
    sent = 0
    tried: set[int] = set()
    while (notice := _send_next(now, tried)) is not None:
        tried.add(notice.pk)
        sent += notice.sent_at is not None
    return sent


def _send_next(now: datetime, tried: set[int]) -> Notice | None:
    notice = claim_next(now, tried)
    if notice is None:
        return None
    # No transaction is open by now: while one is, nothing that comes after it is sealed, in the whole house.
    try:
        WAYS[notice.way](notice, now)
    except (OSError, SMTPException) as failure:
        _put_off(notice, now, failure)
    else:
        notice.sent_at, notice.next_try_at, notice.failure = now, None, ""
    notice.save()
    return notice


def claim_next(now: datetime, tried: set[int]) -> Notice | None:
    """The next that is due, with this try counted; nobody else takes it until it would be tried again anyway."""
    with transaction.atomic():
        due = Notice.objects.select_for_update(skip_locked=True).filter(next_try_at__lte=now)
        notice = due.exclude(pk__in=tried).order_by("next_try_at", "pk").first()
        if notice is not None:
            notice.attempts += 1
            notice.next_try_at = now + CLAIMED_FOR
            notice.save()
        return notice


def _put_off(notice: Notice, now: datetime, failure: Exception) -> None:
    notice.failure = str(failure) or type(failure).__name__
    if notice.attempts > len(AGAIN_AFTER):
        notice.next_try_at = None
        log.error("notice %s to %s is given up: %s", notice.pk, notice.recipient, notice.failure)
    else:
        notice.next_try_at = now + AGAIN_AFTER[notice.attempts - 1]
        log.warning(
            "notice %s to %s failed, tried again later: %s", notice.pk, notice.recipient, notice.failure
        )
