"""Requests that HTTP forbids, and offers of other protocols, on the web server as a house runs it."""

from collections.abc import Iterator

import pytest

from testkit.api import serving
from testkit.web_clients import half_a_request

pytestmark = pytest.mark.django_db(transaction=True)

HOST = b"Host: 127.0.0.1\r\n"
SECOND = b"GET /healthz HTTP/1.1\r\n" + HOST + b"X-Second: 1\r\n\r\n"
"""A request that an attacker hides in the body of another one."""
LAST = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
UPGRADE = b"Connection: Upgrade\r\nUpgrade: "
WEB_SOCKET = (
    UPGRADE + b"websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.fixture(scope="module")
def web(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a web server."""
    with serving(tmp_path_factory.mktemp("web")) as address:
        yield address


def answers_to(address: str, sent: bytes) -> bytes:
    """All bytes until the server ends the connection; one that it leaves open is a TimeoutError."""
    heard = b""
    with half_a_request(address, sent) as line:
        line.settimeout(5)  # a request without an end is answered 408 after ten seconds
        while part := line.recv(4096):
            heard += part
    return heard


def post(*fields: bytes, version: bytes = b"1.1") -> bytes:
    return (
        b"POST /sign-in/ HTTP/"
        + version
        + b"\r\n"
        + HOST
        + b"".join(each + b"\r\n" for each in fields)
        + b"\r\n"
    )


CHUNKED, LENGTH = b"Transfer-Encoding: chunked", b"Content-Length: %d" % (5 + len(SECOND))


@pytest.mark.parametrize(
    "request_",
    [
        post(LENGTH, CHUNKED) + b"0\r\n\r\n" + SECOND,
        post(CHUNKED, LENGTH) + b"0\r\n\r\n" + SECOND,
        post(CHUNKED, b"content-LENGTH: 5") + b"0\r\n\r\n" + SECOND,
        post(CHUNKED, version=b"1.0") + b"0\r\n\r\n" + SECOND,
        post(b"Content-Length: 5", b"Content-Length: 6") + b"12345" + SECOND,
        post(b"Content-Length: 5, 6") + b"12345" + SECOND,
        post(b"Content-Length: +5") + b"12345" + SECOND,
        post(b"Content-Length: -5") + SECOND,
        post(b"Transfer-Encoding: identity") + SECOND,
        post(b"Transfer-Encoding: chunked, identity") + SECOND,
        post(CHUNKED, CHUNKED) + b"0\r\n\r\n" + SECOND,
        post(b"Transfer-Encoding : chunked") + b"0\r\n\r\n" + SECOND,
        b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: 1\rContent-Length: 5\r\n\r\n" + SECOND,
        b"GET /healthz HTTP/1.1\r\n\r\n" + SECOND,
        b"GET /healthz\r\n" + HOST + b"\r\n" + SECOND,
        b"CONNECT /healthz HTTP/1.1\r\n" + HOST + b"\r\n" + SECOND,
        b"CONNECT casino.example:443 HTTP/1.1\r\n" + HOST + b"\r\n" + SECOND,
        b"\x16\x03\x01\x02\x00\x01\x00" + SECOND,
    ],
)
def test_request_of_two_readings_is_refused_and_the_connection_closed(web: str, request_: bytes) -> None:
    answer = answers_to(web, request_)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"\r\nconnection: close\r\n" in answer.lower()


@pytest.mark.parametrize("version", [b"9.9", b"2.0", b"0.9", b"0.0"])
def test_other_major_version_of_http_is_refused(web: str, version: bytes) -> None:
    answer = answers_to(web, b"GET /healthz HTTP/" + version + b"\r\n" + HOST + b"\r\n" + SECOND)
    assert answer.startswith(b"HTTP/1.1 505 ")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_later_minor_version_is_read_as_http_1_1(web: str) -> None:
    answer = answers_to(web, b"GET /healthz HTTP/1.2\r\n" + HOST + b"\r\n" + LAST)
    assert answer.count(b"HTTP/1.1 200 ") == 2


@pytest.mark.parametrize("offer", [WEB_SOCKET, UPGRADE + b"h2c\r\n", UPGRADE + b"TLS/1.0\r\n"])
@pytest.mark.parametrize("path", [b"/healthz", b"/sign-in/"])
def test_offer_of_another_protocol_is_answered_like_any_request(web: str, path: bytes, offer: bytes) -> None:
    answer = answers_to(web, b"GET " + path + b" HTTP/1.1\r\n" + HOST + offer + b"\r\n" + LAST)
    assert answer.count(b"HTTP/1.1 200 ") == 2
    assert b"\r\nok\n" in answer


def test_broken_body_of_a_request_ends_the_connection(web: str) -> None:
    answer = answers_to(web, post(CHUNKED) + b"zz\r\n" + SECOND)
    assert answer.count(b"HTTP/1.1 ") <= 1
    assert b" 200 " not in answer
    assert b" 500 " not in answer
