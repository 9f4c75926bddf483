"""Whoever can set the guards aside can change the record; what they changed is found, and the first place named."""

from collections.abc import Callable

import pytest

from tables.stream.merkle.checking import TreeFault, TreeWhole, streams_of, verify_tree
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.note import SigningKey, new_signing_key
from tables.stream.tests.changed_record import EVENTS, FIRST, SECOND, at, rewritten, tile_hash
from tables.stream.tests.conftest import Recorder
from testkit.stream import REHASH, checkpoint_now

pytestmark = pytest.mark.django_db(transaction=True)

DELETE_EVENT_40 = f"DELETE FROM event WHERE {at(40)}"
SHIFT = "UPDATE sealed_event SET position = position + 1000 WHERE {casino} AND position >= 40"

TAMPERED = {
    "changed data": (rewritten(40)[:1], 40, "s version 40: its payload does not give its hash"),
    "a changed time": (
        (f"UPDATE event SET occurred_at = occurred_at + interval '1 microsecond' WHERE {at(40)}",),
        40,
        "s version 40: its payload does not give its hash",
    ),
    "an event rewritten with its hash": (
        rewritten(40),
        40,
        "the tree was made from another event than this one",
    ),
    "one rewritten with its tile too": (
        (*rewritten(40), tile_hash(40)),
        1,
        "here or after it, up to 100, stands what the checkpoint of",
    ),
    "one rewritten behind the first checkpoint, with its tile": (
        (*rewritten(180), tile_hash(180)),
        1,
        "the root of the tile that begins here was changed",
    ),
    "one rewritten where no tile is full yet": (
        rewritten(290),
        FIRST + 1,
        "here or after it, up to 300, stands what the checkpoint of",
    ),
    "a missing event": ((DELETE_EVENT_40,), 40, "missing: event "),
    "a missing place": (
        ("DELETE FROM sealed_event WHERE {casino} AND position = 40",),
        40,
        "missing: the next event of the feed is 41",
    ),
    "a missing event whose place was closed up": (
        (
            DELETE_EVENT_40,
            "DELETE FROM sealed_event WHERE {casino} AND position = 40",
            SHIFT,
            "UPDATE sealed_event SET position = position - 1001 WHERE {casino} AND position > 1000",
            f"UPDATE seal_head SET position = {EVENTS - 1} WHERE {{casino}}",
        ),
        40,
        "the tree was made from another event than this one",
    ),
    "an inserted event": (
        (
            SHIFT,
            "UPDATE sealed_event SET position = position - 999 WHERE {casino} AND position > 1000",
            "INSERT INTO event (casino_id, month, stream_id, version, event_id, type, schema_version, data, metadata,"
            " occurred_at, recorded_at, prev_hash, hash, xid) SELECT casino_id, 0, 'other', 1, gen_random_uuid(), type,"
            " schema_version, data, metadata, occurred_at, recorded_at, prev_hash, hash, xid FROM event WHERE "
            + at(30),
            f"UPDATE event SET {REHASH} WHERE {{casino}} AND stream_id = 'other'",
            "INSERT INTO sealed_event (casino_id, month, position, event, type) SELECT casino_id, 0, 40, id, type"
            " FROM event WHERE {casino} AND stream_id = 'other'",
        ),
        40,
        "the tree was made from another event than this one",
    ),
    "an event put in behind the head": (
        (
            "INSERT INTO event (casino_id, month, stream_id, version, event_id, type, schema_version, data, metadata,"
            " occurred_at, recorded_at, prev_hash, hash, xid) SELECT casino_id, 0, 'other', 1, gen_random_uuid(), type,"
            " schema_version, data, metadata, occurred_at, recorded_at, prev_hash, hash, xid FROM event WHERE "
            + at(30),
            f"UPDATE event SET {REHASH} WHERE {{casino}} AND stream_id = 'other'",
        ),
        None,
        "other version 1: put in behind the feed's back",
    ),
    "two events in each other's place": (
        (
            "UPDATE sealed_event SET position = 1000 + position WHERE {casino} AND position IN (40, 41)",
            "UPDATE sealed_event SET position = 1081 - position WHERE {casino} AND position > 1000",
        ),
        40,
        "the tree was made from another event than this one",
    ),
    "an event sealed as another kind": (
        ("UPDATE sealed_event SET type = 'corrected' WHERE {casino} AND position = 40",),
        40,
        "s version 40: it was sealed as corrected and is counted",
    ),
    "a feed cut off behind the last checkpoint": (
        ("DELETE FROM sealed_event WHERE {casino} AND position > 310",),
        311,
        "missing: 320 events were sealed",
    ),
    "a feed cut off before the last checkpoint, and its head": (
        (
            "DELETE FROM sealed_event WHERE {casino} AND position > 290",
            "UPDATE seal_head SET position = 290 WHERE {casino}",
        ),
        291,
        "missing: 300 events were signed on",
    ),
    "a changed tile": (
        ("UPDATE merkle_tile SET hashes = set_byte(hashes, 70, 255 - get_byte(hashes, 70)) WHERE {casino}",),
        3,
        "the tree was made from another event than this one",
    ),
    "a changed root of a checkpoint": (
        ("UPDATE checkpoint SET root = sha256('x') WHERE {casino} AND size = 300",),
        300,
        "the signature by",
    ),
    "a changed signature": (
        (
            "UPDATE checkpoint SET signature = set_byte(signature, 9, 255 - get_byte(signature, 9))"
            " WHERE {casino} AND size = 300",
        ),
        SECOND,
        "is not right",
    ),
}


