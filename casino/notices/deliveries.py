"""State of the deliveries of notices, for the people who look after them."""

from datetime import datetime
from typing import NamedTuple

import msgspec
from django.db.models import Count, Max, Min, Q

from casino.notices.models import Notice

SENT = Q(sent_at__isnull=False)
PENDING = Q(next_try_at__isnull=False)
"""Notices that are tried, or tried again."""
GIVEN_UP = ~SENT & ~PENDING


class Failing(NamedTuple):
    """Notices of one way that failed and are tried again: their number, and when (UTC) the oldest was made."""

    way: str
    notices: int
    since: datetime


class Deliveries(msgspec.Struct, frozen=True, kw_only=True):
    """Notices to one recipient. `failure` is of the newest notice that failed, in the words of the connection."""

    sent_at: datetime | None
    waiting: int
    next_try_at: datetime | None
    given_up: int
    failure: str


def failing_ways() -> list[Failing]:
    """Return the ways that fail at present, over all casinos. One query."""
    failed = Notice.objects.filter(PENDING).exclude(failure="")
    ways = failed.values_list("way").annotate(notices=Count("pk"), since=Min("made_at")).order_by("way")
    return [Failing(*way) for way in ways]


def deliveries_to(casino_id: int, way: str, address: str) -> Deliveries:
    """Return the state of the notices of a casino to a recipient. Two queries."""
    notices = Notice.objects.filter(casino_id=casino_id, way=way, recipient=address)
    counted = notices.aggregate(
        newest=Max("sent_at"),
        waiting=Count("pk", filter=PENDING),
        next_try=Min("next_try_at"),
        given_up=Count("pk", filter=GIVEN_UP),
    )
    failed = notices.filter(sent_at=None).exclude(failure="").order_by("-made_at", "-pk").first()
    return Deliveries(
        sent_at=counted["newest"],
        waiting=counted["waiting"],
        next_try_at=counted["next_try"],
        given_up=counted["given_up"],
        failure=failed.failure if failed else "",
    )
