"""One listening connection for all pages and feeds that this process serves, and for revocations.

The sequencer notifies the feed's new position and the touched streams (NOTIFY). Every open page gets a poke: the feed's
position and the touched tables, nothing else. A poked page fetches itself again. The listener asks the database if a
notice does not name the streams, or if it missed a notice. After an outage of the database the listener reconnects, and
pokes for the events sequenced meanwhile.

Revocations come on the same connection (casino/web/revocation). So each is heard before the notice of an event that was
recorded after it.
"""

import asyncio
import contextvars
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import psycopg
from django.db import Error

from casino.web.background import in_thread
from casino.web.liveness import connection_parameters
from casino.web.revocation import subjects
from casino.web.revocation.heard import heard
from casino.web.revocation.permits import permits
from settlement.slips.state import PREFIX as SLIP_PREFIX
from tables.compliance.state import PREFIX as VIOLATION_PREFIX
from tables.compliance.state import table_day_and_name
from tables.handling.streams import TABLE_PREFIX, table_and_day
from tables.postgresql.base import BoundedAsyncConnection
from tables.stream import RecordedEvent, feed_position, read_feed
from tables.stream.feed import CHANNEL, Notice, read_notice

log = logging.getLogger(__name__)

QUIET_S = 2.0
"""Seconds after which the connection is tested, even if it is busy."""
WAIT_S = (0.1, 0.5, 1.0, 2.0)
"""Seconds before the next attempts; the last value repeats."""
BATCH = 1000
FLOORS_AFTER_S = 0.01
"""Seconds by which pages of the whole floor are poked later than pages of a table.

A person at the table waits for the page, and each poke takes time to send.
"""


NONE: frozenset[str] = frozenset()
"""No table."""


class Poke(msgspec.Struct, frozen=True):
    """Notice to a page: the feed is at `position`, and these tables were touched (None: perhaps any)."""

    position: int
    tables: frozenset[str] | None

    def concerning(self, tables: frozenset[str] | None) -> "Poke":
        """Return the poke for these tables alone (None: all), possibly without any table."""
        if self.tables is None or tables is None:
            return self
        return Poke(self.position, self.tables & tables)

    def after(self, earlier: "Poke | None") -> "Poke":
        """Return both pokes as one."""
        if earlier is None:
            return self
        unknown = earlier.tables is None or self.tables is None
        tables = None if unknown else (earlier.tables or NONE) | (self.tables or NONE)
        return Poke(max(earlier.position, self.position), tables)


class Mailbox:
    """Unread pokes of a page, added up to one, even for a slow page.

    A page for some tables alone is not woken for others: on a floor of a hundred tables nearly every event is about
    another one.
    """

    def __init__(self, tables: frozenset[str] | None = None) -> None:
        self._tables = tables
        self._poke: Poke | None = None
        self._filled = asyncio.Event()
        self.passed = 0
        """Position of the feed up to which events of other tables have been skipped."""

    @property
    def is_empty(self) -> bool:
        return self._poke is None

    @property
    def is_for_all(self) -> bool:
        """True if the page shows all tables."""
        return self._tables is None

    def put(self, poke: Poke) -> None:
        mine = poke.concerning(self._tables)
        if self._tables is not None and mine.tables == NONE:
            self.passed = poke.position
            return
        self._poke = mine.after(self._poke)
        self._filled.set()

    def wake(self) -> None:
        """Wake the waiting task without a poke."""
        self._filled.set()

    async def take(self, seconds: float) -> Poke | None:
        """Return the waiting poke, or the next one; None after this many seconds, or when woken."""
        try:
            await asyncio.wait_for(self._filled.wait(), seconds)
        except TimeoutError:
            return None
        return self.take_now()

    def take_now(self) -> Poke | None:
        """Return the poke that has come by now; None if there is none."""
        self._filled.clear()
        poke, self._poke = self._poke, None
        return poke


