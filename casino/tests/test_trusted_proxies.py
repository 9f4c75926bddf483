"""A request comes from where its connection comes from, and from elsewhere only where a trusted proxy says so."""

import asyncio
from ipaddress import ip_network
from typing import Any

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from casino.installation.trusted_proxies import FROM_UNKNOWN_PROXY, TrustedProxies

TRUSTED = (ip_network("127.0.0.1"), ip_network("10.2.0.0/16"), ip_network("fd00::/8"))
PROXY, STRANGER = "127.0.0.1", "203.0.113.9"


def seen(
    peer: tuple[str, int] | None, *headers: tuple[str, str], scheme: str = "http", behind: Any = None
) -> dict[str, Any]:
    """The scope that the application gets; what was sent where it got none."""
    got: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        got.update(scope)

    async def send(message: Any) -> None:
        got.setdefault("status", message.get("status"))

    sent = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": "http", "client": peer, "scheme": scheme, "headers": sent}
    served: Any = TrustedProxies(app, TRUSTED)
    asyncio.run((behind(served) if behind else served)(scope, None, send))
    return got


def client(peer: str, *forwarded: str) -> str:
    scope = seen((peer, 51234), *(("x-forwarded-for", each) for each in forwarded))
    return str(scope["client"][0])


@pytest.mark.parametrize("name", ["x-forwarded-for", "X_Forwarded_For", "forwarded", "x-real-ip"])
def test_a_stranger_is_who_connected_whatever_the_headers_say(name: str) -> None:
    scope = seen((STRANGER, 51234), (name, "198.51.100.1"), ("x-forwarded-proto", "https"), ("host", "house"))
    assert (scope["client"], scope["scheme"]) == ((STRANGER, 51234), "http")
    assert scope["headers"] == [(b"host", b"house")]


@pytest.mark.parametrize("name", ["x-forwarded-host", "x-forwarded-port", "x-forwarded-prefix", "forwarded"])
@pytest.mark.parametrize("peer", [PROXY, STRANGER])
def test_nothing_else_that_proxies_say_reaches_the_application(peer: str, name: str) -> None:
    assert seen((peer, 51234), (name, "elsewhere.example"))["headers"] == []


def test_header_of_a_trusted_proxy_is_believed() -> None:
    scope = seen((PROXY, 51234), ("x-forwarded-for", STRANGER), ("x-forwarded-proto", "https"))
    assert (scope["client"][0], scope["scheme"]) == (STRANGER, "https")


@pytest.mark.parametrize(
    ("forwarded", "who"),
    [
        (["198.51.100.1, 203.0.113.9"], STRANGER),
        (["198.51.100.1", "203.0.113.9"], STRANGER),
        (["198.51.100.1, 203.0.113.9, 10.2.7.7"], STRANGER),
        (["198.51.100.1, 203.0.113.9, 10.2.7.7, 10.2.7.8"], STRANGER),
        (["10.2.7.7, 10.2.7.8"], "10.2.7.7"),
        (["203.0.113.9:4711"], STRANGER),
        (["[2001:db8::7]:4711"], "2001:db8::7"),
        (["2001:db8::7"], "2001:db8::7"),
        (["::ffff:203.0.113.9"], STRANGER),
        (["not an address"], PROXY),
        (["198.51.100.1, unknown, 10.2.7.7"], "10.2.7.7"),
        ([""], PROXY),
        ([], PROXY),
    ],
)
def test_the_right_most_hop_that_is_no_proxy_counts(forwarded: list[str], who: str) -> None:
    assert client(PROXY, *forwarded) == who


def test_an_ipv4_proxy_on_an_ipv6_socket_is_the_same_proxy() -> None:
    assert client("::ffff:127.0.0.1", STRANGER) == STRANGER


@pytest.mark.parametrize(
    ("said", "scheme"),
    [
        (["https"], "https"),
        (["http"], "http"),
        (["https, http"], "http"),
        (["https", "http"], "http"),
        (["ftp"], "http"),
    ],
)
def test_the_scheme_is_the_one_that_the_nearest_proxy_was_asked_by(said: list[str], scheme: str) -> None:
    assert seen((PROXY, 51234), *(("x-forwarded-proto", each) for each in said))["scheme"] == scheme


@pytest.mark.parametrize("header", ["198.51.100.1", "198.51.100.1:99", "198.51.100.2, 198.51.100.1"])
def test_a_server_that_believes_the_header_by_itself_gets_nothing_through(header: str) -> None:
    scope = seen((PROXY, 51234), ("x-forwarded-for", header), behind=ProxyHeadersMiddleware)
    assert (scope.get("client"), scope["status"]) == (None, 503)


def test_a_proxy_that_nobody_has_named_is_noticed() -> None:
    said = ("x-forwarded-for", STRANGER)
    found = [
        seen((peer, 51234), *given)[FROM_UNKNOWN_PROXY]
        for peer, given in (
            (STRANGER, [said]),
            (STRANGER, [("forwarded", "for=x")]),
            (STRANGER, []),
            (PROXY, [said]),
            (PROXY, []),
        )
    ]
    assert found == [True, True, False, False, False]


def test_a_socket_without_an_address_is_trusted_with_nothing() -> None:
    scope = seen(None, ("x-forwarded-for", STRANGER), ("x-forwarded-proto", "https"))
    assert (scope["client"], scope["scheme"], scope["headers"]) == (None, "http", [])
