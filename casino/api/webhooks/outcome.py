"""What came of an attempt, written down with where the stretch stands after it: one transaction."""

import logging
from datetime import datetime, timedelta

import msgspec
from django.db import transaction

from casino.api.webhooks.backoff import next_try
from casino.api.webhooks.disabling import disable
from casino.api.webhooks.models import Attempt, Stretch, Webhook
from tables.stream import StoredEvent

log = logging.getLogger(__name__)

GONE = 410
"""By Standard Webhooks: the receiver wants nothing more."""


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt; `failure` says why the event was not taken, and is empty where it was."""

    at: datetime
    took_ms: int
    failure: str
    status: int | None = None
    answer: str = ""
    retry_after: timedelta = timedelta(0)
    is_hopeless: bool = False
    """No other try would do better until somebody puts it right."""


def record_attempt(
    stretch: Stretch, event: StoredEvent, tried: Tried, *, now: datetime, chance: float
) -> bool:
    """Write an attempt down, and move the stretch on, put it off, or give it up. True if it may go on at once.

    A stretch that meanwhile was moved by somebody else, or is no more, is left alone.
    """
    with transaction.atomic():
        # Whoever deletes or changes the webhook locks it first, too.
        webhook = Webhook.objects.select_for_update().filter(pk=stretch.webhook_id).first()
        kept = Stretch.objects.filter(pk=stretch.pk, position=stretch.position, ended_at=None).first()
        if webhook is None or kept is None:
            return False
        Attempt.objects.create(
            webhook=webhook,
            stretch=kept,
            position=event.position,
            event_id=event.event_id,
            type=event.type,
            at=tried.at,
            attempt=kept.tries + 1,
            took_ms=tried.took_ms,
            status=tried.status,
            failure=tried.failure,
            answer=tried.answer,
        )
        if tried.failure:
            _put_off(webhook, kept, event, tried, now=now, chance=chance)
        else:
            move(kept, event.position or 0, now)
        return not tried.failure and webhook.disabled_at is None


def move(stretch: Stretch, position: int, now: datetime) -> None:
    """Brings a stretch to a position: what lies before it is done with. A replay ends at its last."""
    stretch.position = position
    stretch.tries, stretch.failing_since, stretch.next_try_at, stretch.failure = 0, None, None, ""
    if stretch.last is not None and position >= stretch.last:
        stretch.position, stretch.ended_at = stretch.last, now
    stretch.save()


def _put_off(
    webhook: Webhook, stretch: Stretch, event: StoredEvent, tried: Tried, *, now: datetime, chance: float
) -> None:
    stretch.tries += 1
    stretch.failing_since = stretch.failing_since or tried.at
    stretch.failure = tried.failure
    stretch.next_try_at = next_try(stretch.failing_since, stretch.tries, now, chance, tried.retry_after)
    stretch.save()
    log.warning("%s: %s at position %s: %s", webhook, event.type, event.position, tried.failure)
    if tried.status == GONE or tried.is_hopeless:
        disable(webhook, tried.failure, now)
    elif stretch.next_try_at is None and stretch.last is None:
        since = f"{stretch.failing_since:%Y-%m-%d %H:%M} UTC"
        disable(webhook, f"position {event.position} was tried in vain since {since}: {tried.failure}", now)
    elif stretch.next_try_at is None:
        stretch.ended_at, stretch.given_up = now, True
        stretch.save()
        log.error("%s: its replay is given up at position %s", webhook, event.position)
