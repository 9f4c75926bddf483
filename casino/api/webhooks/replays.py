"""/api/v1/webhooks/{webhook}/replays: a range of the feed once more."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.scopes import FEED_READ
from casino.api.openapi.operations import operation, posting
from casino.api.webhooks.checks import check_position
from casino.api.webhooks.models import Stretch
from casino.api.webhooks.views import own_webhook
from casino.api.webhooks.withdrawn import check_not_withdrawn
from casino.kit.structs import response_of
from casino.web.problem import Problem

MOST = 100


class NewReplay(msgspec.Struct, frozen=True, kw_only=True):
    """Positions to send again, both included. Only events that the webhook subscribes to are sent."""

    first: Annotated[int, msgspec.Meta(ge=1)]
    last: Annotated[int, msgspec.Meta(ge=1)]


class WebhookReplay(msgspec.Struct, frozen=True, kw_only=True):
    """A range on its way once more. `position` is how far it came; one that failed for three days is given up."""

    id: int
    first: int
    last: int
    position: int
    state: Literal["under-way", "done", "given-up"]
    failing_since: datetime | None
    tries: int
    failure: str | None
    next_try_at: datetime | None
    made_at: datetime
    ended_at: datetime | None


class WebhookReplays(msgspec.Struct, frozen=True, kw_only=True):
    """The newest hundred replays of a webhook, the newest first."""

    replays: tuple[WebhookReplay, ...]


class ReplaysView(APIView):
    required_scopes = [FEED_READ]

    @operation("list_replays", "webhooks", WebhookReplays)
    def get(self, request: Request, webhook: str) -> WebhookReplays:
        """Return the replays of a webhook, and how far they have come."""
        replays = Stretch.objects.filter(webhook=own_webhook(request, webhook), last__isnull=False)
        return WebhookReplays(replays=tuple(map(_state_of, replays.order_by("-made_at", "-pk")[:MOST])))

    @posting("replay_webhook", "webhooks", WebhookReplay, NewReplay)
    def post(self, request: Request, wanted: NewReplay, webhook: str) -> WebhookReplay:
        """Send a range again, in its order, between the new events. There is one at a time.

        Its deliveries have the ids that they had, and the header `permanence-replay` with the replay's id.
        """
        own = own_webhook(request, webhook, to_change=True)
        check_not_withdrawn(own)
        if wanted.first > wanted.last:
            raise Problem.malformed(
                "first",
                gettext("it is {first}, after the last, {last}").format(first=wanted.first, last=wanted.last),
            )
        check_position(own.casino_id, "last", wanted.last)
        under_way = Stretch.objects.filter(webhook=own, last__isnull=False, ended_at=None).first()
        if under_way is not None:
            raise Problem.malformed(
                "",
                gettext("replay {replay} is under way, at {position} of {last}").format(
                    replay=under_way.pk, position=under_way.position, last=under_way.last
                ),
            )
        before = wanted.first - 1
        stretch = Stretch.objects.create(
            webhook=own, after=before, position=before, last=wanted.last, made_at=timezone.now()
        )
        return _state_of(stretch)


def _state_of(stretch: Stretch) -> WebhookReplay:
    done: Literal["given-up", "done"] = "given-up" if stretch.given_up else "done"
    return response_of(
        WebhookReplay,
        stretch,
        first=stretch.after + 1,
        last=stretch.last or 0,
        state="under-way" if stretch.ended_at is None else done,
        failure=stretch.failure or None,
    )