class FeedListener:
    """The listening connection of one event loop, and the pages that wait on it."""

    def __init__(self) -> None:
        self._pages: dict[int, set[Mailbox]] = {}
        self._positions: dict[int, int] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen, if nobody has yet."""
        if self._task is None or self._task.done():
            # A context of its own: the request that happens to come first must not lend the task its database thread.
            self._task = asyncio.create_task(self._listen_for_ever(), context=contextvars.Context())

    @asynccontextmanager
    async def page(self, casino_id: int, tables: frozenset[str] | None = None) -> AsyncIterator[Mailbox]:
        """Yield the pokes for one page of a casino, or of these tables alone, for as long as it is open."""
        mailbox = Mailbox(tables)
        if casino_id not in self._positions:
            await self._find_position(casino_id)
        self._pages.setdefault(casino_id, set()).add(mailbox)
        self.start()
        try:
            yield mailbox
        finally:
            self._pages[casino_id].discard(mailbox)

    async def _find_position(self, casino_id: int) -> None:
        try:
            position = await in_thread(feed_position, casino_id)
        except Error as error:
            log.warning("a stream begins while the database is away (%s)", error)
            return
        # Meanwhile another page may have begun, and the listener may have heard more.
        self._positions[casino_id] = max(position, self.position(casino_id))

    def position(self, casino_id: int) -> int:
        """Return the last known position of the casino's feed."""
        return self._positions.get(casino_id, 0)

    async def _listen_for_ever(self) -> None:
        failures = 0
        while True:
            try:
                async with await BoundedAsyncConnection.connect(
                    **_connection_parameters(), autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {subjects.CHANNEL}")
                    await connection.execute(f"LISTEN {CHANNEL}")
                    # Revocations during the outage were not heard, so doubt all permits before reading the feed.
                    heard.note_all()
                    permits().doubt()
                    heard.note_answer()
                    for casino_id in list(self._pages):
                        await self._catch_up(casino_id)
                    failures = 0
                    await self._listen(connection)
            except (psycopg.Error, Error, OSError) as error:
                log.warning("the feed's listener lost the database (%s) and will come back", error)
            except Exception:
                # Pages that no longer move would be worse: log the error, and begin again.
                log.exception("the feed's listener failed and begins again")
            await asyncio.sleep(WAIT_S[min(failures, len(WAIT_S) - 1)])
            failures += 1

    async def _listen(self, connection: psycopg.AsyncConnection[Any]) -> None:
        while True:
            async for notice in connection.notifies(timeout=QUIET_S):
                if notice.channel == subjects.CHANNEL:
                    heard.note(notice.payload)
                    permits().doubt(notice.payload)
                else:
                    await self._hear(read_notice(notice.payload))
            await connection.execute("SELECT 1")
            heard.note_answer()

    async def _hear(self, notice: Notice) -> None:
        """Poke the casino's pages with the news in this notice."""
        known = self._positions.get(notice.casino_id, 0)
        if not self._pages.get(notice.casino_id) or notice.position <= known:
            return
        tables = tables_of(notice.streams) if notice.position - notice.events == known else None
        if tables is None:
            await self._catch_up(notice.casino_id)
        else:
            self._poke(notice.casino_id, Poke(notice.position, tables))

    async def _catch_up(self, casino_id: int) -> None:
        """Poke the casino's pages for all events sequenced since the last poke."""
        after = self._positions.get(casino_id, 0)
        position, tables = await touched_since(casino_id, after)
        if position > after:
            self._poke(casino_id, Poke(position, tables))

    def _poke(self, casino_id: int, poke: Poke) -> None:
        self._positions[casino_id] = poke.position
        floors = []
        for mailbox in self._pages.get(casino_id, ()):
            if mailbox.is_for_all:
                floors.append(mailbox)
            else:
                mailbox.put(poke)
        if floors:
            asyncio.get_running_loop().call_later(FLOORS_AFTER_S, _put, floors, poke)


def _put(mailboxes: list[Mailbox], poke: Poke) -> None:
    for mailbox in mailboxes:
        mailbox.put(poke)


def tables_of(streams: Iterable[str] | None) -> frozenset[str] | None:
    """Return the tables that these streams are about; None if that is not known without their events."""
    if streams is None or any(stream_id.startswith(SLIP_PREFIX) for stream_id in streams):
        return None
    return frozenset(_table_named(stream_id) for stream_id in streams) - {""}


async def touched_since(casino_id: int, after: int) -> tuple[int, frozenset[str] | None]:
    """Return the feed's position, and the tables of its events after a position.

    The tables are None if the feed has moved so far that reading it costs more than a needless poke.
    """
    return await in_thread(_touched_since, casino_id, after)


def _touched_since(casino_id: int, after: int) -> tuple[int, frozenset[str] | None]:
    position = feed_position(casino_id)
    if position - after > BATCH:
        return position, None
    events = read_feed(casino_id, after=after, limit=BATCH)
    tables = {_table_of(e) for e in events} - {""}
    return (events[-1].position or after) if events else after, frozenset(tables)


def _table_of(event: RecordedEvent) -> str:
    """Return the table of an event; empty for an event without one. Only a slip's events name its table."""
    if event.stream_id.startswith(SLIP_PREFIX):
        return str(event.data["table"])
    return _table_named(event.stream_id)


def _table_named(stream_id: str) -> str:
    """Return the table in the name of a stream: a table's own, or a violation's. Empty for any other stream."""
    if stream_id.startswith(TABLE_PREFIX):
        return table_and_day(stream_id)[0]
    return table_day_and_name(stream_id)[0] if stream_id.startswith(VIOLATION_PREFIX) else ""


def _connection_parameters() -> dict[str, Any]:
    return connection_parameters() | {"application_name": "permanence-web"}


_listeners: WeakKeyDictionary[asyncio.AbstractEventLoop, FeedListener] = WeakKeyDictionary()


def feed_listener() -> FeedListener:
    """Return the listener of the running event loop: a web process has one."""
    return _listeners.setdefault(asyncio.get_running_loop(), FeedListener())
