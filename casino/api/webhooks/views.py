"""/api/v1/webhooks: subscriptions of a client, and their addresses. Each client sees its own only."""

from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import ADMINISTRATION, FEED_READ, scopes_by_method, scopes_of_act
from casino.api.commands.view import rejections_as_problems
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import has_response
from casino.api.models import ApiClient
from casino.api.openapi.operations import operation, posting
from casino.api.registered import end_webhook, register_webhook, renew_webhook_secret
from casino.api.waiting.asking import ActRequested, Wanted, wait_for_officer, wait_for_officer_again
from casino.api.waiting.operations import Asked, By, Carried, Operation, waits
from casino.api.webhooks.checks import check_position, check_table, check_types, check_url
from casino.api.webhooks.disabling import enable
from casino.api.webhooks.models import Stretch, Webhook
from casino.api.webhooks.withdrawn import check_not_withdrawn
from casino.kit.register_changes import DECLARE
from casino.kit.structs import response_of
from casino.web.problem_response import NotThere
from tables.refusal import Refused
from tables.stream import feed_position

WITHDRAW, ISSUE_SECRET = "registers.withdraw", "registers.issue-secret"
MOST_OF_A_CLIENT = 20
USUAL_OVERLAP_H = 24
LONGEST_OVERLAP_H = 168


class NewWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """Address of a new webhook, and its events. Empty `types` select all types; without `table` all tables count."""

    url: Annotated[str, msgspec.Meta(examples=["https://cash.example/events"])]
    types: tuple[str, ...] = ()
    table: str | None = None
    after: (
        Annotated[int, msgspec.Meta(ge=0, description="The position to begin after; without it the newest")]
        | None
    ) = None


class WebhookState(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook and its progress. `position` is behind `head` by the events that it has not taken yet, or does not
    want.

    If the next event was tried in vain, `failing_since`, `tries`, `failure` and `next_try_at` describe this. A
    disabled one has the reason, and goes on from its position once it is enabled.
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


class Webhooks(msgspec.Struct, frozen=True, kw_only=True):
    """A client's webhooks, the oldest first."""

    webhooks: tuple[WebhookState, ...]


class SecretChange(msgspec.Struct, frozen=True, kw_only=True):
    """For how long the old secret is to sign beside the new one: 0 where somebody else has come to know it."""

    overlap_hours: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_OVERLAP_H)] = USUAL_OVERLAP_H


class WebhookEnabling(msgspec.Struct, frozen=True, kw_only=True):
    """Position after which it goes on; without one its last position, so that nothing is missed."""

    after: Annotated[int, msgspec.Meta(ge=0)] | None = None


class WebhooksView(APIView):
    required_scopes = scopes_by_method(read=FEED_READ, write=FEED_READ, act=DECLARE)

    @operation("list_webhooks", "webhooks", Webhooks)
    def get(self, request: Request) -> Webhooks:
        """Return every webhook of this client."""
        own = of_client(client_of(request)).order_by("made_at", "pk")
        return Webhooks(webhooks=tuple(map(state_of, own)))

    @operation("make_webhook", "webhooks", ActRequested, body=NewWebhook, status=202)
    def post(self, request: Request) -> HttpResponse:
        """Request that an address is subscribed to the feed. An officer confirms it on a screen, which shows the secret
        of its deliveries once; the result is a WebhookState.
        """
        subscription = read(document_of(request), NewWebhook)
        client: ApiClient = client_of(request)
        if not has_response(request):
            # Before any transaction: a name may take a while to be looked up.
            check_url(subscription.url)
            check_types(subscription.types)
            check_table(client.casino_id, subscription.table)
            check_position(client.casino_id, "after", subscription.after)
        return _requested(request, make_webhook, DECLARE, msgspec.to_builtins(subscription))


class WebhookView(APIView):
    required_scopes = scopes_by_method(read=FEED_READ, write=FEED_READ, act=WITHDRAW)

    @operation("read_webhook", "webhooks", WebhookState)
    def get(self, request: Request, webhook: str) -> WebhookState:
        """Return a webhook, and how far it has come."""
        return state_of(own_webhook(request, webhook))

    @operation("delete_webhook", "webhooks", ActRequested, status=202)
    def delete(self, request: Request, webhook: str) -> HttpResponse:
        """Request the end of a subscription. An officer confirms it on a screen; the result is the last WebhookState.
        Its log and its replays are gone then. The same twice is the same request.
        """
        own = own_webhook(request, webhook)
        wanted = Wanted(operation=end_own_webhook, act=WITHDRAW, arguments={"webhook": own.pk})
        return wait_for_officer_again(request, wanted, _refusals)


