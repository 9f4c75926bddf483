"""Sender of a request: the address of the connection, or a header that a trusted proxy has written.

Everything behind this (Django's `REMOTE_ADDR` and `is_secure`, the limits of sign-in, the logs) reads the connection's
address and scheme. A header that any client can write must not change them. `TRUSTED_PROXIES` names the proxies of the
casino. Such headers are removed before Django sees the request.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Address = IPv4Address | IPv6Address
Networks = Sequence[IPv4Network | IPv6Network]

OF_PROXIES = (b"forwarded", b"x-real-ip", b"x-client-ip", b"true-client-ip", b"x-scheme", b"x-url-scheme")
"""Headers in which proxies name the client, beside all that begin with `x-forwarded-`."""

FROM_UNKNOWN_PROXY = "permanence.from_unknown_proxy"
"""Key in a request's scope: it had such headers and no trusted sender. Its address may be a proxy's."""

log = logging.getLogger(__name__)


class TrustedProxies:
    """Wrapper of an ASGI application that sets client and scheme of each request, and removes the claiming headers.

    The client is the right-most address in `X-Forwarded-For` that does not belong to a trusted proxy. Senders without
    trust wrote the addresses left of it.
    """

    def __init__(self, app: App, trusted: Networks) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request. One that the server has rewritten by itself is refused with 503: see `_rewritten`."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = list(scope["headers"])
        hops = [
            hop.strip() for hop in b",".join(_values(headers, b"x-forwarded-for")).decode("latin1").split(",")
        ]
        if _rewritten(scope.get("client"), hops):
            log.error(
                "the web server believes X-Forwarded-For by itself: start uvicorn with --no-proxy-headers"
            )
            await _refuse(send)
            return
        kept = [each for each in headers if not _claims(each[0])]
        peer = address_of((scope.get("client") or ("",))[0])
        scope = {**scope, "headers": kept, FROM_UNKNOWN_PROXY: len(kept) < len(headers)}
        if peer is not None:
            scheme = scope.get("scheme", "http")
            if self._trusts(peer):
                scope[FROM_UNKNOWN_PROXY] = False
                peer = self._client(peer, hops)
                scheme = _scheme(headers) or scheme
            scope |= {"client": (str(peer), (scope["client"][1] if scope["client"] else 0)), "scheme": scheme}
        await self._app(scope, receive, send)

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)

    def _client(self, peer: Address, hops: Iterable[str]) -> Address:
        """Return the first untrusted hop from the right; the last trusted one if no address follows it."""
        for hop in reversed([*hops]):
            address = address_of(_host_and_port(hop)[0])
            if address is None:
                break
            peer = address
            if not self._trusts(address):
                break
        return peer


def address_of(text: str) -> Address | None:
    """Return the address in the text, with an IPv4 address in IPv6 notation as IPv4; None if there is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _host_and_port(hop: str) -> tuple[str, str]:
    """Return host and port of `203.0.113.7`, `203.0.113.7:4711` or `[2001:db8::7]:4711`; the port is `0` if absent."""
    if hop.startswith("["):
        host, _, port = hop[1:].partition("]")
        return host, port.removeprefix(":") or "0"
    host, colon, port = hop.partition(":")
    return (host, port) if colon and ":" not in port else (hop, "0")


def _rewritten(client: Sequence[Any] | None, hops: Iterable[str]) -> bool:
    """Return True if the server already took the client from the header: uvicorn by default trusts local proxies.

    Then nobody can know the real sender. A real connection never has port 0, and has the port of a header only by
    chance.
    """
    if not client:
        return False
    return (str(client[0]), str(client[1])) in map(_host_and_port, filter(None, hops))


def _scheme(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the scheme that the nearest proxy names: the last word of the last such header."""
    scheme = (
        b",".join(_values(headers, b"x-forwarded-proto")).decode("latin1").rpartition(",")[2].strip().lower()
    )
    return scheme if scheme in ("http", "https") else None


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[bytes]:
    return [value for key, value in headers if key.lower() == name]


def _claims(name: bytes) -> bool:
    # Servers and gateways write `_` for `-`; Django reads both as one.
    name = name.lower().replace(b"_", b"-")
    return name in OF_PROXIES or name.startswith(b"x-forwarded-")


async def _refuse(send: Send) -> None:
    body = b"This server is set up wrongly: its log says how.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
