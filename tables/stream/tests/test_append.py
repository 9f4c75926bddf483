"""What an append promises its caller."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from tables.stream import (
    ANY,
    ConcurrencyError,
    EventAlreadyRecorded,
    NewEvent,
    append,
    read_stream,
    stream_version,
    verify_chain,
)
from tables.stream.hashing import GENESIS, chain_hash
from tables.stream.merkle.proofs import find_event
from tables.stream.models import Event

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def new(amount: object = 1, **fields: Any) -> NewEvent:
    usual: dict[str, Any] = {"type": "counted", "data": {"amount": amount}, "occurred_at": NOW}
    return NewEvent(**usual | fields)


def test_events_get_the_versions_after_the_expected_one(casino_id: int) -> None:
    append(casino_id, "s", [new(1), new(2)], expected_version=0, now=NOW)
    appended = append(casino_id, "s", [new(3)], expected_version=2, now=NOW)
    assert appended.version == 3
    assert [(e.version, e.data["amount"]) for e in read_stream(casino_id, "s")] == [(1, 1), (2, 2), (3, 3)]


def test_appended_events_equal_the_read_events(casino_id: int) -> None:
    event = new(metadata={"by": {"id": "P7"}}, data={"ball": "ivory", "at": NOW, "chips": (5, 10)})
    appended = append(casino_id, "s", [event], expected_version=0, now=NOW)
    assert list(appended.events) == read_stream(casino_id, "s")
    assert appended.events[0].data["chips"] == [5, 10]


def test_each_event_is_chained_to_the_one_before_it(casino_id: int) -> None:
    append(casino_id, "s", [new(1), new(2)], expected_version=0, now=NOW)
    append(casino_id, "s", [new(3)], expected_version=2, now=NOW)
    stored = list(Event.objects.filter(casino_id=casino_id).order_by("version"))
    assert [bytes(e.prev_hash) for e in stored] == [GENESIS, bytes(stored[0].hash), bytes(stored[1].hash)]
    assert [bytes(e.hash) for e in stored] == [
        chain_hash(bytes(e.prev_hash), proven.payload)
        for e in stored
        if (proven := find_event(casino_id, e.event_id))
    ]


@pytest.mark.parametrize("expected", [0, 1, 3, 40])
def test_another_version_than_expected_is_refused_and_named(casino_id: int, expected: int) -> None:
    append(casino_id, "s", [new(1), new(2)], expected_version=0, now=NOW)
    with pytest.raises(ConcurrencyError, match=f"s: expected version {expected}, but it stands at 2"):
        append(casino_id, "s", [new(3)], expected_version=expected, now=NOW)
    assert stream_version(casino_id, "s") == 2


@pytest.mark.servers
def test_the_callers_transaction_goes_on_after_a_refusal(casino_id: int) -> None:
    append(casino_id, "s", [new(1)], expected_version=0, now=NOW)
    with pytest.raises(ConcurrencyError):
        append(casino_id, "s", [new(2), new(3)], expected_version=0, now=NOW)
    append(casino_id, "s", [new(4)], expected_version=1, now=NOW)
    assert [e.data["amount"] for e in read_stream(casino_id, "s")] == [1, 4]


@pytest.mark.servers
def test_an_event_that_stands_in_the_record_is_not_recorded_again(casino_id: int) -> None:
    given = uuid4()
    append(casino_id, "s", [new(1, event_id=given)], expected_version=0, now=NOW)
    with pytest.raises(EventAlreadyRecorded, match=str(given)), transaction.atomic():
        append(casino_id, "t", [new(2), new(3, event_id=given)], expected_version=0, now=NOW)
    assert stream_version(casino_id, "t") == 0


def test_nothing_to_append_is_refused(casino_id: int) -> None:
    with pytest.raises(ValueError, match="s: nothing to append"):
        append(casino_id, "s", [], expected_version=0, now=NOW)


def test_a_fact_takes_the_version_that_the_stream_has(casino_id: int) -> None:
    append(casino_id, "s", [new(1)], expected_version=ANY, now=NOW)
    assert append(casino_id, "s", [new(2)], expected_version=ANY, now=NOW).version == 2


def test_streams_and_casinos_do_not_meet(casino_id: int) -> None:
    append(casino_id, "s", [new(1)], expected_version=0, now=NOW)
    append(casino_id, "t", [new(2)], expected_version=0, now=NOW)
    append(casino_id + 1, "s", [new(3)], expected_version=0, now=NOW)
    assert [e.data["amount"] for e in read_stream(casino_id, "s")] == [1]


@pytest.mark.django_db(transaction=True)
def test_an_append_without_a_transaction_is_refused(casino_id: int) -> None:
    with pytest.raises(TransactionManagementError):
        append(casino_id, "s", [new()], expected_version=0, now=NOW)


@pytest.mark.django_db(transaction=True)
def test_rolled_back_append_leaves_nothing(casino_id: int) -> None:
    with transaction.atomic():
        append(casino_id, "s", [new()], expected_version=0, now=NOW)
        transaction.set_rollback(True)
    assert stream_version(casino_id, "s") == 0


@pytest.mark.servers
def test_times_are_kept_in_utc_and_naive_ones_refused(casino_id: int) -> None:
    in_lisbon = datetime(2031, 5, 17, 21, 0, tzinfo=timezone(timedelta(hours=1)))
    (event,) = append(casino_id, "s", [new(occurred_at=in_lisbon)], expected_version=0, now=in_lisbon).events
    assert event.occurred_at == event.recorded_at == NOW
    assert event.occurred_at.utcoffset() == timedelta(0)
    with pytest.raises(ValueError, match="occurred_at must have a time zone"):
        append(casino_id, "s", [new(occurred_at=NOW.replace(tzinfo=None))], expected_version=1, now=NOW)


@pytest.mark.servers
@pytest.mark.parametrize(
    "text", ["line noise \x00\x01\x7f\xff", "\\u0000 in words", "“Dezassete, preto”", "\U0001f3b2"]
)
def test_raw_text_is_stored_to_the_letter(casino_id: int, text: str) -> None:
    append(casino_id, "s", [new(data={"raw": text}, metadata={"raw": text})], expected_version=0, now=NOW)
    (event,) = read_stream(casino_id, "s")
    assert (event.data["raw"], event.metadata["raw"]) == (text, text)
    assert verify_chain(casino_id, "s") is None
