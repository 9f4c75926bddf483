"""One event of a stretch to its receiver: the attempt, its line in the log, and the position of the stretch after
it.
"""

from datetime import datetime, timedelta
from time import monotonic

import msgspec
from django.db.models import Max

from casino.api.access.scopes import sight_of_client
from casino.api.feed.cloud_events import cloud_events
from casino.api.http.response import EVENT_TYPE, utf8_json
from casino.api.webhooks import models
from casino.api.webhooks.disabling import disable
from casino.api.webhooks.models import Stretch, Webhook
from casino.api.webhooks.signing import signed_headers
from casino.kit.delivery.addresses import NotAllowed
from casino.kit.delivery.backoff import Doubling, Failures
from casino.kit.delivery.engine import Attempt, Kind
from casino.kit.delivery.posting import GONE, Line, NoResponse, failure_words
from casino.kit.encryption import Unreadable
from tables.stream import StoredEvent

BACKOFF = Doubling(
    first=timedelta(seconds=5),
    # A receiver gets a message within an hour of its return.
    longest=timedelta(hours=1),
    given_up_after=timedelta(days=3),
    spread=0.25,
)

REPLAY_HEADER = "permanence-replay"


class Posted(Attempt, frozen=True, kw_only=True):
    """One attempt to post an event; `status` is None if the receiver did not answer."""

    took_ms: int
    status: int | None = None
    answer: str = ""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """An event on its way: the next of its stretch. `line` is None once it is only written down."""

    webhook: Webhook
    stretch: Stretch
    event: StoredEvent
    line: Line | NotAllowed | None = None

    def __str__(self) -> str:
        replay = "" if self.stretch.last is None else f" in replay {self.stretch.pk}"
        return f"{self.webhook}: {self.event.type} at position {self.event.position}{replay}"


class WebhookEvents(Kind[Outgoing, Posted]):
    """Events of the feed to the receivers that subscribed to them. A failing one lets none overtake it."""

    backoff = BACKOFF

    def attempt(self, item: Outgoing, now: datetime) -> Posted:
        begun = monotonic()

        def failed(why: str, *, is_final: bool = False) -> Posted:
            return Posted(at=now, took_ms=_ms_since(begun), failure=why, is_final=is_final)

        webhook = item.webhook
        (event,) = cloud_events(webhook.casino_id, sight_of_client(webhook.client), (item.event,))
        body = utf8_json(event)
        try:
            headers = signed_headers(item.webhook, str(item.event.event_id), body.decode(), now)
        except Unreadable as unreadable:
            return failed(f"its secret cannot be read: {unreadable}; give it a new one", is_final=True)
        headers |= {"Content-Type": EVENT_TYPE, "User-Agent": "Permanence"}
        if item.stretch.last is not None:
            headers[REPLAY_HEADER] = str(item.stretch.pk)
        if not isinstance(item.line, Line):
            return failed(str(item.line))
        try:
            response = item.line.post(body, headers)
        except (NoResponse, NotAllowed) as failure:
            return failed(str(failure))
        return Posted(
            at=now,
            took_ms=_ms_since(begun),
            status=response.status,
            answer=response.body,
            retry_after=response.retry_after,
            failure="" if response.is_taken else failure_words(response.status),
            is_final=response.status == GONE,
        )

    def failed(self, item: Outgoing, at: datetime, failure: str) -> Posted:
        return Posted(at=at, took_ms=0, failure=failure)

    def locked(self, item: Outgoing) -> Outgoing | None:
        # A request that deletes or changes the webhook locks it first, too.
        webhook = Webhook.objects.select_for_update().filter(pk=item.webhook.pk).first()
        of_stretch = Stretch.objects.filter(pk=item.stretch.pk, ended_at=None)
        stretch = of_stretch.filter(position=item.stretch.position).first()
        if webhook is None or stretch is None:
            return None
        return Outgoing(webhook=webhook, stretch=stretch, event=item.event)

    def failures(self, item: Outgoing, tried: Posted) -> Failures:
        return Failures(item.stretch.tries + 1, item.stretch.failing_since or tried.at)

    def record(self, item: Outgoing, tried: Posted) -> None:
        assert item.event.position is not None  # it was read from the feed
        models.Attempt.objects.create(
            webhook=item.webhook,
            stretch=item.stretch,
            position=item.event.position,
            event_id=item.event.event_id,
            type=item.event.type,
            at=tried.at,
            number=_last_number(item.webhook) + 1,
            attempt=item.stretch.tries + 1,
            took_ms=tried.took_ms,
            status=tried.status,
            failure=tried.failure,
            answer=tried.answer,
        )

    def succeed(self, item: Outgoing, now: datetime) -> None:
        move(item.stretch, item.event.position or 0, now)

    def put_off(self, item: Outgoing, tried: Posted, until: datetime | None) -> None:
        stretch, failures = item.stretch, self.failures(item, tried)
        stretch.tries, stretch.failing_since = failures.tries, failures.since
        stretch.failure, stretch.next_try_at = tried.failure, until
        stretch.save()

    def give_up(self, item: Outgoing, tried: Posted, now: datetime) -> None:
        self.put_off(item, tried, None)
        stretch = item.stretch
        if tried.is_final:
            disable(item.webhook, tried.failure, now)
        elif stretch.last is None:
            since, position = f"{stretch.failing_since:%Y-%m-%d %H:%M} UTC", item.event.position
            disable(
                item.webhook, f"position {position} was tried in vain since {since}: {tried.failure}", now
            )
        else:
            stretch.ended_at, stretch.given_up = now, True
            stretch.save()


def move(stretch: Stretch, position: int, now: datetime) -> None:
    """Move a stretch to a position: all before it is done. A replay ends at its last."""
    stretch.position = position
    stretch.tries, stretch.failing_since, stretch.next_try_at, stretch.failure = 0, None, None, ""
    if stretch.last is not None and position >= stretch.last:
        stretch.position, stretch.ended_at = stretch.last, now
    stretch.save()


def _last_number(webhook: Webhook) -> int:
    """Return the number of the webhook's last attempt; 0 before the first. The webhook's row is locked."""
    last = models.Attempt.objects.filter(webhook=webhook).aggregate(last=Max("number"))["last"]
    return int(last or 0)


def _ms_since(begun: float) -> int:
    return round((monotonic() - begun) * 1000)
