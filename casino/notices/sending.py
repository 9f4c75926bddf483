"""Sends the due notices of the outbox, each by itself; a failed one is tried again, for three days."""

from datetime import datetime, timedelta
from functools import partial

from casino.kit.delivery.backoff import Failures, Waits
from casino.kit.delivery.claims import leased
from casino.kit.delivery.engine import Attempt, Kind, deliver_all
from casino.notices.models import Notice
from casino.notices.ways import WAYS

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
"""Waits after each failed try; after the last one the notice is given up, which the log and the table show."""

CLAIMED_FOR = timedelta(minutes=5)
"""After so long a notice whose sender died while it tried is tried again."""


class Notices(Kind[Notice, Attempt]):
    backoff = Waits(AGAIN_AFTER)

    def attempt(self, item: Notice, now: datetime) -> Attempt:
        WAYS[item.way](item, now)
        return Attempt(at=now)

    def failed(self, item: Notice, at: datetime, failure: str) -> Attempt:
        return Attempt(at=at, failure=failure)

    def locked(self, item: Notice) -> Notice | None:
        return Notice.objects.select_for_update().filter(pk=item.pk).first()

    def failures(self, item: Notice, tried: Attempt) -> Failures:
        return Failures(item.attempts, item.made_at)

    def succeed(self, item: Notice, now: datetime) -> None:
        item.sent_at, item.next_try_at, item.failure = now, None, ""
        item.save()

    def put_off(self, item: Notice, tried: Attempt, until: datetime) -> None:
        item.next_try_at, item.failure = until, tried.failure
        item.save()

    def give_up(self, item: Notice, tried: Attempt, now: datetime) -> None:
        item.next_try_at, item.failure = None, tried.failure
        item.save()


def send_due(now: datetime) -> int:
    """Tries every notice whose time has come, the oldest first; how many were sent.

    Two that send at once do not send the same one: each claims a notice for a while before it tries.
    """
    return deliver_all(Notices(), partial(claim_next, now), now=now)


def claim_next(now: datetime, tried: list[Notice]) -> Notice | None:
    """The next that is due, with this try counted; nobody else takes it until it would be tried again anyway."""

    def mark(notice: Notice) -> None:
        notice.attempts += 1
        notice.next_try_at = now + CLAIMED_FOR

    due = Notice.objects.filter(next_try_at__lte=now).exclude(pk__in=[each.pk for each in tried])
    return leased(due.order_by("next_try_at", "pk"), mark)
