"""Rows of the tree that somebody else stored: they stop no signing, are not given out, and are named."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from pytest_django import Settings

from tables.stream.merkle.checking import TreeFault, TreeWhole, verify_tree
from tables.stream.merkle.checkpoints import (
    all_checkpoints,
    checkpoint_of_size,
    covering_checkpoint,
    latest_checkpoint,
    own_key,
    sign_checkpoint,
    signed_sizes,
)
from tables.stream.merkle.note import CheckpointText, SigningKey, new_signing_key
from tables.stream.merkle.tiles import TreeBroken, extend_tree
from tables.stream.tests.conftest import Recorder
from testkit.stream import change_record, checkpoint_now

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)
FAR = 1_000_000_000


def store(
    casino_id: int, size: int, key: SigningKey, *, signature: bytes = b"", root: bytes = bytes(32)
) -> None:
    """Store a checkpoint of this size under the key's name: with this signature, or with one by the key."""
    own = own_key(key, casino_id)
    signed = signature or own.sign(str(CheckpointText(own.name, size, root))).data
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO checkpoint VALUES (%s, %s, %s, %s, %s, %s, %s)",
            [casino_id, size, root, own.name, str(own.verifier), signed, NOW],
        )


def store_false(casino_id: int, size: int, key: SigningKey) -> None:
    store(casino_id, size, key, signature=own_key(key, casino_id).verifier.id + bytes(64))


@pytest.mark.parametrize("sizes", [[FAR], [FAR, FAR - 1, 4, 3, 2, 1], list(range(1, 30))])
def test_false_checkpoints_do_not_stop_the_signing_and_are_not_given_out(
    record: Recorder, key: SigningKey, sizes: list[int]
) -> None:
    casino_id = record.casino_id
    record("s", 1, 2, now=NOW)
    first = checkpoint_now(casino_id, key)
    for size in sizes:
        store_false(casino_id, size, key)
    assert latest_checkpoint(casino_id) == first
    record("s", 3, now=NOW + timedelta(minutes=1))
    second = checkpoint_now(casino_id, key)
    assert (first.size, second.size) == (2, 3)
    assert latest_checkpoint(casino_id) == second
    assert list(all_checkpoints(casino_id)) == [first, second]
    assert covering_checkpoint(casino_id, 1) == first
    assert [checkpoint_of_size(casino_id, size) for size in (2, 3, FAR)] == [first, second, None]
    assert sign_checkpoint(casino_id, key, now=NOW) is None


def test_the_wait_for_a_checkpoint_is_measured_from_the_last_true_one(
    record: Recorder, key: SigningKey, seal: Callable[[int], int]
) -> None:
    record("s", 1, now=NOW)
    checkpoint_now(record.casino_id, key)
    record("s", 2, now=NOW + timedelta(minutes=1))
    seal(record.casino_id)
    for size in (2, FAR):
        store_false(record.casino_id, size, key)
    signed = signed_sizes([record.casino_id, 1])
    assert signed.sizes == {record.casino_id: 1, 1: 0}
    where = f"casino {record.casino_id}: the checkpoint of"
    assert sorted(signed.false) == [
        f"{where} 1000000000 events is false: the feed has 2 events",
        f"{where} 2 events is false: the signature by casino.example/permanence/casino/{record.casino_id} is not"
        " right",
    ]


def test_a_false_checkpoint_is_named_by_the_check_of_the_record(record: Recorder, key: SigningKey) -> None:
    record("s", 1, 2)
    checkpoint_now(record.casino_id, key)
    assert isinstance(verify_tree(record.casino_id), TreeWhole)
    store_false(record.casino_id, FAR, key)
    found = verify_tree(record.casino_id)
    assert isinstance(found, TreeFault)
    assert str(found).startswith(
        "false: a checkpoint of 1000000000 events, where the feed has 2: the signature by"
    )
    store_false(record.casino_id, 1, key)
    assert "position 1: the checkpoint of 2031-05-17 20:00 UTC: the signature by" in str(
        verify_tree(record.casino_id)
    )


def test_the_checkpoint_of_a_casinos_neighbour_does_not_count(record: Recorder, key: SigningKey) -> None:
    record("s", 1)
    neighbour = own_key(key, record.casino_id - 1)
    signature = neighbour.sign(str(CheckpointText(neighbour.name, 1, bytes(32)))).data
    record("s", 2)
    checkpoint_now(record.casino_id, key)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO checkpoint VALUES (%s, 1, %s, %s, %s, %s, now())",
            [record.casino_id, bytes(32), neighbour.name, str(neighbour.verifier), signature],
        )
    assert checkpoint_of_size(record.casino_id, 1) is None


def test_anybodys_key_does_not_stop_the_signing_and_counts_only_where_no_key_is_named(
    record: Recorder, key: SigningKey, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    record("s", 1, 2)
    first = checkpoint_now(record.casino_id, key)
    record("s", 3, 4)
    other = new_signing_key(key.name)
    checkpoint_now(record.casino_id, other)
    settings.CHECKPOINT_VKEYS = [str(key.verifier)]
    assert latest_checkpoint(record.casino_id) == first
    record("s", 5, 6)
    with caplog.at_level(logging.ERROR, logger="tables.stream"):
        store(record.casino_id, 5, other)
        settings.CHECKPOINT_VKEYS = []
        third = checkpoint_now(record.casino_id, key)
    assert third.size == 6
    assert "a checkpoint of 5 events is not of this tree and not by the casino's key" in caplog.text
    settings.CHECKPOINT_VKEYS = [str(key.verifier), str(other.verifier)]
    assert latest_checkpoint(record.casino_id) == third


def test_the_casinos_own_checkpoint_beyond_the_feed_stops_the_signing(
    record: Recorder, key: SigningKey
) -> None:
    record("s", 1, 2)
    checkpoint_now(record.casino_id, key)
    store(record.casino_id, 5, key)
    record("s", 3)
    with pytest.raises(TreeBroken, match="the feed of 3 events does not begin with the 5 that were signed"):
        checkpoint_now(record.casino_id, key)
    assert "position 4: missing: 5 events were signed" in str(verify_tree(record.casino_id))


STORE_TILE = """
    INSERT INTO merkle_tile
    VALUES ({casino_id}, 0, {number}, repeat('x', 8192)::bytea, repeat('x', 32)::bytea)
"""


def test_a_false_tile_ahead_does_not_stop_the_tree_before_its_place(
    record: Recorder, key: SigningKey
) -> None:
    change_record(record.casino_id, STORE_TILE.format(casino_id=record.casino_id, number=1))
    record("s", *range(256))
    assert checkpoint_now(record.casino_id, key).size == 256
    assert isinstance(verify_tree(record.casino_id), TreeWhole)
    record("s", *range(255))
    assert checkpoint_now(record.casino_id, key).size == 511


def test_a_false_tile_in_the_place_of_the_next_is_named_and_nothing_is_signed(
    record: Recorder, key: SigningKey, seal: Callable[[int], int]
) -> None:
    record("s", *range(256))
    checkpoint_now(record.casino_id, key)
    change_record(record.casino_id, STORE_TILE.format(casino_id=record.casino_id, number=1))
    record("s", *range(300))
    seal(record.casino_id)
    assert extend_tree(record.casino_id)
    with pytest.raises(TreeBroken, match="tile 1 of level 0 is not made of the events"):
        sign_checkpoint(record.casino_id, key, now=NOW)
