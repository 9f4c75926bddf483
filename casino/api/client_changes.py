"""What becomes of a client after it was made: listed, given a new secret, revoked. By whoever runs the house."""

from datetime import datetime

from django.db import transaction
from oauth2_provider.generators import generate_client_secret
from oauth2_provider.models import get_access_token_model

from casino.api.clients import ClientRefused, NewClient
from casino.api.models import ApiClient
from casino.api.webhooks.disabling import disable
from casino.api.webhooks.models import Webhook


def client_named(said: str) -> ApiClient:
    """The client with this id, or the only one in use with this name. Raises ClientRefused naming those that there
    are."""
    # What PostgreSQL cannot hold is nobody's name.
    wanted = said.replace("\0", "�")
    found: list[ApiClient] = list(ApiClient.objects.filter(client_id=wanted)) or list(
        ApiClient.objects.filter(name=wanted, revoked_at=None).order_by("pk")
    )
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(f"{client.client_id} (casino {client.casino_id})" for client in found)
        raise ClientRefused(f"{said}: several clients have that name; name one by its id: {ids}")
    names = ApiClient.objects.filter(revoked_at=None).order_by("name").values_list("name", flat=True)
    raise ClientRefused(
        f"{said}: no client in use has that id or name; there are {', '.join(names) or 'none'}"
    )


def renew_secret(client: ApiClient) -> NewClient:
    """Give a client a new secret. The old one, and every token that was given for it, ends. Raises ClientRefused for
    a client that was revoked."""
    secret = generate_client_secret()
    with transaction.atomic():
        held = ApiClient.objects.select_for_update().get(pk=client.pk)
        if held.revoked_at is not None:
            raise ClientRefused(f"{held.name} was revoked; make a new client with create_api_client")
        held.client_secret = secret
        held.save(update_fields=["client_secret", "updated"])
        _end_tokens(held)
    return NewClient(held, secret)


def revoke_client(client: ApiClient, now: datetime) -> ApiClient:
    """Let a client in no more. Its tokens end, and its webhooks are disabled. Twice is as good as once."""
    with transaction.atomic():
        held: ApiClient = ApiClient.objects.select_for_update().get(pk=client.pk)
        if held.revoked_at is None:
            held.revoked_at = now
            held.save(update_fields=["revoked_at", "updated"])
        _end_tokens(held)
        for webhook in Webhook.objects.filter(client=held).order_by("pk"):
            disable(webhook, f"its client {held.name} was revoked", now)
    return held


def _end_tokens(client: ApiClient) -> None:
    get_access_token_model().objects.filter(application=client).delete()
