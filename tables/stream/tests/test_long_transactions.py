"""No transaction of a comparison or a rebuild grows with the record: the feed goes on meanwhile."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from tables.stream import NewEvent, RecordedEvent, rebuild, rebuilding, shadow
from tables.stream.batch_appender import StreamAppend, append_to_streams
from tables.stream.following import follow_all
from tables.stream.projections import Projection
from tables.stream.rebuilding import compare, outdated_projections
from tables.stream.sequencing import casinos_with_events, sequence_due
from tables.stream.tests.conftest import NOW, FollowingTally, InlineTally, Recorder, TallyRow
from testkit.stream import sequence_all

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]

STREAMS = 300
"""Each with one event and one row."""
SLICE = 10
MOST_ROWS = 20 * SLICE
"""Rows that one transaction may read and write: an event of a batch finds and writes its row with a few statements."""

ROWS_TOUCHED = """
SELECT pg_current_xact_id_if_assigned()::text, coalesce(sum(
    pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)
    + pg_stat_get_xact_tuples_inserted(oid)
), 0)
FROM unnest(ARRAY[to_regclass('public.test_tally'), to_regclass('pg_temp.test_tally')]) AS tally (oid)
"""


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "BATCH", SLICE)
    monkeypatch.setattr(shadow, "RANGE", SLICE)


@pytest.fixture
def written(record: Recorder, tally_rows: type[TallyRow]) -> int:
    """A casino with an event and a row for each of many streams. No sequencer runs."""
    each = [
        StreamAppend(
            stream_id=f"s{number:04}",
            events=[NewEvent(type="counted", data={"amount": number}, occurred_at=NOW)],
            expected_version=0,
        )
        for number in range(STREAMS)
    ]
    with transaction.atomic():
        append_to_streams(record.casino_id, each, now=NOW)
    # A neighbour's rows make the table large enough for the planner to use its index.
    for casino_id, rows in ((record.casino_id, STREAMS), (record.casino_id + 1, 20 * STREAMS)):
        tally_rows.objects.bulk_create(
            tally_rows(casino_id=casino_id, stream_id=f"s{n:04}", events=1, total=n, last={"amount": n})
            for n in range(rows)
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE test_tally")
    return record.casino_id


@pytest.fixture
def lived(written: int) -> int:
    """The same, all sequenced."""
    sequence_all(written)
    return written


def compare_rows(projection: Projection, casino_id: int) -> int:
    return len(compare(projection, casino_id).differences)


def rebuild_rows(projection: Projection, casino_id: int) -> int:
    return rebuild(projection.name, casino_id)[0].added


@pytest.mark.parametrize("kind", [InlineTally, FollowingTally])
@pytest.mark.parametrize("command", [compare_rows, rebuild_rows])
def test_no_transaction_touches_more_than_a_slice(
    lived: int,
    tally_rows: type[TallyRow],
    request: pytest.FixtureRequest,
    kind: type[Projection],
    command: Callable[[Projection, int], int],
) -> None:
    fixture = "inline_tally" if kind is InlineTally else "following_tally"
    projection = request.getfixturevalue(fixture)
    if kind is FollowingTally:
        tally_rows.objects.filter(casino_id=lived).delete()
        assert follow_all(lived)
    altered = tally_rows.objects.filter(casino_id=lived, stream_id__endswith="7")
    assert altered.update(total=-1) == STREAMS // 10
    with watching(projection) as watched:
        assert command(projection, lived) == STREAMS // 10
    assert sum(watched.events.values()) == STREAMS
    assert max(watched.events.values()) <= SLICE
    assert max(watched.rows.values()) <= MOST_ROWS


@pytest.mark.parametrize("command", [compare_rows, rebuild_rows])
def test_no_transaction_touches_more_than_a_slice_without_a_sequencer(
    written: int, inline_tally: InlineTally, command: Callable[[Projection, int], int]
) -> None:
    TallyRow.objects.filter(casino_id=written, stream_id__endswith="77").update(total=-1)
    with watching(inline_tally) as watched:
        assert command(inline_tally, written) == STREAMS // 100
    assert sum(watched.events.values()) == STREAMS
    assert max(watched.events.values()) <= SLICE
    assert max(watched.rows.values()) <= MOST_ROWS
    sequence_all(written)
    assert command(inline_tally, written) == (STREAMS // 100 if command is compare_rows else 0)


def test_comparison_names_no_row_that_only_moved_on(
    record: Recorder, inline_tally: InlineTally, tally_rows: type[TallyRow]
) -> None:
    record("still", 1)
    tally_rows.objects.filter(casino_id=record.casino_id, stream_id="still").update(total=7)
    stop = threading.Event()

    def keep_counting(stream: str) -> None:
        for _ in range(100):
            record(stream, 1)
        connection.close()

    def keep_sequencing() -> None:
        while not stop.is_set():
            sequence_due(record.casino_id)
        connection.close()

    casinos_with_events()
    with ThreadPoolExecutor(4) as pool:
        counting = [pool.submit(keep_counting, stream) for stream in "abc"]
        counting.append(pool.submit(keep_sequencing))
        try:
            found = [compare(inline_tally, record.casino_id).differences for _ in range(3)]
        finally:
            stop.set()
        for each in counting:
            each.result()
    for differences in found:
        assert [str(each) for each in differences] == ["test_tally, stream_id still: altered"]


def test_rebuild_that_broke_off_leaves_rows_of_another_version_outdated(
    lived: int, inline_tally: InlineTally, tally_rows: type[TallyRow], monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuild(inline_tally.name, lived)
    monkeypatch.setattr(InlineTally, "version", 2)
    tally_rows.objects.filter(casino_id=lived).update(total=-1)
    replace = shadow.ReadTable.replace

    def replace_once(table: shadow.ReadTable, casino_id: int, keys: shadow.KeyRange) -> tuple[int, int]:
        monkeypatch.setattr(shadow.ReadTable, "replace", broken)
        return replace(table, casino_id, keys)

    def broken(*_: Any) -> tuple[int, int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(shadow.ReadTable, "replace", replace_once)
    with pytest.raises(KeyboardInterrupt):
        rebuild(inline_tally.name, lived)
    assert tally_rows.objects.filter(casino_id=lived, total=-1).count() == STREAMS - SLICE
    monkeypatch.undo()
    assert inline_tally.version == 1, "the code that made the rows before"
    assert inline_tally.name in outdated_projections(lived)
    rebuild(inline_tally.name, lived)
    assert not tally_rows.objects.filter(casino_id=lived, total=-1).exists()
    assert inline_tally.name not in outdated_projections(lived)


class Watched:
    """What each transaction did that had an id, by the id."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()


@contextmanager
def watching(projection: Projection) -> Iterator[Watched]:
    watched = Watched()
    apply = projection.apply

    def apply_counted(events: Sequence[RecordedEvent]) -> None:
        apply(events)
        watched.events[_rows_touched()[0]] += len(events)

    def execute_counted(execute: Callable[..., Any], *statement: Any) -> Any:
        before = _rows_touched()[1] if connection.in_atomic_block else 0
        result = execute(*statement)
        if connection.in_atomic_block:
            xid, after = _rows_touched()
            if xid:
                watched.rows[xid] += after - before
        return result

    with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(execute_counted):
        patch.setattr(projection, "apply", apply_counted)
        yield watched


def _rows_touched() -> tuple[str, int]:
    """The id of the transaction, and the rows of the read table and its shadow that this session read and wrote."""
    found: tuple[str, int] = connection.connection.execute(ROWS_TOUCHED).fetchone()
    return found
