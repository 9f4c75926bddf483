"""One request to a receiver: to an address that was checked, within a time for all of it, and wherever it points, no
further.

The standard library's HTTP client follows no redirect and asks no proxy; it is given a socket that is connected
already, so that it looks up no name. TLS is for the name all the same. A line stays open for the events of a turn.
"""

import http.client
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Timer
from time import monotonic

import msgspec

from casino.kit.delivery.addresses import (
    LOOK_UP_S,
    Lookup,
    NotAllowed,
    Target,
    addresses_to_connect,
    looked_up,
)
from casino.kit.delivery.answer_head import WholeHeadResponse
from tables.public_addresses import Allowed

PATIENCE_S = 15.0
"""For a whole request, from the connection to the answer: the least that Standard Webhooks recommends."""
CONNECT_S = 5.0
GONE = 410
"""The status by which a receiver unsubscribes (Standard Webhooks)."""
MOST_READ = 2048
"""Bytes of an answer that are read; the log has the beginning."""


class NoResponse(Exception):
    """The receiver was not reached, or did not answer. The message has the reason."""


class Response(msgspec.Struct, frozen=True, kw_only=True):
    """The response of a receiver."""

    status: int
    body: str
    retry_after: timedelta = timedelta(0)

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300


class Line:
    """A connection to a receiver, opened when it is needed; close it.

    `may_send` is asked between the opening and the first byte of a request.
    """

    def __init__(
        self,
        target: Target,
        allowed: Allowed,
        *,
        lookup: Lookup = looked_up,
        patience_s: float = PATIENCE_S,
        may_send: Callable[[], bool] = lambda: True,
    ) -> None:
        self._target = target
        self._allowed = allowed
        self._lookup = lookup
        self._patience_s = patience_s
        self._may_send = may_send
        self._client: http.client.HTTPConnection | None = None
        self._socket: socket.socket | None = None
        self._is_overdue = False

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the line; the next post connects again."""
        if self._client is not None:
            self._client.close()
        if self._socket is not None:
            self._socket.close()
        self._client = self._socket = None

    def post(self, body: bytes, headers: Mapping[str, str]) -> Response:
        """Post a body. Raises NoResponse, and NotAllowed if nothing may be sent to the address.

        An open line that turns out to be closed is opened again, and checked again.
        """
        with self._in_time():
            if self._client is not None:
                try:
                    return self._posted(body, headers)
                except (ConnectionError, ssl.SSLError, http.client.BadStatusLine):
                    self.close()
                    if self._is_overdue:
                        raise
            return self._posted(body, headers)

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Limit the time of the whole exchange. A receiver that sends a byte now and then keeps every single wait
        short.
        """
        self._is_overdue = False
        timer = Timer(self._patience_s, self._cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        except NotAllowed:
            self.close()
            raise
        except (OSError, http.client.HTTPException) as failure:
            self.close()
            if self._is_overdue or isinstance(failure, TimeoutError):
                raise NoResponse(f"no answer within {self._patience_s:g} s") from None
            raise NoResponse(f"no answer: {failure or type(failure).__name__}") from None
        finally:
            timer.cancel()

    def _cut(self) -> None:
        self._is_overdue = True
        line = self._socket
        if line is not None:
            with suppress(OSError):
                # Not by the SSL object: the waiting thread is using its state.
                socket.socket.shutdown(line, socket.SHUT_RDWR)

    def _posted(self, body: bytes, headers: Mapping[str, str]) -> Response:
        if self._client is None:
            self._client = self._connected()
            # To look up a name and to connect takes seconds, in which the webhook may have been withdrawn or changed.
            if not self._may_send():
                raise NotAllowed("it was withdrawn or changed before the request was sent")
        self._client.request("POST", self._target.path, body, dict(headers))
        response = self._client.getresponse()
        answered = Response(
            status=response.status, body=_beginning(response), retry_after=_retry_after(response)
        )
        if not response.isclosed() or response.will_close:
            self.close()
        return answered

    def _connected(self) -> http.client.HTTPConnection:
        target = self._target
        addresses = addresses_to_connect(
            target, self._allowed, self._lookup, patience_s=min(LOOK_UP_S, self._patience_s)
        )
        self._socket = _connected_to(addresses, target.port, min(CONNECT_S, self._patience_s))
        self._socket.settimeout(self._patience_s)
        # Head and body are two writes; the second is not to wait until the first is acknowledged.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if target.scheme == "http":
            client = http.client.HTTPConnection(target.host, target.port)
        else:
            context = ssl.create_default_context()
            client = http.client.HTTPSConnection(target.host, target.port, context=context)
            secure = context.wrap_socket(
                self._socket, server_hostname=target.host.rstrip("."), do_handshake_on_connect=False
            )
            self._socket = secure
            secure.do_handshake()
        if self._is_overdue:
            raise TimeoutError
        client.sock = self._socket
        client.response_class = WholeHeadResponse
        return client


def _connected_to(addresses: list[str], port: int, patience_s: float) -> socket.socket:
    """Connected to the first of them that takes it, within this time. Raises OSError."""
    end = monotonic() + patience_s
    failure: OSError = TimeoutError()
    for address in addresses:
        left = end - monotonic()
        if left <= 0:
            break
        try:
            return socket.create_connection((address, port), timeout=left)
        except OSError as refused:
            failure = refused
    raise failure


def _beginning(response: http.client.HTTPResponse) -> str:
    """Return the beginning of the body; empty if the body cannot be read.

    The status is already the answer, so a broken body changes nothing.
    """
    try:
        read = response.read(MOST_READ)
    except (OSError, http.client.HTTPException):
        response.will_close = True
        return ""
    return read.decode(errors="replace").replace("\x00", "�")


def _retry_after(response: http.client.HTTPResponse) -> timedelta:
    """Return the seconds of Retry-After; the form with a date is ignored, because the other clock may be wrong."""
    seconds = response.headers.get("Retry-After", "").strip()
    return (
        timedelta(seconds=int(seconds))
        if seconds.isascii() and seconds.isdecimal() and len(seconds) < 7
        else timedelta(0)
    )


def failure_words(status: int) -> str:
    """Return the reason of a failed attempt from the status of the answer, for the log of attempts."""
    if status == GONE:
        return "the receiver answered 410: it wants nothing more"
    if 300 <= status < 400:
        return f"the receiver answered {status}: it points elsewhere, and is not followed"
    return f"the receiver answered {status}"
