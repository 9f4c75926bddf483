"""/api/v1/webhooks: what a client subscribed to, and where it goes. Each client sees its own only."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import FEED_READ
from casino.api.commands.view import actor_of, rejections_as_problems
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import has_response, respond_once
from casino.api.http.problem import NotThere
from casino.api.http.response import JSON_TYPE, response_of, utf8_json
from casino.api.models import ApiClient
from casino.api.openapi.operations import operation, posting
from casino.api.registered import end_webhook, register_webhook, renew_webhook_secret
from casino.api.settlement.problem import Problem
from casino.api.webhooks.checks import check_position, check_table, check_types, check_url
from casino.api.webhooks.disabling import enable
from casino.api.webhooks.models import Stretch, Webhook
from tables.stream import feed_position

TERMINAL = "webhooks/api"
MOST_OF_A_CLIENT = 20
USUAL_OVERLAP_H = 24
LONGEST_OVERLAP_H = 168


class NewWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """What is to go where: events of these types (all, where there are none) and of this table (all, without one)."""

    url: Annotated[str, msgspec.Meta(examples=["https://cash.example/events"])]
    types: tuple[str, ...] = ()
    table: str | None = None
    after: (
        Annotated[int, msgspec.Meta(ge=0, description="The position to begin after; without it the newest")]
        | None
    ) = None


class WebhookState(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook and how far it has come. `position` is behind `head` by what it has not taken yet, or does not want.

    Where the next event was tried in vain, `failing_since`, `tries`, `failure` and `next_try_at` tell of it. One that
    is disabled says why, and goes on from its position once it is enabled.
    """

    id: int
    url: str
    types: tuple[str, ...]
    table: str | None
    state: Literal["enabled", "disabled"]
    disabled_at: datetime | None
    why_disabled: str | None
    position: int
    head: int
    failing_since: datetime | None
    tries: int
    failure: str | None
    next_try_at: datetime | None
    previous_secret_until: Annotated[
        datetime | None, msgspec.Meta(description="Until when the secret before this one signs as well")
    ]
    made_at: datetime


class WebhookMade(WebhookState, frozen=True, kw_only=True):
    """A new webhook with its secret, which is shown now and not again."""

    secret: Annotated[str, msgspec.Meta(description="As Standard Webhooks writes one: whsec_ and base64")]


class Webhooks(msgspec.Struct, frozen=True, kw_only=True):
    """A client's webhooks, the oldest first."""

    webhooks: tuple[WebhookState, ...]


class SecretChange(msgspec.Struct, frozen=True, kw_only=True):
    """For how long the old secret is to sign beside the new one: 0 where somebody else has come to know it."""

    overlap_hours: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_OVERLAP_H)] = USUAL_OVERLAP_H


class SecretChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The new secret, which is shown now and not again. Until `previous_secret_until` deliveries have the signature of
    both."""

    id: int
    secret: str
    previous_secret_until: datetime | None


class WebhookEnabling(msgspec.Struct, frozen=True, kw_only=True):
    """After which position it goes on; without one after that at which it stands, so that nothing is missed."""

    after: Annotated[int, msgspec.Meta(ge=0)] | None = None


class WebhooksView(APIView):
    required_scopes = [FEED_READ]

    @operation("list_webhooks", "webhooks", Webhooks)
    def get(self, request: Request) -> Webhooks:
        """Every webhook of this client."""
        own = of_client(client_of(request)).order_by("pk")
        return Webhooks(webhooks=tuple(map(state_of, own)))

    @operation("make_webhook", "webhooks", WebhookMade, body=NewWebhook, status=201)
    def post(self, request: Request) -> HttpResponse:
        """Subscribes an address to the feed. The answer has the secret that its deliveries are signed with."""
        subscription = read(document_of(request), NewWebhook)
        client: ApiClient = client_of(request)
        if not has_response(request):
            # Before any transaction: a name may take a while to be looked up.
            check_url(subscription.url)
            check_types(subscription.types)
            check_table(client.casino_id, subscription.table)
            check_position(client.casino_id, "after", subscription.after)
        with rejections_as_problems(gettext("the register")):
            return respond_once(request, lambda: _made(client, subscription), status=201, is_secret=True)


class WebhookView(APIView):
    required_scopes = [FEED_READ]

    @operation("read_webhook", "webhooks", WebhookState)
    def get(self, request: Request, webhook: str) -> WebhookState:
        """A webhook, and how far it has come."""
        return state_of(own_webhook(request, webhook))

    @operation("delete_webhook", "webhooks", WebhookState)
    def delete(self, request: Request, webhook: str) -> HttpResponse:
        """Ends a subscription, and says how far it had come. What is on its way may still arrive; its log and its
        replays are gone."""
        with transaction.atomic():
            found = own_webhook(request, webhook, to_change=True)
            last = state_of(found)
            end_webhook(found, by=actor_of(found.client, TERMINAL), now=timezone.now())
        return HttpResponse(utf8_json(last), content_type=JSON_TYPE)


class WebhookSecretView(APIView):
    required_scopes = [FEED_READ]

    @posting("change_webhook_secret", "webhooks", SecretChanged, SecretChange, is_secret=True)
    def post(self, request: Request, change: SecretChange, webhook: str) -> SecretChanged:
        """Gives a webhook a new secret. The old one signs as well for a time; one still older no more."""
        found = own_webhook(request, webhook, to_change=True)
        now = timezone.now()
        until = now + timedelta(hours=change.overlap_hours)
        secret = renew_webhook_secret(found, until, by=actor_of(found.client, TERMINAL), now=now)
        return SecretChanged(id=found.pk, secret=secret, previous_secret_until=found.previous_until)


class WebhookEnableView(APIView):
    required_scopes = [FEED_READ]

    @posting("enable_webhook", "webhooks", WebhookState, WebhookEnabling, status=200)
    def post(self, request: Request, enabling: WebhookEnabling, webhook: str) -> WebhookState:
        """Sends again, at once: what was disabled, and what waits for its next try.

        With `after` it goes on after another position, past an event that the receiver cannot take.
        """
        found = own_webhook(request, webhook, to_change=True)
        check_position(found.casino_id, "after", enabling.after)
        enable(found, enabling.after)
        return state_of(found)


def of_client(client: ApiClient) -> QuerySet[Webhook]:
    return Webhook.objects.filter(casino_id=client.casino_id, client=client)


def own_webhook(request: Request, number: str, *, to_change: bool = False) -> Webhook:
    """The webhook of that number, if it is the client's own; locked, in a transaction, to be changed. Raises
    NotThere."""
    own = of_client(client_of(request))
    if to_change:
        own = own.select_for_update()
    found = (
        own.filter(pk=int(number)).first()
        if number.isascii() and number.isdecimal() and len(number) < 19
        else None
    )
    if found is None:
        raise NotThere("webhook-unknown", webhook=number)
    return found


def state_of(webhook: Webhook) -> WebhookState:
    stretch = Stretch.objects.get(webhook=webhook, last=None)
    return response_of(
        WebhookState,
        webhook,
        types=tuple(webhook.types),
        table=webhook.table or None,
        state="enabled" if webhook.disabled_at is None else "disabled",
        why_disabled=webhook.why_disabled or None,
        position=stretch.position,
        head=feed_position(webhook.casino_id),
        failing_since=stretch.failing_since,
        tries=stretch.tries,
        failure=stretch.failure or None,
        next_try_at=stretch.next_try_at,
        previous_secret_until=webhook.previous_until,
    )


def _made(client: ApiClient, subscription: NewWebhook) -> WebhookMade:
    # One at a time for each client, or two would both be the twentieth.
    ApiClient.objects.select_for_update().get(pk=client.pk)
    if of_client(client).count() >= MOST_OF_A_CLIENT:
        raise Problem.malformed(
            "",
            gettext("a client has at most {most} webhooks; delete one first").format(most=MOST_OF_A_CLIENT),
        )
    webhook, secret = register_webhook(
        client,
        url=subscription.url,
        types=list(dict.fromkeys(subscription.types)),
        table=subscription.table or "",
        by=actor_of(client, TERMINAL),
        now=timezone.now(),
    )
    if (after := subscription.after) is not None:
        Stretch.objects.filter(webhook=webhook, last=None).update(after=after, position=after)
    return response_of(WebhookMade, state_of(webhook), secret=secret)
