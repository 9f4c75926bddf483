"""Reading the feed, payloads undecoded, against a raw SELECT of the same columns from the bare table."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median

from django.db import connection, transaction

from bench.stream.contestants import DATA, METADATA, own_session
from tables.stream.appender import append
from tables.stream.event import NewEvent
from tables.stream.feed import feed_rows, read_feed
from tables.stream.sequencing import Sequencer

CASINO = 2
EVENTS = 20_000
PAGE = 1000

SELECT = b"""
SELECT id, id, casino_id, stream_id, version, event_id, type, schema_version, data::text, metadata::text, occurred_at,
       recorded_at, prev_hash, hash
FROM bare WHERE id > %s ORDER BY id LIMIT %s
"""
FILL_BARE = """
TRUNCATE bare RESTART IDENTITY;
INSERT INTO bare (casino_id, stream_id, version, event_id, type, schema_version, data, metadata,
                  occurred_at, recorded_at, prev_hash, hash)
SELECT casino_id, stream_id, version, event_id, type, schema_version, data, metadata,
       occurred_at, recorded_at, prev_hash, hash
FROM event WHERE casino_id = %s ORDER BY id;
"""


def prepare_feed() -> float:
    """Fill a casino's feed and the bare table with the same events; events sealed a second.

    Ends the measuring where they cannot all be sealed: a feed with less in it would be read faster than it is.
    """
    now = datetime.now(UTC)
    event = NewEvent(type="number_came", data=DATA, metadata=METADATA, occurred_at=now)
    for stream in range(EVENTS // 500):
        with transaction.atomic():
            append(CASINO, f"table/RF{stream}/2031-05-17", [event] * 500, expected_version=0, now=now)
    started = time.monotonic()
    sealed = Sequencer().sequence()
    rate = sealed / (time.monotonic() - started)
    if sealed != EVENTS:
        held = "a transaction that is open elsewhere on this server held the sealer back; measure without it"
        raise SystemExit(f"Only {sealed:,} of {EVENTS:,} events were sealed: {held}.")
    with connection.cursor() as cursor:
        cursor.execute(FILL_BARE, [CASINO])
        cursor.execute("VACUUM ANALYZE bare, record.event_rest, record.sealed_event_rest")
    return rate


def compare_feed_reads(rounds: int) -> tuple[float, float, float, float]:
    """Rows a second by feed and by SELECT, the median ratio of the two, and decoded events a second."""
    feed, select, decoded = [], [], []
    with own_session() as session:

        def select_page(after: int) -> int:
            rows = session.execute(SELECT, [after, PAGE], prepare=True, binary=True).fetchall()
            return rows[-1][1] if rows else 0

        for _ in range(rounds):
            feed.append(_rate(_feed_page))
            select.append(_rate(select_page))
            decoded.append(_rate(_decoded_page))
    ratio = median(one / other for one, other in zip(feed, select, strict=True))
    return median(feed), median(select), ratio, median(decoded)


def _feed_page(after: int) -> int:
    rows = feed_rows(CASINO, after=after, limit=PAGE)
    return rows[-1][1] if rows else 0


def _decoded_page(after: int) -> int:
    events = read_feed(CASINO, after=after, limit=PAGE)
    return events[-1].position or 0 if events else 0


def _rate(page: Callable[[int], int]) -> float:
    started = time.monotonic()
    after = 0
    while reached := page(after):
        after = reached
    return EVENTS / (time.monotonic() - started)
