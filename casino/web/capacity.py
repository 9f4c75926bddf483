"""Capacity of one web process: requests at work, and streams that stay open.

A request at work has a slot. There are as many slots as the connection pool has connections for requests, so a
request that has its slot never waits for a connection in vain. Requests without a slot wait in line; beyond a long
line they are refused. A stream has a place, and neither a slot nor a connection.
"""

import asyncio
import sys
from collections import Counter, deque
from collections.abc import Hashable
from contextvars import ContextVar
from threading import Event
from time import monotonic
from typing import Any

from django.conf import settings

from casino.web.http_protocol import MOST_CLIENTS
from casino.web.page_alone import is_page

LONGEST_LINE = 1000
"""Requests that may wait for a slot."""


class Full(Exception):
    """The process holds as many as it can; the client may try again."""


class Slot:
    """The slot of one request, until it is released. Releasing it twice does nothing, nor does it where the request
    needs none."""

    def __init__(self, slots: "RequestSlots | None" = None) -> None:
        self._slots: RequestSlots | None = slots
        self._work_begins = monotonic()
        self._stands_still_s = GIVES_WAY_AT_MOST_S
        """Time for which its work may still pause for others."""

    @property
    def is_wide(self) -> bool:
        return self._slots is wide_slots

    def release(self) -> None:
        slots, self._slots = self._slots, None
        if slots is not None:
            now = monotonic()
            slots.last_work = (now - self._work_begins, now)
            slots._released()

    async def give_way(self, to: tuple["RequestSlots", ...], until: float) -> None:
        """Return when these have been quiet and the work before this one has been paid for with rest, or at `until`
        by the monotonic clock. Waiting is not counted as work.
        """
        assert self._slots is not None
        took_s, ended = self._slots.last_work
        try:
            await asyncio.sleep(min(ended + took_s * RESTS, until) - monotonic())
            quiet_until = min(until, monotonic() + GIVES_WAY_AT_MOST_S)
            for others in to:
                await others.quiet(quiet_until - monotonic())
        finally:
            self._work_begins = monotonic()

    def let_by(self, others: "RequestSlots") -> None:
        """Pause the working thread until nobody of these is at work. A slot pauses only for a bounded time in all.
        Waiting is not counted as work.
        """
        if others.nobody_works.is_set() or self._stands_still_s <= 0:
            return
        began = monotonic()
        others.nobody_works.wait(self._stands_still_s)
        waited_s = monotonic() - began
        self._stands_still_s -= waited_s
        self._work_begins += waited_s


class RequestSlots:
    """The requests at work and those that wait in line, of one event loop."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.at_work = 0
        self.last_progress = monotonic()
        """Time of the last taking or release of a slot, by the monotonic clock."""
        self.last_work = (0.0, self.last_progress)
        """Seconds of work of the slot that was last released, and the time of its release."""
        self._line: deque[asyncio.Future[None]] = deque()
        self._quiet: set[asyncio.Future[None]] = set()
        self.nobody_works = Event()
        """Set while none has a slot, for threads."""
        self.nobody_works.set()

    @property
    def waiting(self) -> int:
        return len(self._line)

    async def take(self) -> Slot:
        """Return a slot, as soon as it is this request's turn. Raises Full if the line is too long."""
        if self.at_work < self.most and not self._line:
            self.at_work += 1
            self.nobody_works.clear()
        elif len(self._line) >= LONGEST_LINE:
            raise Full
        else:
            await self._wait_in_line()
        self.last_progress = monotonic()
        return Slot(self)

    async def quiet(self, seconds: float) -> None:
        """Return as soon as no request is at work, and after so many seconds in any case."""
        if self.at_work and seconds > 0:
            nobody_works: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._quiet.add(nobody_works)
            try:
                await asyncio.wait({nobody_works}, timeout=seconds)
            finally:
                self._quiet.discard(nobody_works)

    async def _wait_in_line(self) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # The turn came just as the client left.
                self._released()
            elif turn in self._line:
                self._line.remove(turn)
            raise

    def _released(self) -> None:
        self.last_progress = monotonic()
        while self._line:
            turn = self._line.popleft()
            if not turn.cancelled():
                turn.set_result(None)  # The slot goes on to the next in line.
                return
        self.at_work -= 1
        if not self.at_work:
            self.nobody_works.set()
        while self._quiet and not self.at_work:
            self._quiet.pop().set_result(None)


slot_of_the_request: ContextVar[Slot | None] = ContextVar("slot_of_the_request", default=None)


