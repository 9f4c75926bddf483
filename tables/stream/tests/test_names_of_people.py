"""The record names people by references; their names are beside it, and can be emptied."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection, transaction

from tables.stream import (
    NewEvent,
    StreamAppend,
    append,
    append_to_streams,
    forget_personal_texts,
    pseudonyms,
    read_feed_as_stored,
    read_stream,
    register_personal_fields,
    verify_chain,
)
from tables.stream.hashing import Payload, chain_hash, encode_canonically
from tables.stream.merkle.proofs import find_event
from tables.stream.models import Event, PersonalText

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)
ANNA, CARLO = {"id": "person/7", "name": "Anna Müller"}, {"id": "person/8", "name": "Carlo B."}
pytestmark = pytest.mark.django_db
_numbers = count()


@pytest.fixture
def left(request: Any) -> Iterator[str]:
    """A type of event with a personal field of its own."""
    type_ = f"left_{next(_numbers)}"
    register_personal_fields({type_: ("reason",)})
    yield type_
    pseudonyms._fields.pop(type_)


def signed(**data: Any) -> NewEvent:
    """An event by Anna, signed by Carlo."""
    by = {**ANNA, "terminal": "T1/chef"}
    return NewEvent(
        type=data.pop("type", "counted"),
        data=data,
        metadata={"by": by, "signed": [{"person": CARLO, "role": "pit_boss"}]},
        occurred_at=NOW,
    )


def stored_text(casino_id: int) -> str:
    """All bytes of the casino's record."""
    rows = Event.objects.filter(casino_id=casino_id).values_list("data", "metadata", "stream_id")
    return json.dumps(list(rows), ensure_ascii=False)


def erase(casino_id: int, person: str, number: int) -> None:
    """Empty a person's texts, as manage.py erase_person does."""
    PersonalText.objects.filter(casino_id=casino_id, person=person).update(text=None, erased=number)
    forget_personal_texts()


def test_names_are_read_as_they_were_given_and_are_not_in_the_record(casino_id: int) -> None:
    event = signed(player="P1", seats={"dealer": CARLO, "chef": ANNA}, people=(ANNA,), name="Green")
    appended = append(casino_id, "s", [event], expected_version=0, now=NOW)
    (read,) = read_stream(casino_id, "s")
    assert list(appended.events) == [read]
    assert read.data == {
        "player": "P1",
        "seats": {"dealer": CARLO, "chef": ANNA},
        "people": [ANNA],
        "name": "Green",
    }
    assert read.metadata["by"] == {**ANNA, "terminal": "T1/chef"}
    assert read.metadata["signed"] == [{"person": CARLO, "role": "pit_boss"}]
    assert "Müller" not in stored_text(casino_id)
    assert "Carlo" not in stored_text(casino_id)
    assert "person/7" in stored_text(casino_id)


@pytest.mark.django_db(transaction=True)
def test_feed_passes_names_on(casino_id: int, seal: Callable[[int], int]) -> None:
    with transaction.atomic():
        append(casino_id, "s", [signed(dealer=CARLO)], expected_version=0, now=NOW)
    seal(casino_id)
    (passed_on,) = read_feed_as_stored(casino_id)
    assert msgspec.json.decode(passed_on.data) == {"dealer": CARLO}
    assert passed_on.metadata["by"]["name"] == "Anna Müller"


def test_event_keeps_the_name_of_its_time(casino_id: int) -> None:
    append(casino_id, "s", [signed()], expected_version=0, now=NOW)
    renamed = NewEvent(type="counted", data={"by": {**ANNA, "name": "Anna Rossi"}}, occurred_at=NOW)
    append(casino_id, "s", [renamed], expected_version=1, now=NOW)
    first, second = read_stream(casino_id, "s")
    assert first.metadata["by"]["name"] == "Anna Müller"
    assert second.data["by"]["name"] == "Anna Rossi"


def test_name_has_one_reference_in_all_streams(casino_id: int) -> None:
    append(casino_id, "s", [signed(), signed()], expected_version=0, now=NOW)
    append_to_streams(
        casino_id,
        [StreamAppend(stream_id=each, events=[signed()], expected_version=0) for each in ("t", "u")],
        now=NOW,
    )
    assert PersonalText.objects.filter(casino_id=casino_id).count() == 2
    assert {read_stream(casino_id, each)[-1].metadata["by"]["name"] for each in "stu"} == {"Anna Müller"}


