"""HTTP of the web process: uvicorn's protocol, with deadlines for slow clients.

The head of a request must be whole `HEAD_S` after its connection, or the answer before it, and a body `BODY_S` after
its head. A client that takes nothing of an answer for `READING_S` is cut off, and so is one that has vanished. As many
can be connected as the process may open files. It needs no settings: uvicorn reads it before Django is set up.
"""

import asyncio
import resource
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from casino.web.strict_http import StrictConnection

HEAD_S = 10.0
BODY_S = 30.0
"""For a body of any size. The proxy in front has the same (deploy/proxy)."""
READING_S = 30.0
LONGEST_HEAD = 16 * 1024
"""Bytes of a head, and of the parts between the pieces of a body."""
FILES_FOR_THE_REST = 200
"""Open files of the process that are not clients: database, log, libraries."""
RETRY_AFTER_S = 5
"""Seconds until a refused client may try again."""

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
VERSION_UNKNOWN = b"HTTP/1.1 505 HTTP Version Not Supported\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: %d\r\nConnection: close\r\n\r\n"
    % RETRY_AFTER_S
)


def raise_file_limit() -> int:
    """Let this process open as many files as the machine allows it; the number of clients that this leaves room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return 1_000_000
    return max(soft - FILES_FOR_THE_REST, 1)


MOST_CLIENTS = raise_file_limit()


class PatientProtocol(H11Protocol):
    """One connection of a client. Named in `--http` (casino/one_machine/house_parts.py, deploy/systemd)."""

    conn: StrictConnection
    _awaited: object = None
    """The part of a request that a deadline runs for: h11.IDLE for a head, h11.SEND_BODY for a body."""
    _until: asyncio.TimerHandle | None = None
    _reading_until: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = StrictConnection(h11.SERVER, self.config.h11_max_incomplete_event_size or LONGEST_HEAD)

    def _should_upgrade(self) -> bool:
        """Return False: the server has no other protocol, and answers a request that offers one as any other (RFC
        9110, 7.8).
        """
        return False

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are not HTTP, and end the connection. An answer that has begun is cut off."""
        if self.conn.has_unknown_version:
            self.transport.write(VERSION_UNKNOWN)
            self.transport.close()
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > MOST_CLIENTS:
            transport.write(TOO_MANY)
            transport.close()
            return
        _notice_who_vanishes(transport.get_extra_info("socket"))
        self._set_deadline()

    def handle_events(self) -> None:
        super().handle_events()
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_until = self.loop.call_later(READING_S, self.transport.abort)

    def resume_writing(self) -> None:
        if self._reading_until is not None:
            self._reading_until.cancel()
            self._reading_until = None
        super().resume_writing()

    def _set_deadline(self) -> None:
        """Start the deadline of the part of a request that is awaited from now on, if another one was before."""
        state = self.conn.their_state
        if state is self._awaited:
            return
        self._awaited = state
        self._stop_waiting()
        if state is h11.IDLE:
            self._until = self.loop.call_later(HEAD_S, self._end_slow_request)
        elif state is h11.SEND_BODY:
            self._until = self.loop.call_later(BODY_S, self._end_slow_request)

    def _stop_waiting(self) -> None:
        if self._until is not None:
            self._until.cancel()
            self._until = None

    def _end_slow_request(self) -> None:
        """Answer 408 unless an answer has begun, and end the connection."""
        self._until = None
        if self.transport.is_closing():
            return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(TOO_SLOW)
        self.transport.close()


def _notice_who_vanishes(line: Any) -> None:
    """Set the socket to end a connection whose data is unacknowledged for READING_S.

    A tablet that is out of range sends no goodbye.
    """
    if line is None or line.family == socket.AF_UNIX:
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 15)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(READING_S * 1000))
