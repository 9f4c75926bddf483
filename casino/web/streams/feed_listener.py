"""One listening connection for all pages and feeds that this process serves, and for revocations.

The sealer notifies how far the feed has come, and with which streams (NOTIFY). Every open page gets that as a poke:
the feed's position and the tables that were touched, nothing else. A page that is poked fetches itself again. The
database is asked where a notice does not say what was touched, or one was missed. When it goes away, the listener comes
back by itself and pokes for what was sealed meanwhile.

Revocations come on the same connection (casino/web/revocation), so each is heard before the notice of an event that was
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
"""After so many seconds the connection is tested, whatever was heard on it."""
WAIT_S = (0.1, 0.5, 1.0, 2.0)
"""How long to wait before the next attempt, the last value again and again."""
BATCH = 1000
FLOORS_AFTER_S = 0.01
"""So much later than the pages of a table those of the whole floor are poked: who stands at the table waits for it, and
each poke takes time to be sent."""


NONE: frozenset[str] = frozenset()
"""No table."""


class Poke(msgspec.Struct, frozen=True):
    """Something was recorded: the feed stands at `position`, and these tables were touched (None: perhaps any)."""

    position: int
    tables: frozenset[str] | None

    def concerning(self, tables: frozenset[str] | None) -> "Poke":
        """What of it is about these tables (None: all), perhaps nothing."""
        if self.tables is None or tables is None:
            return self
        return Poke(self.position, self.tables & tables)

    def after(self, earlier: "Poke | None") -> "Poke":
        """Both in one."""
        if earlier is None:
            return self
        unknown = earlier.tables is None or self.tables is None
        tables = None if unknown else (earlier.tables or NONE) | (self.tables or NONE)
        return Poke(max(earlier.position, self.position), tables)


class Mailbox:
    """The pokes that a page has not had yet, added up to one, however slow the page is.

    Who waits for some tables alone is not woken for others: on a floor of a hundred tables nearly everything that
    happens is about another one.
    """

    def __init__(self, tables: frozenset[str] | None = None) -> None:
        self._tables = tables
        self._poke: Poke | None = None
        self._filled = asyncio.Event()
        self.passed = 0
        """The feed's position up to which what did not concern these tables has been passed over."""

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
        """Have whoever waits look around, without a poke."""
        self._filled.set()

    async def take(self, seconds: float) -> Poke | None:
        """What came, as soon as something has; None after so many seconds without, or when woken."""
        try:
            await asyncio.wait_for(self._filled.wait(), seconds)
        except TimeoutError:
            return None
        return self.take_now()

    def take_now(self) -> Poke | None:
        """What has come by now."""
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
        """The pokes for one page of a casino, or of these tables alone, for as long as it is open."""
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
        """How far the feed of the casino had come when it was last heard of."""
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
                    # Before the feed is read on: what was revoked meanwhile was not heard.
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
        """Pokes the casino's pages for what they have not heard of yet."""
        known = self._positions.get(notice.casino_id, 0)
        if not self._pages.get(notice.casino_id) or notice.position <= known:
            return
        tables = tables_of(notice.streams) if notice.position - notice.events == known else None
        if tables is None:
            await self._catch_up(notice.casino_id)
        else:
            self._poke(notice.casino_id, Poke(notice.position, tables))

    async def _catch_up(self, casino_id: int) -> None:
        """Pokes the casino's pages for everything sealed since the last poke."""
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
    """The tables that these streams are about; None where that is not known without their events."""
    if streams is None or any(stream_id.startswith(SLIP_PREFIX) for stream_id in streams):
        return None
    return frozenset(_table_named(stream_id) for stream_id in streams) - {""}


async def touched_since(casino_id: int, after: int) -> tuple[int, frozenset[str] | None]:
    """How far the feed stands, and which tables its events after a position belong to.

    None where it has come so far since that reading it would cost more than a poke too many.
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
    """The table that an event is about; empty for any other. That of a slip stands in its events alone."""
    if event.stream_id.startswith(SLIP_PREFIX):
        return str(event.data["table"])
    return _table_named(event.stream_id)


def _table_named(stream_id: str) -> str:
    """The table that a stream is named for: its own, or of a violation's life; empty for any other."""
    if stream_id.startswith(TABLE_PREFIX):
        return table_and_day(stream_id)[0]
    return table_day_and_name(stream_id)[0] if stream_id.startswith(VIOLATION_PREFIX) else ""


def _connection_parameters() -> dict[str, Any]:
    return connection_parameters() | {"application_name": "permanence-web"}


_listeners: WeakKeyDictionary[asyncio.AbstractEventLoop, FeedListener] = WeakKeyDictionary()


def feed_listener() -> FeedListener:
    """The listener of the running event loop: a web process has one."""
    return _listeners.setdefault(asyncio.get_running_loop(), FeedListener())
