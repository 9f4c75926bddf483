"""A stretch brought onward: events of the feed posted one after another, each written down before the next is sent.

A failing event does not let later ones overtake it: a fill that was received must not reach a cash system before the
fill that was issued. No transaction is open while a receiver is waited for, since an open one holds back the sealing of
the whole feed; that two senders do not bring the same stretch onward is seen to by a lock of the session.
"""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from operator import itemgetter
from time import monotonic

import msgspec
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from casino.api.access.scopes import FEED_READ, sight_of_client
from casino.api.feed.pages import Page, Wanted, page
from casino.api.webhooks.delivery import Outgoing, WebhookEvents, move
from casino.api.webhooks.models import Attempt, Stretch, Webhook
from casino.api.webhooks.withdrawn import withdrawn_entry
from casino.kit.delivery.addresses import Lookup, NotAllowed, allowed_by_house, looked_up, target_of
from casino.kit.delivery.claims import alone_at
from casino.kit.delivery.engine import deliver
from casino.kit.delivery.posting import PATIENCE_S, Line
from tables.handling.streams import register_stream
from tables.registers.entries.kinds import WebhookEntry
from tables.stream import StoredEvent
from tables.stream.database import WEBHOOKS
from tables.stream.feed import ages_after
from tables.stream.models import SealHead

AT_ONCE = 100
"""Events that are read together."""
TURN_S = 10.0
"""After so long others have their turn."""
UNTRIED_S = 60.0
"""A sender at work tries a waiting event sooner than this."""


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """Clock, chance and network access that a delivery uses."""

    now: Callable[[], datetime] = timezone.now
    chance: Callable[[], float] = random.random
    """Chance from 0 to 1, by which waits differ."""
    lookup: Lookup = looked_up
    patience_s: float = PATIENCE_S
    go_on: Callable[[], bool] = lambda: True
    """True if another event is to be begun."""


def due_stretches(now: datetime) -> QuerySet[Stretch]:
    """Return the stretches that are due now, with or without new events in the feed.

    A client that may no longer read the feed gets nothing. A webhook withdrawn from the register gets nothing either.
    """
    return Stretch.objects.filter(
        ~withdrawn_entry("webhook__"),
        Q(next_try_at=None, failing_since=None) | Q(next_try_at__lte=now),
        ended_at=None,
        webhook__disabled_at=None,
        webhook__client__revoked_at=None,
        webhook__client__scopes__contains=[FEED_READ],
    )


def longest_untried(now: datetime) -> tuple[Stretch, float] | None:
    """Return the stretch whose next event has waited longest for its first try, and the seconds; None if none waits.

    A stretch that pauses after a failure, or had a try within UNTRIED_S, is left out: there the receiver is slow or
    away, and not the sender. Two statements.
    """
    head = SealHead.objects.filter(casino_id=OuterRef("webhook__casino_id")).values("position")[:1]
    tried = Attempt.objects.filter(webhook=OuterRef("webhook"), at__gt=now - timedelta(seconds=UNTRIED_S))
    waiting = [
        *due_stretches(now)
        .filter(~Exists(tried), last=None, failing_since=None)
        .annotate(head=Subquery(head))
        .filter(position__lt=F("head"))
        .select_related("webhook__client")
    ]
    ages = ages_after((stretch.webhook.casino_id, stretch.position) for stretch in waiting)
    waits = [(ages.get((stretch.webhook.casino_id, stretch.position), 0.0), stretch) for stretch in waiting]
    seconds, stretch = max(waits, key=itemgetter(0), default=(0.0, None))
    return (stretch, seconds) if stretch else None


