"""What a client does to a webhook of its own: gives it another secret, or enables it again."""

from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.scopes import FEED_READ
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import answered_once
from casino.api.openapi.components import operation
from casino.api.webhooks.checks import check_position
from casino.api.webhooks.disabling import enable
from casino.api.webhooks.signing import change_secret
from casino.api.webhooks.views import WebhookState, own_webhook, state_of

USUAL_OVERLAP_H = 24
LONGEST_OVERLAP_H = 168


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


class WebhookSecretView(APIView):
    required_scopes = [FEED_READ]

    @operation("change_webhook_secret", "webhooks", SecretChanged, body=SecretChange, status=201)
    def post(self, request: Request, webhook: str) -> HttpResponse:
        """Gives a webhook a new secret. The old one signs as well for a time; one still older no more."""
        body = read(document_of(request), SecretChange)

        def work() -> SecretChanged:
            found = own_webhook(request, webhook, to_change=True)
            secret = change_secret(found, timezone.now() + timedelta(hours=body.overlap_hours))
            found.save(update_fields=["secret", "previous_secret", "previous_until"])
            return SecretChanged(id=found.pk, secret=secret, previous_secret_until=found.previous_until)

        return answered_once(request, work, status=201, is_secret=True)


class WebhookEnableView(APIView):
    required_scopes = [FEED_READ]

    @operation("enable_webhook", "webhooks", WebhookState, body=WebhookEnabling)
    def post(self, request: Request, webhook: str) -> HttpResponse:
        """Sends again, at once: what was disabled, and what waits for its next try.

        With `after` it goes on after another position, past an event that the receiver cannot take.
        """
        body = read(document_of(request), WebhookEnabling)

        def work() -> WebhookState:
            found = own_webhook(request, webhook, to_change=True)
            check_position(found.casino_id, "after", body.after)
            enable(found, body.after)
            return state_of(found)

        return answered_once(request, work, status=200)
