"""Streams by version and time, the feed by position, and old events in the newest shape."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from django.db import connection

from tables.stream import (
    RecordedEvent,
    feed_position,
    read_feed,
    read_feed_as_stored,
    read_stream,
    read_types,
    register_upcaster,
    sequencer_lag,
    stream_version,
)
from tables.stream.tests.conftest import Recorder
from tables.stream.upcasters import remove_upcaster

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)


def amounts(events: Iterable[RecordedEvent]) -> list[int]:
    return [event.data["amount"] for event in events]


@pytest.mark.django_db
def test_a_stream_is_read_from_and_to_a_version(record: Recorder) -> None:
    record("s", 1, 2, 3, 4)
    assert amounts(read_stream(record.casino_id, "s", after_version=1, to_version=3)) == [2, 3]
    assert read_stream(record.casino_id, "nothing") == []
    assert stream_version(record.casino_id, "nothing") == 0


@pytest.mark.django_db
def test_events_of_some_types_are_read_from_several_streams(record: Recorder) -> None:
    for stream in ("b", "a", "c"):
        record(stream, 1, 2)
    (type_,) = {event.type for event in read_stream(record.casino_id, "a")}
    found = read_types(record.casino_id, ["a", "b", "nothing"], [type_, "another"])
    assert [(event.stream_id, event.version) for event in found] == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]
    assert read_types(record.casino_id, ["a", "b"], ["another"]) == []
    assert read_types(record.casino_id, [], [type_]) == []


@pytest.mark.django_db
def test_a_stream_is_read_as_it_stood_at_a_time(record: Recorder) -> None:
    for minute in range(3):
        record("s", minute, now=NOW + timedelta(minutes=minute))
    assert amounts(read_stream(record.casino_id, "s", at=NOW + timedelta(minutes=1))) == [0, 1]
    assert read_stream(record.casino_id, "s", at=NOW - timedelta(seconds=1)) == []


@pytest.mark.django_db
def test_time_leaves_no_gap_in_a_stream_recorded_by_two_clocks(record: Recorder) -> None:
    record("s", 1, 2, now=NOW)
    with connection.cursor() as cursor:
        # As records have it in which recorded_at could still go back.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE event SET recorded_at = %s WHERE casino_id = %s AND version = 1",
            [NOW + timedelta(seconds=2), record.casino_id],
        )
    assert amounts(read_stream(record.casino_id, "s", at=NOW + timedelta(seconds=1))) == [1, 2]


def test_the_feed_has_dense_positions_and_every_page_follows_on_the_last(
    record: Recorder, seal: Callable[[int], int]
) -> None:
    for number in range(7):
        record(f"s/{number % 3}", number)
    assert seal(record.casino_id) == feed_position(record.casino_id) == 7
    pages = [read_feed(record.casino_id, after=after, limit=3) for after in (0, 3, 6)]
    assert [[event.position for event in page] for page in pages] == [[1, 2, 3], [4, 5, 6], [7]]
    assert amounts(event for page in pages for event in page) == list(range(7))


@pytest.mark.servers
def test_the_feed_is_read_by_type_and_by_the_beginning_of_a_streams_name(
    record: Recorder, seal: Callable[[int], int]
) -> None:
    record("count/a", 1)
    record("count/b", 2, type="corrected")
    record("reader/a", 3)
    seal(record.casino_id)
    assert amounts(read_feed(record.casino_id, types={"counted"})) == [1, 3]
    assert amounts(read_feed(record.casino_id, stream_prefix="count/")) == [1, 2]
    assert amounts(read_feed(record.casino_id, types=["counted"], stream_prefix="count/")) == [1]
    assert read_feed(record.casino_id, types=[]) == []


@pytest.mark.servers
def test_the_rare_is_found_however_far_apart_it_lies(record: Recorder, seal: Callable[[int], int]) -> None:
    for number in range(150):
        rare = number in (3, 60, 61, 149)
        record("rare/s" if rare else "s", number, type="seldom" if rare else "counted")
    seal(record.casino_id)
    # Looked for in windows of 1, 4, 16, 64 positions, and of 2, 8, 32, 128.
    for wanted in ({"types": ["seldom"]}, {"stream_prefix": "rare/"}):
        assert amounts(read_feed(record.casino_id, **wanted, limit=1)) == [3]
        assert amounts(read_feed(record.casino_id, **wanted, limit=2)) == [3, 60]
        assert amounts(read_feed(record.casino_id, **wanted, after=4, limit=2)) == [60, 61]
        assert amounts(read_feed(record.casino_id, **wanted, after=62, limit=2)) == [149]
        assert amounts(read_feed(record.casino_id, **wanted)) == [3, 60, 61, 149]
        assert read_feed(record.casino_id, **wanted, after=150) == []


def test_unsequenced_event_is_outside_the_feed_and_lags(record: Recorder, seal: Callable[[int], int]) -> None:
    record("s", 1, now=datetime.now(UTC) - timedelta(seconds=5))
    assert read_feed(record.casino_id) == []
    record("s", 2)
    assert sequencer_lag(record.casino_id) >= 5
    seal(record.casino_id)
    assert sequencer_lag(record.casino_id) == 0
    assert amounts(read_feed(record.casino_id)) == [1, 2]


def test_old_events_are_read_in_the_newest_shape_and_stay_as_they_were(
    record: Recorder, seal: Callable[[int], int]
) -> None:
    record("s", 5)
    seal(record.casino_id)
    stored = read_stream(record.casino_id, "s")[0]
    register_upcaster("counted", 1, lambda data: {"units": data["amount"]})
    register_upcaster("counted", 2, lambda data: {**data, "currency": "EUR"})
    try:
        for event in (*read_stream(record.casino_id, "s"), *read_feed(record.casino_id)):
            assert (event.schema_version, event.data) == (3, {"units": 5, "currency": "EUR"})
            assert event.hash == stored.hash
        (passed_on,) = read_feed_as_stored(record.casino_id)
        assert passed_on.schema_version == 3
        assert msgspec.json.decode(passed_on.data) == {"units": 5, "currency": "EUR"}
        with pytest.raises(ValueError, match="counted already has an upcaster from schema version 2"):
            register_upcaster("counted", 2, dict)
    finally:
        remove_upcaster("counted", 1)
        remove_upcaster("counted", 2)
    assert read_stream(record.casino_id, "s") == [stored]