def take_turn(stretch_id: int, means: Means) -> bool:
    """Bring a stretch onward as far as it gets in a turn; True if there is more for it at once.

    It does nothing if another sender is at this stretch.
    """
    with alone_at(WEBHOOKS, stretch_id) as is_alone:
        stretch = due_stretches(means.now()).filter(pk=stretch_id).select_related("webhook__client").first()
        if stretch is None or not is_alone:
            return False
        end = monotonic() + TURN_S
        line = _line_to(stretch.webhook, means)
        try:
            while True:
                found = _page_of(stretch)
                for event in found.events:
                    if not _delivered(stretch, event, line, means):
                        return False
                    if monotonic() > end:
                        return True
                if not _moved_to(stretch, found, means.now()) or found.next >= found.head:
                    return False
        finally:
            if isinstance(line, Line):
                line.close()


def _line_to(webhook: Webhook, means: Means) -> Line | NotAllowed:
    try:
        target = target_of(webhook.url)
    except NotAllowed as refused:
        return refused
    return Line(
        target,
        allowed_by_house(),
        lookup=means.lookup,
        patience_s=means.patience_s,
        may_send=lambda: _unchanged(webhook) is not None,
    )


def _page_of(stretch: Stretch) -> Page:
    webhook = stretch.webhook
    found = page(
        Wanted(
            casino_id=webhook.casino_id,
            after=stretch.position,
            types=tuple(webhook.types),
            table=webhook.table or None,
            limit=AT_ONCE,
            wait_s=0,
            sight=sight_of_client(webhook.client),
            as_batch=False,
            query=(),
        )
    )
    # The receiver knows of its own registration and of the changes of its secret.
    own = register_stream(WebhookEntry.KIND, webhook.code)
    wanted = (event for event in found.events if event.stream_id != own)
    if stretch.last is None:
        return Page(events=tuple(wanted), next=found.next, head=found.head)
    events = tuple(event for event in wanted if (event.position or 0) <= stretch.last)
    return Page(events=events, next=min(found.next, stretch.last), head=stretch.last)


def _delivered(stretch: Stretch, event: StoredEvent, line: Line | NotAllowed, means: Means) -> bool:
    """Return True if the event was taken, and the stretch may go on."""
    if not means.go_on():
        return False
    # Read again for each: its secret may have changed, and it may be disabled or deleted.
    webhook = _unchanged(stretch.webhook)
    if webhook is None:
        return False
    outgoing = Outgoing(webhook=webhook, stretch=stretch, event=event, line=line)
    if not deliver(WebhookEvents(), outgoing, now=means.now, chance=means.chance):
        return False
    stretch.position = event.position or 0
    return stretch.last is None or stretch.position < stretch.last


def _unchanged(webhook: Webhook) -> Webhook | None:
    """Return the webhook as it is now; None if it is not in use, or if its address, types, table or scopes changed in
    this turn. The next turn, a second later, goes by the new ones."""
    now = webhook_in_use(webhook.pk)
    return now if now and _terms(now) == _terms(webhook) else None


def _terms(webhook: Webhook) -> tuple[object, ...]:
    return webhook.url, webhook.types, webhook.table, webhook.client.scopes


def webhook_in_use(pk: int) -> Webhook | None:
    """Return the webhook as it is now; None if it is disabled, withdrawn or deleted, or its client may no longer read
    the feed."""
    in_use = Webhook.objects.select_related("client").filter(
        ~withdrawn_entry(),
        pk=pk,
        disabled_at=None,
        client__revoked_at=None,
        client__scopes__contains=[FEED_READ],
    )
    return in_use.first()


def _moved_to(stretch: Stretch, found: Page, now: datetime) -> bool:
    """Skip the events up to there that the webhook does not want.

    Returns False if somebody else moved the stretch, or if its end is reached.
    """
    if found.next > stretch.position:
        with transaction.atomic():
            of_stretch = Stretch.objects.select_for_update().filter(pk=stretch.pk, ended_at=None)
            kept = of_stretch.filter(position=stretch.position).first()
            if kept is None:
                return False
            move(kept, found.next, now)
            stretch.position = kept.position
    return stretch.last is None or stretch.position < stretch.last
