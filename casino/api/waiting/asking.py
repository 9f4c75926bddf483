"""A client's request is tried, stored and answered with 202; it waits until an officer confirms it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, cast

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request

from casino.api.access.authentication import client_of
from casino.api.commands.view import actor_of
from casino.api.http.idempotency import respond_once
from casino.api.http.response import JSON_TYPE, ascii_json
from casino.api.models import ApiClient, WaitingRequest
from casino.api.waiting.operations import Asked, By, Operation
from casino.people.acts import UNSIGNED
from casino.web.problem import Problem
from tables.refusal import Refused

MOST_PENDING = 200
"""Requests of one client that wait at the same time."""

RequestState = Literal["pending", "done", "refused", "expired"]


class ActRequested(msgspec.Struct, frozen=True, kw_only=True):
    """A request that waits for an officer of the casino, who confirms or refuses it on a screen.

    `address` has its state: `pending`; `done`, with the `result` that the operation describes; `refused`, with a
    `reason`; or `expired`, at `expires_at`. Links and secrets are shown to the officer alone.
    """

    id: str
    address: Annotated[str, msgspec.Meta(examples=["/api/v1/requests/0b9d4c7e-6f0a-4b52-a1f5-2f8ad5c5b2f4"])]
    act: Annotated[str, msgspec.Meta(examples=["people.engage-person"])]
    state: RequestState
    asked_at: datetime
    expires_at: datetime
    decided_at: datetime | None = None
    decided_by: str = ""
    reason: str = ""
    result: dict[str, Any] | None = None


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """An operation that a client requests, with its act and its arguments as JSON."""

    operation: Operation
    act: str
    arguments: Mapping[str, Any]
    seen: int | None = None


def wait_for_officer(
    request: Request, wanted: Wanted, refusals: Callable[[], AbstractContextManager[None]]
) -> HttpResponse:
    """Answer 202 with the request that waits, once for each idempotency key.

    The operation is tried first and undone: a request that would be refused anyway is refused at once. `refusals`
    turns its refusals into problems.
    """
    client, now = client_of(request), timezone.now()

    def work() -> ActRequested:
        _check_room(client, now)
        with refusals():
            _try(client, wanted, By(actor_of(client, "api"), (), now))
        return state_of(_stored(client, wanted, now), now)

    return respond_once(request, work, status=202)


def wait_for_officer_again(
    request: Request, wanted: Wanted, refusals: Callable[[], AbstractContextManager[None]]
) -> HttpResponse:
    """Let a request without an idempotency key wait for an officer: a pending request for the same is the request."""
    client, now = client_of(request), timezone.now()
    with transaction.atomic(), refusals():
        # One at a time for each client: the second finds the request of the first.
        ApiClient.objects.select_for_update().get(pk=client.pk)
        waiting = (
            _pending(client, now)
            .filter(operation=wanted.operation.name, asked=dict(wanted.arguments))
            .first()
        )
        if waiting is None:
            _check_room(client, now)
            _try(client, wanted, By(actor_of(client, "api"), (), now))
            waiting = _stored(client, wanted, now)
    return HttpResponse(ascii_json(state_of(waiting, now)), status=202, content_type=JSON_TYPE)


def state_of(waiting: WaitingRequest, now: datetime) -> ActRequested:
    """Return the request as its client sees it."""
    by = waiting.decided_by
    return ActRequested(
        id=str(waiting.id),
        address=reverse("api:request", args=[waiting.id]),
        act=waiting.act,
        state=state_at(waiting, now),
        asked_at=waiting.asked_at,
        expires_at=waiting.expires_at,
        decided_at=waiting.decided_at,
        decided_by=by.display_name if by else "",
        reason=waiting.reason,
        result=waiting.result,
    )


def state_at(waiting: WaitingRequest, now: datetime) -> RequestState:
    """Return the state at a moment: a pending request expires by itself."""
    if waiting.state == WaitingRequest.PENDING and waiting.expires_at <= now:
        return "expired"
    return cast(RequestState, waiting.state)


def _try(client: ApiClient, wanted: Wanted, by: By) -> None:
    """Carry the operation out and undo it. Raises its refusal, except for a missing countersignature."""
    asked = Asked(client, wanted.arguments, wanted.seen)
    with transaction.atomic():
        try:
            wanted.operation.perform(asked, by)
        except Refused as refused:
            if refused.refusal.code not in UNSIGNED:
                raise
        transaction.set_rollback(True)


def _stored(client: ApiClient, wanted: Wanted, now: datetime) -> WaitingRequest:
    return WaitingRequest.objects.create(
        casino_id=client.casino_id,
        client=client,
        operation=wanted.operation.name,
        act=wanted.act,
        asked=dict(wanted.arguments),
        seen_version=wanted.seen,
        asked_at=now,
        expires_at=now + timedelta(hours=settings.API_REQUESTS_WAIT_HOURS),
    )


def _check_room(client: ApiClient, now: datetime) -> None:
    """Raise Problem if too many requests of the client wait."""
    if _pending(client, now).count() >= MOST_PENDING:
        raise Problem.malformed(
            "",
            gettext("{most} requests of this client wait for an officer already").format(most=MOST_PENDING),
        )


def _pending(client: ApiClient, now: datetime) -> QuerySet[WaitingRequest]:
    return WaitingRequest.objects.filter(
        casino_id=client.casino_id, client=client, state=WaitingRequest.PENDING, expires_at__gt=now
    )
