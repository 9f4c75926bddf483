"""Clients are made, given a new secret and revoked by the casino's operator; nobody registers over the network."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain, count
from typing import NamedTuple

from django.db import transaction
from oauth2_provider.generators import generate_client_secret
from oauth2_provider.models import get_access_token_model

from casino.api.access.scopes import SCOPES
from casino.api.models import ApiClient
from casino.api.webhooks.disabling import disable
from casino.api.webhooks.models import Webhook
from tables.handling import Actor
from tables.handling.models import Casino

LONGEST_NAME = 255
OPERATOR = Actor(id="operator", name="Operator")
"""Actor for the server's own command line."""


class ClientRefused(Exception):
    """The client cannot be made. The message has the remedy."""


class NewClient(NamedTuple):
    """A client and its secret, which is readable only now: the database holds its hash."""

    client: ApiClient
    secret: str


def create_client(*, name: str, casino: Casino, scopes: Iterable[str], code: str = "") -> NewClient:
    """Make a client of a casino, under a code of its own where none is given. Raises ClientRefused for scopes that
    there are not, or none."""
    wanted = tuple(dict.fromkeys(scopes))
    check_client(name, wanted)
    secret = generate_client_secret()
    client = ApiClient.objects.create(
        name=name,
        casino=casino,
        code=code or free_code(casino.pk, name),
        scopes=list(wanted),
        client_secret=secret,
        client_type=ApiClient.CLIENT_CONFIDENTIAL,
        authorization_grant_type=ApiClient.GRANT_CLIENT_CREDENTIALS,
    )
    return NewClient(client, secret)


def check_client(name: str, wanted: Sequence[str]) -> None:
    """Raise ClientRefused for unknown or missing scopes, and for a malformed name."""
    unknown = [scope for scope in wanted if scope not in SCOPES]
    if unknown or not wanted:
        what = f"{', '.join(unknown)}: no such scope" if unknown else "a client needs a scope"
        raise ClientRefused(f"{what}; there are {', '.join(SCOPES)}")
    if not name.strip() or len(name) > LONGEST_NAME:
        raise ClientRefused(f"a client has a name of 1 to {LONGEST_NAME} characters")


def free_code(casino_id: int, name: str) -> str:
    """Return a code for a client of this name that no other client of the casino has."""
    base = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-._")[:40] or "client"
    taken = set(ApiClient.objects.filter(casino_id=casino_id).values_list("code", flat=True))
    return next(code for code in chain([base], (f"{base}-{n}" for n in count(2))) if code not in taken)


def casino_meant(number: int | None) -> Casino:
    """Return the casino of that number, or the only casino. Raises ClientRefused with the known ones."""
    known = {casino.pk: casino for casino in Casino.objects.order_by("pk")}
    if number is None and len(known) == 1:
        return next(iter(known.values()))
    if number in known:
        return known[number]
    if not known:
        raise ClientRefused("there is no casino yet whose client it could be; register one first")
    there_are = ", ".join(f"{pk} ({casino.name})" for pk, casino in known.items())
    if number is None:
        raise ClientRefused(f"say with --casino whose client it is; there are {there_are}")
    raise ClientRefused(f"{number}: no such casino; there are {there_are}")


def client_named(identifier: str) -> ApiClient:
    """Return the client with this id, or the only client in use with this name.

    Raises ClientRefused, with the names of the existing clients.
    """
    # PostgreSQL cannot store a NUL, so no client has such a name.
    wanted = identifier.replace("\0", "�")
    found: list[ApiClient] = list(ApiClient.objects.filter(client_id=wanted)) or list(
        ApiClient.objects.filter(name=wanted, revoked_at=None).order_by("pk")
    )
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(f"{client.client_id} (casino {client.casino_id})" for client in found)
        raise ClientRefused(f"{identifier}: several clients have that name; name one by its id: {ids}")
    names = ApiClient.objects.filter(revoked_at=None).order_by("name").values_list("name", flat=True)
    raise ClientRefused(
        f"{identifier}: no client in use has that id or name; there are {', '.join(names) or 'none'}"
    )


def check_in_use(client: ApiClient) -> None:
    """Raise ClientRefused for a client that was revoked."""
    if client.revoked_at is not None:
        raise ClientRefused(f"{client.name} was revoked; make a new client with create_api_client")


def revoke_client(client: ApiClient, now: datetime) -> ApiClient:
    """Let a client in no more. Its tokens end, and its webhooks are disabled. Twice is as good as once."""
    with transaction.atomic():
        held: ApiClient = ApiClient.objects.select_for_update().get(pk=client.pk)
        if held.revoked_at is None:
            held.revoked_at = now
            held.save(update_fields=["revoked_at", "updated"])
        end_tokens(held)
        for webhook in Webhook.objects.filter(client=held).order_by("pk"):
            disable(webhook, f"its client {held.name} was revoked", now)
    return held


def end_tokens(client: ApiClient) -> None:
    get_access_token_model().objects.filter(application=client).delete()