class ClientFull(Full):
    """One client has as many streams open as it may."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most


class Place:
    """The place of one open stream, until it is released. Releasing it twice does nothing."""

    def __init__(self, places: "StreamPlaces", client: Hashable = None) -> None:
        self._places: StreamPlaces | None = places
        self._client = client

    def release(self) -> None:
        places, self._places = self._places, None
        if places is not None:
            places.give_back(self._client)


class StreamPlaces:
    """The places for streams of one kind, and how many one client may take. Kinds do not take each other's places."""

    def __init__(self, most: int, most_of_client: int = sys.maxsize) -> None:
        self.most = most
        self.most_of_client = most_of_client
        self.taken = 0
        self._of_clients: Counter[Hashable] = Counter()

    def take(self, client: Hashable = None) -> Place:
        """Return a place. Raise ClientFull where the client has all that it may have, Full where none is free."""
        if client is not None and self._of_clients[client] >= self.most_of_client:
            raise ClientFull(self.most_of_client)
        if self.taken >= self.most:
            raise Full
        self.taken += 1
        self._of_clients[client] += 1
        return Place(self, client)

    def give_back(self, client: Hashable) -> None:
        """Free a place that the client had."""
        self.taken -= 1
        self._of_clients[client] -= 1
        if not self._of_clients[client]:
            del self._of_clients[client]


live_pages = StreamPlaces(min(settings.WEB_LIVE_PAGES, MOST_CLIENTS * 3 // 4))
sign_screens = StreamPlaces(min(settings.WEB_SIGN_SCREENS, MOST_CLIENTS // 5))
event_streams = StreamPlaces(
    min(settings.WEB_EVENT_STREAMS, MOST_CLIENTS // 5), settings.WEB_EVENT_STREAMS_PER_CLIENT
)
request_slots = RequestSlots(settings.WEB_REQUESTS_AT_ONCE)
opening_slots = RequestSlots(settings.WEB_OPENINGS_AT_ONCE)
"""For requests that open a stream. After a restart all pages open theirs at once, and nobody else may wait for that."""


page_slots = RequestSlots(settings.WEB_PAGES_AT_ONCE)
"""For pages that fetch themselves again. All screens of a table ask at once when a number falls.

Python makes one page at a time. In turn, the second page finds its parts made (casino/kit/page_parts/kept_parts.py);
all at once, every page comes late. A page that a person opens does not wait for them."""
wide_slots = RequestSlots(1)
"""Slots for pages that show the whole floor.

Each takes as long as several pages of a table, and on a busy floor each is made all the time. Two at once would double
the wait for a number.
"""

WIDE_PAGES = frozenset({"/floor/"})
FOR_GUESTS = ("/sign/", "/signs/", "/public/")
"""Beginnings of the addresses of tables' signs."""
GIVES_WAY_S = 0.05
"""Time for which a wide page or a sign lets others go first: the page of the table with the event is requested in
the same moment, and the person who pays at the table waits for it."""
GIVES_WAY_AT_MOST_S = 0.3
"""Longest wait of a wide page for a moment in which no other page is made, and its longest pause while it is made.
"""
RESTS = 2.0
"""After each wide page none is made for so many times as long as it took: however many screens show the floor, and
however slow the machine, they leave two thirds of the process to the tables."""
WAITS_AT_MOST_S = 2.0
"""Longest wait of a wide page for its turn, in all."""


async def slot_for(scope: Any) -> Slot:
    """Return a slot for the request of this ASGI scope, as soon as it is its turn. Raises Full if the line is too
    long.
    """
    slots = slots_for(scope)
    came = monotonic()
    if slots is wide_slots or (slots is page_slots and scope["path"].startswith(FOR_GUESTS)):
        await asyncio.sleep(GIVES_WAY_S)
    slot = await slots.take()
    if slots is not wide_slots:
        return slot
    try:
        await slot.give_way((page_slots, request_slots), came + WAITS_AT_MOST_S)
    except asyncio.CancelledError:
        slot.release()
        raise
    return slot


def let_tables_by() -> None:
    """Pause the work of a wide page, from one table to the next, while the page of a table is made.

    The interpreter would work at both in turn, and both would take twice as long.
    """
    slot = slot_of_the_request.get()
    if slot is not None and slot.is_wide:
        slot.let_by(page_slots)


def slots_for(scope: Any) -> RequestSlots:
    """Return the slots of the line that a request waits in, by the ASGI scope of its connection."""
    if fetches_itself_again(scope):
        return wide_slots if scope["path"] in WIDE_PAGES else page_slots
    opens_a_stream = any(
        name == b"accept" and b"text/event-stream" in value for name, value in scope["headers"]
    )
    return opening_slots if opens_a_stream or scope["path"].endswith("/live") else request_slots


def fetches_itself_again(scope: Any) -> bool:
    """Return True if a page asks for itself because something has happened: htmx names the element that asks, and it
    is the page.
    """
    return any(
        name == b"hx-source" and is_page(source.decode("latin-1")) for name, source in scope["headers"]
    )
