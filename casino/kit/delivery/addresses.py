"""Permitted targets of requests: public addresses by HTTPS, and addresses that the installation has allowed by name or
network.

A webhook's url comes from outside, and the request is made inside the installation: without this, a subscription
would open a way to every server on the internal network. A name is looked up once, all its addresses are checked,
and the connection is made to a checked address, not to the name, so that no second look-up can differ.
"""

import re
import socket
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.utils.translation import gettext

from tables.public_addresses import Allowed, is_address, is_public

LONGEST_URL = 2000
LOOK_UP_S = 5.0
"""Seconds for the look-up of a name."""
PORTS = {"https": 443, "http": 80}

Lookup = Callable[[str, int], list[str]]
"""Function from a host and a port to its addresses; raises OSError."""

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*\.?")


class NotAllowed(Exception):
    """Nothing is sent to this address. The message has the reason."""


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A url, taken apart once; the request is made of these parts and not of the url."""

    scheme: str
    host: str
    port: int
    path: str
    """With the query."""


def allowed_by_house() -> Allowed:
    """Return the addresses of WEBHOOK_ALLOWED_ADDRESSES."""
    return Allowed.from_words(settings.WEBHOOK_ALLOWED_ADDRESSES)


def target_of(url: str) -> Target:
    """Return the parts of a url. Raises NotAllowed if it is none that is written plainly."""
    if len(url) > LONGEST_URL or not all("!" <= each <= "~" for each in url) or "\\" in url:
        raise NotAllowed(
            gettext("a url has at most {most} characters, all of them of ASCII, and no spaces").format(
                most=LONGEST_URL
            )
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotAllowed(gettext("'{url}' is no url").format(url=url)) from None
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        raise NotAllowed(
            gettext("'{url}' is no url of the web; it is written https://cash.example/events").format(url=url)
        )
    if "@" in parts.netloc or "#" in url:
        raise NotAllowed(gettext("a url has no sign-in and no # here; a receiver knows us by the signature"))
    if not _NAME.fullmatch(parts.hostname) and not is_address(parts.hostname):
        raise NotAllowed(gettext("'{host}' is no name of a host").format(host=parts.hostname))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(scheme=parts.scheme, host=parts.hostname, port=port or PORTS[parts.scheme], path=path)


def looked_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


def addresses_to_connect(
    target: Target, allowed: Allowed, lookup: Lookup = looked_up, *, patience_s: float = LOOK_UP_S
) -> list[str]:
    """Return the addresses of a target, all of them such that a request may go there. Raises NotAllowed, and OSError
    where the name cannot be looked up, or not within this time.
    """
    try:
        addresses = _in_time(lookup, target, patience_s)
    except UnicodeError:
        raise NotAllowed(gettext("'{host}' is no name of a host").format(host=target.host)) from None
    if not addresses:
        raise NotAllowed(gettext("{host} has no address").format(host=target.host))
    for address in addresses:
        if allowed.has(target.host, address):
            continue
        if not is_public(address):
            raise NotAllowed(
                gettext("{host} is no public address, and the casino has not allowed it").format(
                    host=_named(target.host, address)
                )
            )
        if target.scheme != "https":
            raise NotAllowed(
                gettext("{host} is reached by https only").format(host=_named(target.host, address))
            )
    return addresses


def _in_time(lookup: Lookup, target: Target, patience_s: float) -> list[str]:
    """Look the target's addresses up in a thread, within this time.

    Nobody can hurry or stop a resolver, so its own time ends its thread.
    """
    found: Future[list[str]] = Future()

    def look_up() -> None:
        try:
            found.set_result(lookup(target.host, target.port))
        except (OSError, UnicodeError) as failure:
            found.set_exception(failure)

    Thread(target=look_up, name="look-up", daemon=True).start()
    try:
        return found.result(patience_s)
    except TimeoutError:
        raise TimeoutError(
            gettext("{host} was not looked up within {seconds} s").format(
                host=target.host, seconds=f"{patience_s:g}"
            )
        ) from None


def _named(host: str, address: str) -> str:
    return address if host == address else f"{host} ({address})"
