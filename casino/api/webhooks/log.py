"""/api/v1/webhooks/{webhook}/attempts: attempts at delivery, and their results."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.scopes import FEED_READ
from casino.api.http.query import page_of, whole_number
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.api.webhooks.models import Attempt
from casino.api.webhooks.views import own_webhook
from casino.kit.structs import response_of

MOST = 1000
USUAL = 100

BEFORE = query("before", "An attempt's id: those before it; without it the newest", OpenApiTypes.INT)
LIMIT = query("limit", f"At most so many, up to {MOST}; {USUAL} if not said", OpenApiTypes.INT)


class WebhookAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """One try to deliver one event. `failure` is null if the event was taken, and has the reason if not."""

    id: Annotated[int, msgspec.Meta(description="Its number among the attempts of this webhook")]
    at: datetime
    position: int
    event: Annotated[UUID, msgspec.Meta(description="The event's id, which was sent as `webhook-id`")]
    type: str
    replay: Annotated[int | None, msgspec.Meta(description="The replay that it belongs to")]
    attempt: Annotated[int, msgspec.Meta(description="Which try of this event it was, from 1")]
    took_ms: int
    status: Annotated[int | None, msgspec.Meta(description="What the receiver answered")]
    failure: str | None
    answer: Annotated[str, msgspec.Meta(description="The beginning of the answer's body")]


class WebhookAttempts(msgspec.Struct, frozen=True, kw_only=True):
    """Attempts, the newest first. Read on with `before` = `next`; it is null if there are no older ones."""

    attempts: tuple[WebhookAttempt, ...]
    next: int | None


class AttemptsView(APIView):
    required_scopes = [FEED_READ]

    @operation("list_attempts", "webhooks", WebhookAttempts, parameters=[BEFORE, LIMIT])
    def get(self, request: Request, webhook: str) -> WebhookAttempts:
        """Return every try of the last thirty days to deliver an event, the newest first."""
        before = whole_number(request, "before", 0, least=1)
        limit = whole_number(request, "limit", USUAL, least=1, most=MOST)
        tried = Attempt.objects.filter(webhook=own_webhook(request, webhook)).select_related("stretch")
        if before:
            tried = tried.filter(number__lt=before)
        attempts, last = page_of(tried.order_by("-number"), limit, _attempt)
        return WebhookAttempts(attempts=attempts, next=last.id if last else None)


def _attempt(row: Attempt) -> WebhookAttempt:
    return response_of(
        WebhookAttempt,
        row,
        id=row.number,
        event=row.event_id,
        replay=row.stretch_id if row.stretch.last is not None else None,
        failure=row.failure or None,
    )