def test_names_of_other_things_stay_in_the_record(casino_id: int) -> None:
    by = {"id": "client/4", "name": "Cash system", "terminal": "cash/api"}
    croupier = {"id": "croupier-3", "name": "Croupier 3"}
    event = NewEvent(type="counted", data={"dealer": croupier}, metadata={"by": by}, occurred_at=NOW)
    append(casino_id, "s", [event], expected_version=0, now=NOW)
    assert not PersonalText.objects.filter(casino_id=casino_id).exists()
    assert "Cash system" in stored_text(casino_id)
    assert "Croupier 3" in stored_text(casino_id)


def test_erased_person_has_a_number_for_a_name_and_no_other_text(casino_id: int, left: str) -> None:
    append(
        casino_id,
        "s",
        [signed(type=left, person=ANNA, reason="moved to Lugano")],
        expected_version=0,
        now=NOW,
    )
    (before,) = read_stream(casino_id, "s")
    assert before.data == {"person": ANNA, "reason": "moved to Lugano"}
    hashes = list(Event.objects.filter(casino_id=casino_id).values_list("hash", flat=True))
    erase(casino_id, "person/7", 17)
    (after,) = read_stream(casino_id, "s")
    assert after.data == {"person": {"id": "person/7", "name": "Erased person 17"}, "reason": ""}
    assert after.metadata["by"]["name"] == "Erased person 17"
    assert after.metadata["signed"][0]["person"] == CARLO
    assert list(Event.objects.filter(casino_id=casino_id).values_list("hash", flat=True)) == hashes
    assert verify_chain(casino_id, "s") is None


def test_chain_covers_the_references(casino_id: int) -> None:
    append(casino_id, "s", [signed(dealer=CARLO)], expected_version=0, now=NOW)
    stored = Event.objects.get(casino_id=casino_id)
    proven = find_event(casino_id, stored.event_id)
    assert proven is not None
    assert bytes(stored.hash) == chain_hash(bytes(stored.prev_hash), proven.payload)
    assert b"Carlo" not in proven.payload


def test_event_of_before_has_its_name_in_the_record(casino_id: int) -> None:
    """An event that was recorded with names verifies and is read as it is."""
    append(casino_id, "s", [signed()], expected_version=0, now=NOW)
    (first,) = read_stream(casino_id, "s")
    older = Payload(
        casino=casino_id,
        data=msgspec.Raw(encode_canonically({"person": ANNA})),
        event_id=uuid4(),
        metadata=msgspec.Raw(encode_canonically({"by": ANNA})),
        occurred_at=NOW,
        recorded_at=NOW,
        schema_version=1,
        stream="s",
        type="counted",
        version=2,
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO event (casino_id, month, xid, stream_id, version, event_id, type, schema_version, data,"
            " metadata, occurred_at, recorded_at, prev_hash, hash) SELECT casino_id, month, xid, stream_id, 2, %s,"
            " type, 1, %s, %s, occurred_at, recorded_at, hash, %s FROM event WHERE casino_id = %s",
            [
                older.event_id,
                bytes(older.data).decode(),
                bytes(older.metadata).decode(),
                chain_hash(first.hash, older.encoded),
                casino_id,
            ],
        )
    _, read = read_stream(casino_id, "s")
    assert (read.data, read.metadata) == ({"person": ANNA}, {"by": ANNA})
    assert verify_chain(casino_id, "s") is None


@pytest.mark.django_db(transaction=True)
def test_names_of_an_append_that_was_undone_are_stored_by_the_next(casino_id: int) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        append(casino_id, "s", [signed()], expected_version=0, now=NOW)
        raise RuntimeError
    assert not PersonalText.objects.filter(casino_id=casino_id).exists()
    with transaction.atomic():
        append(casino_id, "s", [signed()], expected_version=0, now=NOW)
    forget_personal_texts()
    assert read_stream(casino_id, "s")[0].metadata["by"]["name"] == "Anna Müller"


@pytest.mark.django_db(transaction=True)
def test_committed_names_cost_no_statement(casino_id: int) -> None:
    with transaction.atomic():
        append(casino_id, "s", [signed()], expected_version=0, now=NOW)
    connection.force_debug_cursor = True
    try:
        with transaction.atomic():
            before = len(connection.queries_log)
            append(casino_id, "s", [signed()], expected_version=1, now=NOW)
            asked = [each["sql"] for each in list(connection.queries_log)[before:]]
    finally:
        connection.force_debug_cursor = False
    assert not [each for each in asked if "personal_text" in each]
