"""Shared parts of the tests of webhooks: a receiver on a real socket, and a clock that a test sets."""

import json
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Verifier

TAKEN = 204
MOST_WAITED_S = 60.0
"""For a receiver that hangs: longer than any test, and it ends all the same."""


class Delivery(NamedTuple):
    """A delivery to a receiver."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def event(self) -> dict[str, Any]:
        return dict(json.loads(self.body))

    def verified(self, secret: str) -> dict[str, Any]:
        """The event, if the library that receivers use takes its signature; it raises where not."""
        return dict(Verifier(secret).verify(self.body, dict(self.headers)))


class Receiver:
    """A web server that takes deliveries: with 204, or with the next of `statuses` while there are any."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.got: list[Delivery] = []
        self.statuses: list[int] = []
        self.headers: Mapping[str, str] = MappingProxyType({})
        self.says = b""
        self.hangs = False
        self.drips = False
        self.hangs_up_after_each = False
        self.asked = threading.Event()
        """Somebody has asked something."""
        self.let_go = threading.Event()
        self.connections = 0
        self.server = ThreadingHTTPServer((host, port), _handler(self))
        self.server.daemon_threads = True
        if tls is not None:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        self.url = f"http://{host}:{self.port}/events"

    @property
    def positions(self) -> list[int]:
        """The positions of the events that it got, as they came."""
        return [delivery.event["position"] for delivery in self.got]


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            receiver.connections += 1
            super().setup()

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                # The sender was killed in the middle: nothing was delivered.
                self.close_connection = True
                return
            receiver.got.append(Delivery({k.lower(): v for k, v in self.headers.items()}, body))
            receiver.asked.set()
            if receiver.drips:
                while not receiver.let_go.wait(0.01):
                    self.wfile.write(b"H")
            if receiver.hangs:
                receiver.let_go.wait(MOST_WAITED_S)
            self.send_response(receiver.statuses.pop(0) if receiver.statuses else TAKEN)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(receiver.says)))
            self.end_headers()
            self.wfile.write(receiver.says)
            # Without a word of it in the answer, as a receiver does whose patience with an idle line is over.
            self.close_connection = self.close_connection or receiver.hangs_up_after_each

        def log_message(self, *args: object) -> None: ...

    return Handler


@contextmanager
def receiving(
    host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None
) -> Iterator[Receiver]:
    """A receiver at work."""
    receiver = Receiver(host, port, tls)
    receiver.server.handle_error = lambda *_: None  # type: ignore[method-assign]  # lines that were cut are no news
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.let_go.set()
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()


class Clock:
    """Time that a test moves on."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def later(self, by: timedelta) -> None:
        self.now += by