@pytest.mark.servers
def test_an_untouched_record_is_whole(signed: int, key: SigningKey) -> None:
    trusted = own_key(key, signed).verifier
    assert verify_tree(signed) == verify_tree(signed, [trusted]) == TreeWhole(EVENTS, 2, SECOND)


def test_an_event_that_waits_for_its_seal_is_no_fault(signed: int, record: Recorder) -> None:
    record("s", 1)
    assert verify_tree(signed) == TreeWhole(EVENTS, 2, SECOND)


@pytest.mark.parametrize("tampered", TAMPERED)
def test_altered_record_is_found_at_its_first_place(
    tampered: str, signed: int, superuser: Callable[..., None]
) -> None:
    statements, position, reason = TAMPERED[tampered]
    superuser(*statements)
    found = verify_tree(signed)
    assert isinstance(found, TreeFault)
    assert found.position == position
    assert reason in found.reason


def test_a_record_made_anew_with_another_key_is_found_by_who_has_the_right_one(
    record: Recorder, key: SigningKey
) -> None:
    record("s", 1)
    foreign = new_signing_key(key.name)
    checkpoint_now(record.casino_id, foreign)
    assert verify_tree(record.casino_id) == TreeWhole(1, 1, 1)
    found = verify_tree(record.casino_id, [own_key(key, record.casino_id).verifier])
    assert isinstance(found, TreeFault)
    assert "signed with a key that is not trusted" in found.reason
    both = [own_key(each, record.casino_id).verifier for each in (key, foreign)]
    assert verify_tree(record.casino_id, both) == TreeWhole(1, 1, 1)


def test_a_page_is_no_border(record: Recorder, key: SigningKey) -> None:
    record("s", *range(1001))
    checkpoint_now(record.casino_id, key)
    assert verify_tree(record.casino_id) == TreeWhole(1001, 1, 1001)


@pytest.mark.servers
def test_streams_are_listed_by_name(record: Recorder) -> None:
    for stream in ("b", "a", "c/1", "a"):
        record(stream, 1)
    assert list(streams_of(record.casino_id)) == ["a", "b", "c/1"]
    assert list(streams_of(record.casino_id + 1)) == []
