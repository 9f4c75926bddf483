"""The least that a number needs from a socket to a screen, for a bench: a line on a socket becomes a server-sent event,
and the event a text in a page. No record, no rules, and no page is rendered again."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PAGE = b"""<!doctype html><title>Bare</title><p id="n">-</p><script>
window.seen = [];
new EventSource("/events").onmessage = (event) => {
  document.getElementById("n").textContent = event.data;
  requestAnimationFrame(() => window.seen.push(Date.now()));
};
</script>"""
HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: "


class BareScreen:
    """The server of such pages; `address` is where they are."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._open: list[asyncio.StreamWriter] = []
        self.address = ""
        self.frames: tuple[str, int] = ("", 0)

    async def start(self) -> None:
        pages = await asyncio.start_server(self._page, "127.0.0.1", 0)
        frames = await asyncio.start_server(self._frames, "127.0.0.1", 0)
        self.address = "http://127.0.0.1:{1}".format(*pages.sockets[0].getsockname())
        self.frames = frames.sockets[0].getsockname()

    async def _page(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        if asked.startswith(b"GET /events"):
            writer.write(HEAD + b"text/event-stream\r\n\r\n")
            self._open.append(writer)
            return
        writer.write(HEAD + b"text/html\r\n\r\n" + PAGE)
        writer.close()

    async def _frames(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            for page in self._open:
                page.write(b"data: " + line + b"\n")

    def tell(self, number: int) -> float:
        """Send a number as a wheel does; when, in milliseconds since 1970."""
        with socket.create_connection(self.frames) as line:
            sent = time.time() * 1000
            line.sendall(b"%d\n" % number)
        return sent


@contextmanager
def bare_screen() -> Iterator[BareScreen]:
    """A bare server in a thread of its own."""
    screen = BareScreen()
    thread = threading.Thread(target=screen.loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(screen.start(), screen.loop).result(10)
    try:
        yield screen
    finally:
        screen.loop.call_soon_threadsafe(screen.loop.stop)
        thread.join(10)
