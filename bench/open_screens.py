"""Screens without a browser, for benches of screens: each has its stream and fetches itself when poked."""

import http.client
import re
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from urllib.parse import urlsplit

POKE = b"event: poke"
AS_HTMX_ASKS = {"HX-Request": "true", "HX-Source": "main#page", "HX-Target": "main#page"}
PARTS = re.compile(rb' data-(?:digest|same)="(\w+)"')
"""Digests of the parts that a page has, whether they were sent or not; it names them with the next request
(casino/kit/page_parts/same_parts.py)."""
PACE = re.compile(rb'id="page"[^>]* throttle:([0-9]+)ms')
"""Least wait of a page before it fetches itself again, as htmx reads it off the page."""


class OpenScreens:
    """Screens of a casino as its web server sees them: a stream each, and a page that is fetched again after a poke.

    Pokes that arrive during a fetch, or within the page's pace, cause one more fetch together, as with htmx.
    `answers` counts the statuses of the fetches, `ended` the streams that the server ended, and `unanswered` the pages
    that it did not answer. The screens have no DOM: on two cores fifty browsers would measure themselves.
    """

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._at = urlsplit(address).netloc
        self._headers = headers
        self._streams: list[http.client.HTTPConnection] = []
        self._threads: list[threading.Thread] = []
        self._closing = False
        self._left = threading.Event()
        self.answers: Counter[int] = Counter()
        self.ended = 0
        self.unanswered = 0

    @property
    def all_well(self) -> bool:
        """Return True if every stream stayed open, and every page came."""
        return set(self.answers) == {200} and not self.ended and not self.unanswered

    def open(self, screens: Sequence[tuple[str, str]]) -> None:
        """Open a screen for each page and its stream. Raises RuntimeError for a rejected one."""
        for page, stream in screens:
            line = http.client.HTTPConnection(self._at, timeout=60)
            line.request("GET", stream, headers=self._headers | {"Accept": "text/event-stream"})
            response = line.getresponse()
            if response.status != 200:
                raise RuntimeError(f"{stream} answered {response.status}")
            self._streams.append(line)
            poked = threading.Event()
            for work in (partial(self._listen, response, poked), partial(self._show, page, poked)):
                thread = threading.Thread(target=work, daemon=True)
                self._threads.append(thread)
                thread.start()

    def close(self) -> None:
        """Leave all streams."""
        self._closing = True
        self._left.set()
        for line in self._streams:
            if line.sock is not None:
                with suppress(OSError):
                    line.sock.shutdown(2)
            line.close()
        for thread in self._threads:
            thread.join(10)

    def _listen(self, stream: http.client.HTTPResponse, poked: threading.Event) -> None:
        with suppress(OSError, ValueError, AttributeError):
            while line := stream.readline():
                if line.startswith(POKE):
                    poked.set()
        if not self._closing:
            self.ended += 1

    def _show(self, page: str, poked: threading.Event) -> None:
        line = http.client.HTTPConnection(self._at, timeout=60)
        shown = b""
        while not self._closing:
            if poked.wait(1):
                poked.clear()
                began = monotonic()
                shown = self._fetch(page, line, shown)
                pace = PACE.search(shown)
                pace_s = int(pace[1]) / 1000 if pace else 0.0
                self._left.wait(max(0.0, began + pace_s - monotonic()))
        line.close()

    def _fetch(self, page: str, line: http.client.HTTPConnection, shown: bytes) -> bytes:
        """Count how the page is answered; what is shown after it. The server closes a line on which nothing was asked
        for some seconds: as a browser does, ask again on a new one."""
        has = {"Page-Has": b" ".join(PARTS.findall(shown)).decode()}
        for _ in range(2):
            try:
                line.request("GET", page, headers=self._headers | AS_HTMX_ASKS | has)
                answer = line.getresponse()
                shown = answer.read()
            except (ConnectionError, http.client.HTTPException):
                line.close()
            else:
                self.answers[answer.status] += 1
                return shown
        if not self._closing:
            self.unanswered += 1
        return shown