class WebhookSecretView(APIView):
    required_scopes = scopes_of_act(FEED_READ, ISSUE_SECRET)

    @operation("change_webhook_secret", "webhooks", ActRequested, body=SecretChange, status=202)
    def post(self, request: Request, webhook: str) -> HttpResponse:
        """Request a new secret for a webhook. An officer confirms it on a screen, which shows it once; the result is a
        WebhookState. The old one signs as well for a time; one still older no more.
        """
        change, own = read(document_of(request), SecretChange), own_webhook(request, webhook)
        arguments = {"webhook": own.pk, "overlap_hours": change.overlap_hours}
        return _requested(request, change_own_secret, ISSUE_SECRET, arguments)


class WebhookEnableView(APIView):
    required_scopes = [FEED_READ]

    @posting("enable_webhook", "webhooks", WebhookState, WebhookEnabling, status=200)
    def post(self, request: Request, enabling: WebhookEnabling, webhook: str) -> WebhookState:
        """Send again, at once: disabled deliveries, and those that wait for their next attempt.

        With `after` the webhook goes on after another position, past an event that the receiver cannot take. A webhook
        that an officer withdrew from the register is refused.
        """
        found = own_webhook(request, webhook, to_change=True)
        check_not_withdrawn(found)
        check_position(found.casino_id, "after", enabling.after)
        enable(found, enabling.after)
        return state_of(found)


def of_client(client: ApiClient) -> QuerySet[Webhook]:
    return Webhook.objects.filter(casino_id=client.casino_id, client=client)


def own_webhook(request: Request, number: str, *, to_change: bool = False) -> Webhook:
    """Return the webhook of that number, if it is the client's own; locked, in a transaction, to be changed. Raises
    NotThere.
    """
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


def _requested(request: Request, wanted: Operation, act: str, arguments: dict[str, Any]) -> HttpResponse:
    return wait_for_officer(request, Wanted(operation=wanted, act=act, arguments=arguments), _refusals)


def _refusals() -> AbstractContextManager[None]:
    return rejections_as_problems(gettext("the register"))


@waits("webhooks.make", FEED_READ, ADMINISTRATION, result=WebhookState)
def make_webhook(asked: Asked, by: By) -> Carried:
    """Register a webhook of the client. Raises Refused, and Problem where the client has too many."""
    client, subscription = asked.client, msgspec.convert(asked.arguments, NewWebhook)
    # One at a time for each client, or two would both be the twentieth.
    ApiClient.objects.select_for_update().get(pk=client.pk)
    if of_client(client).count() >= MOST_OF_A_CLIENT:
        raise Refused("webhooks-too-many", most=MOST_OF_A_CLIENT)
    webhook, secret = register_webhook(
        client,
        url=subscription.url,
        types=list(dict.fromkeys(subscription.types)),
        table=subscription.table or "",
        by=by.actor,
        now=by.now,
    )
    if (after := subscription.after) is not None:
        Stretch.objects.filter(webhook=webhook, last=None).update(after=after, position=after)
    return Carried(result=state_of(webhook), secret=secret)


@waits("webhooks.end", FEED_READ, ADMINISTRATION, result=WebhookState)
def end_own_webhook(asked: Asked, by: By) -> Carried:
    """End a subscription of the client. Raises Refused."""
    found = _of_request(asked)
    last = state_of(found)
    end_webhook(found, by=by.actor, now=by.now)
    return Carried(result=last)


@waits("webhooks.change-secret", FEED_READ, ADMINISTRATION, result=WebhookState)
def change_own_secret(asked: Asked, by: By) -> Carried:
    """Give a webhook of the client a new secret, beside which the old one signs for a time. Raises Refused."""
    found = _of_request(asked)
    until = by.now + timedelta(hours=asked.arguments["overlap_hours"])
    secret = renew_webhook_secret(found, until, by=by.actor, now=by.now)
    return Carried(result=state_of(found), secret=secret)


def _of_request(asked: Asked) -> Webhook:
    """Return the webhook of the request, locked. Raises Refused if it has ended since."""
    number = asked.arguments["webhook"]
    found = of_client(asked.client).select_for_update().filter(pk=number).first()
    if found is None:
        raise Refused("webhook-unknown", webhook=str(number))
    return found
