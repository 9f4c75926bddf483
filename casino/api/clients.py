"""Clients are made by whoever runs the house; nobody registers over the network."""

from collections.abc import Iterable
from typing import NamedTuple

from oauth2_provider.generators import generate_client_secret

from casino.api.models import ApiClient
from casino.api.scopes import SCOPES
from tables.handling.models import Casino


class ClientRefused(Exception):
    """A client that cannot be made; the message says what would be right."""


class NewClient(NamedTuple):
    """A client and its secret, which is readable only now: what is stored is its hash."""

    client: ApiClient
    secret: str


def create_client(*, name: str, casino: Casino, scopes: Iterable[str]) -> NewClient:
    """Make a client of a casino. Raises ClientRefused for scopes that there are not, or none."""
    wanted = tuple(dict.fromkeys(scopes))
    unknown = [scope for scope in wanted if scope not in SCOPES]
    if unknown or not wanted:
        what = f"{', '.join(unknown)}: no such scope" if unknown else "a client needs a scope"
        raise ClientRefused(f"{what}; there are {', '.join(SCOPES)}")
    if not name.strip() or len(name) > 255:
        raise ClientRefused("a client has a name of 1 to 255 characters")
    secret = generate_client_secret()
    client = ApiClient.objects.create(
        name=name,
        casino=casino,
        scopes=list(wanted),
        client_secret=secret,
        client_type=ApiClient.CLIENT_CONFIDENTIAL,
        authorization_grant_type=ApiClient.GRANT_CLIENT_CREDENTIALS,
    )
    return NewClient(client, secret)


def casino_meant(number: int | None) -> Casino:
    """The casino of that number, or without one the only casino. Raises ClientRefused naming those that there are."""
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
