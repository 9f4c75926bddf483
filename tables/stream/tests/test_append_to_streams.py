"""What an append to several streams promises: of each the same as an append of its own, of all of them or of none."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from tables.stream import (
    Claim,
    ConcurrencyError,
    EventAlreadyRecorded,
    IdempotencyKey,
    NewEvent,
    StreamAppend,
    append,
    append_to_streams,
    read_stream,
    recall,
    verify_chain,
)
from tables.stream.models import Event

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def new(*amounts: int) -> list[NewEvent]:
    return [
        NewEvent(type="counted", data={"amount": each, "of": 'a "b\\'}, occurred_at=NOW) for each in amounts
    ]


def to(stream_id: str, expected: int, *amounts: int, key: str = "") -> StreamAppend:
    claims = [Claim(IdempotencyKey(key, b"request"), expected, expected + len(amounts))] if key else []
    return StreamAppend(stream_id=stream_id, events=new(*amounts), expected_version=expected, claims=claims)


@pytest.mark.servers
def test_each_stream_goes_on_from_its_own_head(casino_id: int) -> None:
    append(casino_id, "b", new(1, 2), expected_version=0, now=NOW)
    recorded = append_to_streams(casino_id, [to("b", 2, 3, 4), to("a", 0, 5), to("c", 0, 6, 7, 8)], now=NOW)
    assert [[event.data["amount"] for event in of_stream] for of_stream in recorded] == [
        [3, 4],
        [5],
        [6, 7, 8],
    ]
    assert read_stream(casino_id, "b")[2:] == list(recorded[0])
    for stream_id, versions in (("a", 1), ("b", 4), ("c", 3)):
        assert [event.version for event in read_stream(casino_id, stream_id)] == list(range(1, versions + 1))
        assert verify_chain(casino_id, stream_id) is None


@pytest.mark.servers
def test_within_a_stream_a_later_event_has_the_greater_id(casino_id: int) -> None:
    append_to_streams(casino_id, [to("b", 0, *range(50)), to("a", 0, *range(50))], now=NOW)
    for stream_id in ("a", "b"):
        of_stream = Event.objects.filter(casino_id=casino_id, stream_id=stream_id).order_by("id")
        assert list(of_stream.values_list("version", flat=True)) == list(range(1, 51))


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_wrong_version_of_one_stream_appends_nothing(casino_id: int, expected: int) -> None:
    append(casino_id, "b", new(1, 2), expected_version=0, now=NOW)
    with pytest.raises(ConcurrencyError, match=f"b: expected version {expected}"), transaction.atomic():
        append_to_streams(casino_id, [to("a", 0, 5, key="a"), to("b", expected, 3, 4)], now=NOW)
    assert read_stream(casino_id, "a") == []
    assert recall(casino_id, IdempotencyKey("a", b"request")) is None


def test_keys_bring_the_events_of_their_requests_again(casino_id: int) -> None:
    recorded = append_to_streams(casino_id, [to("a", 0, 5, 6, key="a"), to("b", 0, 7, key="b")], now=NOW)
    for key, events in zip("ab", recorded, strict=True):
        recalled = recall(casino_id, IdempotencyKey(key, b"request"))
        assert recalled is not None
        assert recalled.events == events


@pytest.mark.servers
def test_used_key_of_one_stream_appends_nothing(casino_id: int) -> None:
    append_to_streams(casino_id, [to("a", 0, 5, key="a")], now=NOW)
    with pytest.raises(ConcurrencyError), transaction.atomic():
        append_to_streams(casino_id, [to("b", 0, 7, key="b"), to("a", 1, 5, key="a")], now=NOW)
    assert read_stream(casino_id, "b") == []
    assert recall(casino_id, IdempotencyKey("b", b"request")) is None


def test_an_event_that_is_in_the_record_is_not_recorded_again(casino_id: int) -> None:
    (event,) = append(casino_id, "a", new(1), expected_version=0, now=NOW).events
    again = NewEvent(type="counted", data={}, occurred_at=NOW, event_id=event.event_id)
    with pytest.raises(EventAlreadyRecorded), transaction.atomic():
        append_to_streams(
            casino_id, [StreamAppend(stream_id="b", events=[again], expected_version=0)], now=NOW
        )


def test_no_streams_are_nothing_to_append(casino_id: int) -> None:
    assert append_to_streams(casino_id, [], now=NOW) == []
