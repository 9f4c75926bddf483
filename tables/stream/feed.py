"""The casino's feed: sequenced events by position, dense from 1, the same for every reader for ever; and
waiting for more."""

from collections.abc import Collection, Iterable
from operator import itemgetter
from time import monotonic
from typing import NamedTuple

import msgspec
import psycopg
from django.db import connection
from psycopg import sql

from tables.stream.database import Row, Statement, run
from tables.stream.event import RecordedEvent, StoredEvent
from tables.stream.reader import recorded_event, stored_event
from tables.stream.sql import statement

READ_FEED = statement("read_feed")
READ_FEED_OF_TYPES = statement("read_feed_of_types")
READ_FEED_OF_STREAMS = statement("read_feed_of_streams")
READ_FEED_POSITION = statement("read_feed_position")
READ_AGES_AFTER = statement("read_ages_after")

_POSITION = itemgetter(1)

WIDEST = 50_000
"""Positions in which the rare is looked for at once."""

CHANNEL = "permanence_feed"
"""NOTIFY channel on which the sequencer announces each batch; `read_notice` reads the notice."""


def ages_after(places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """Return, for each (casino, position), the seconds since the first event behind it was recorded.

    A place at the end of the feed is left out. One statement.
    """
    wanted = list(places)
    if not wanted:
        return {}
    casinos, positions = zip(*wanted, strict=True)
    rows = run(READ_AGES_AFTER, casino_ids=list(casinos), positions=list(positions))
    return {(casino_id, position): seconds for casino_id, position, seconds in rows}


def feed_rows(
    casino_id: int,
    *,
    after: int = 0,
    types: Collection[str] | None = None,
    stream_prefix: str | None = None,
    limit: int = 1000,
) -> list[Row]:
    """Return the feed as stored, payloads undecoded: (id, position, payload, prev_hash, hash) by position."""
    page = {"casino_id": casino_id, "after": after, "limit": limit}
    if types is not None:
        return _in_windows(READ_FEED_OF_TYPES, **page, types=list(types), stream_prefix=stream_prefix)
    if stream_prefix is not None:
        return _in_windows(READ_FEED_OF_STREAMS, **page, stream_prefix=stream_prefix)
    return sorted(run(READ_FEED, **page), key=_POSITION)


def _in_windows(
    statement: Statement, *, casino_id: int, after: int, limit: int, **wanted: object
) -> list[Row]:
    """Return the wanted rows of the feed, searched in windows of positions that grow until there are enough.

    No statement finds more than a window holds, with rare rows and any plan of the server.
    """
    rows: list[Row] = []
    width = limit
    # Read first: of a window that ends at the head nothing is sequenced later.
    head = feed_position(casino_id)
    while after < head and len(rows) < limit:
        to = min(after + width, head)
        place = {"casino_id": casino_id, "after": after, "to": to, "limit": limit - len(rows)}
        rows += run(statement, **place, **wanted)
        after, width = to, min(4 * width, WIDEST)
    return rows


def read_feed(
    casino_id: int,
    *,
    after: int = 0,
    types: Collection[str] | None = None,
    stream_prefix: str | None = None,
    limit: int = 1000,
) -> list[RecordedEvent]:
    """Up to `limit` events after a position, of some types and of streams that begin so, if given.

    Reading on from the last position returned misses nothing and gives nothing twice.
    """
    rows = feed_rows(casino_id, after=after, types=types, stream_prefix=stream_prefix, limit=limit)
    return [recorded_event(row) for row in rows]


def read_feed_as_stored(
    casino_id: int,
    *,
    after: int = 0,
    types: Collection[str] | None = None,
    stream_prefix: str | None = None,
    limit: int = 1000,
) -> list[StoredEvent]:
    """Return the result of `read_feed`, with the data as JSON, to be passed on."""
    rows = feed_rows(casino_id, after=after, types=types, stream_prefix=stream_prefix, limit=limit)
    return [stored_event(row) for row in rows]


def feed_position(casino_id: int) -> int:
    """Return the last position sequenced; 0 before the first."""
    rows = run(READ_FEED_POSITION, casino_id=casino_id)
    return rows[0][0] if rows else 0


class Notice(NamedTuple):
    """Notice of a batch: the position of the casino's feed after it, the number of its events, and their streams; None
    where the notice has no room for them.
    """

    casino_id: int
    position: int
    events: int
    streams: tuple[str, ...] | None


def read_notice(payload: str) -> Notice:
    """Return the notice in a payload on CHANNEL (sql/seal_events.sql). A payload with the position alone gives a notice
    without events.
    """
    casino_id, position, *more = payload.split(":", 3)
    events = int(more[0]) if more else 0
    streams = msgspec.json.decode(more[1], type=tuple[str, ...]) if len(more) > 1 else None
    return Notice(int(casino_id), int(position), events, streams)


QUIET_S = 5.0
"""Seconds of silence after which a listening connection is tested."""


class FeedListener:
    """Listener for each sequenced batch. A missed batch does no harm: a waiting process looks at the feed anyway, a
    little later.
    """

    def __init__(self) -> None:
        self._connection: psycopg.Connection = connection.get_new_connection(
            connection.get_connection_params()
        )
        self._connection.set_autocommit(True)
        self._connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        self._answered_at = monotonic()

    def wait(self, timeout_s: float) -> bool:
        """Wait up to `timeout_s` seconds for a sequenced batch. Return False if none came.

        A connection that is silent for QUIET_S is tested: silence may be a lost connection. Raises
        psycopg.OperationalError then.
        """
        heard = any(True for _ in self._connection.notifies(timeout=timeout_s, stop_after=1))
        if heard:
            self._answered_at = monotonic()
        elif monotonic() - self._answered_at > QUIET_S:
            self._connection.execute("SELECT 1")
            self._answered_at = monotonic()
        return heard

    def close(self) -> None:
        self._connection.close()
