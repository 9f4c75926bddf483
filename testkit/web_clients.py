"""Clients of a web server for tests and benches: many streams at once, each on a socket of its own."""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, ParamSpec
from urllib.parse import urlsplit

OPENING_AT_ONCE = 50
P = ParamSpec("P")


def on_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that runs on an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class StreamClients:
    """Streams that are open at a server, read in a thread of their own until they are closed.

    `answers` counts the statuses with which they were answered, `ended` the streams that the server has ended, and
    `heard` the bytes that came.
    """

    def __init__(self, address: str) -> None:
        self._at = urlsplit(address)
        self.answers: Counter[int] = Counter()
        self.headers: list[dict[str, str]] = []
        self.ended = 0
        self.heard = 0
        self._loop = asyncio.new_event_loop()
        self._tasks: list[asyncio.Task[None]] = []
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def open(self, path: str, headers: Mapping[str, str], number: int) -> None:
        """Open so many more streams; return once each is answered. Raises OSError for one that cannot connect."""
        asyncio.run_coroutine_threadsafe(self._open(path, headers, number), self._loop).result(120)

    def close(self) -> None:
        """Leave all at once, as when a cable is pulled out."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._loop.close()

    async def _open(self, path: str, headers: Mapping[str, str], number: int) -> None:
        limit = asyncio.Semaphore(OPENING_AT_ONCE)
        asked = {"Host": self._at.netloc, "Accept": "text/event-stream", **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
        request = f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()

        async def one() -> None:
            async with limit:
                reader, writer = await asyncio.open_connection(self._at.hostname, self._at.port)
                writer.write(request)
                status = int((await reader.readline()).split()[1])
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.headers.append(dict(line.split(": ", 1) for line in head.splitlines() if line))
            self.answers[status] += 1
            self._tasks.append(asyncio.create_task(self._read(reader, writer)))

        await asyncio.gather(*(one() for _ in range(number)))

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while part := await reader.read(65536):
                self.heard += len(part)
            self.ended += 1
        finally:
            writer.transport.abort()

    async def _close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def half_a_request(address: str, part: bytes) -> socket.socket:
    """A connection on which only this part of a request was sent."""
    at = urlsplit(address)
    line = socket.create_connection((at.hostname or "", at.port or 0), timeout=60)
    line.sendall(part)
    return line
