"""The tree follows the sequenced feed in tiles, and answers from a few of them whatever its size."""

import secrets
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tables.stream.feed import read_feed
from tables.stream.merkle.rfc6962 import (
    consistency_path,
    inclusion_path,
    leaf_hash,
    nodes_of,
    range_root,
    root_of,
    verify_consistency,
    verify_inclusion,
)
from tables.stream.merkle.tiles import WIDTH, TreeBroken, extend_tree, tree_nodes
from tables.stream.models import MerkleTile
from tables.stream.tests.conftest import Recorder

pytestmark = pytest.mark.django_db(transaction=True)

LARGE = 2 * WIDTH**2 + 3 * WIDTH + 5
"""Two full tiles of level 1, three of leaves beyond them, and five leaves."""


def leaf(number: int) -> bytes:
    return leaf_hash(sha256(b"event %d" % number).digest())


def seal_leaves(casino_id: int, first: int, behind: int) -> None:
    """A sealed feed of events that say nothing, for trees larger than a test can record."""
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH made AS (INSERT INTO event (casino_id, month, stream_id, version, event_id, type, schema_version,"
            " data, metadata, occurred_at, recorded_at, prev_hash, hash) SELECT %s, 0, 's', n + 1, gen_random_uuid(),"
            " 'noted', 1, '{}', '{}', now(), now(), '', sha256(convert_to('event ' || n, 'UTF8'))"
            " FROM generate_series(%s::bigint, %s) AS n RETURNING id, version)"
            " INSERT INTO sealed_event (casino_id, month, position, event, type)"
            " SELECT %s, 0, version, id, 'noted' FROM made",
            [casino_id, first, behind - 1, casino_id],
        )
        cursor.execute(
            "INSERT INTO seal_head (casino_id, position, below)"
            # Behind the events: a sequencer of a later test would find them due, and end on them.
            " VALUES (%s, %s, pg_snapshot_xmax(pg_current_snapshot()))"
            " ON CONFLICT (casino_id) DO UPDATE SET position = excluded.position, below = excluded.below",
            [casino_id, behind],
        )


def extend_all(casino_id: int) -> int:
    """How many steps it takes."""
    steps = 1
    while not extend_tree(casino_id):
        steps += 1
    return steps


def tiles(casino_id: int) -> dict[int, int]:
    """How many tiles of each level are kept."""
    levels = list(MerkleTile.objects.filter(casino_id=casino_id).values_list("level", flat=True))
    return {level: levels.count(level) for level in set(levels)}


@pytest.fixture(scope="module")
def large(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> int:
    """A casino with a large tree; what is in the record stays there for the other tests."""
    casino_id = 1_000_000 + secrets.randbelow(10**9)
    with django_db_blocker.unblock():
        seal_leaves(casino_id, 0, LARGE)
        assert extend_all(casino_id) > 1
        connection.close()
    return casino_id


@cache
def large_leaves() -> list[bytes]:
    return [leaf(number) for number in range(LARGE)]


@pytest.mark.servers
def test_only_full_tiles_are_kept(casino_id: int) -> None:
    seal_leaves(casino_id, 0, WIDTH - 1)
    assert extend_tree(casino_id)
    assert tiles(casino_id) == {}
    seal_leaves(casino_id, WIDTH - 1, WIDTH)
    assert extend_tree(casino_id)
    assert tiles(casino_id) == {0: 1}
    tile = MerkleTile.objects.get(casino_id=casino_id)
    assert bytes(tile.hashes) == b"".join(map(leaf, range(WIDTH)))
    assert bytes(tile.root) == root_of([leaf(number) for number in range(WIDTH)])


def test_a_large_feed_is_caught_up_with_in_steps(casino_id: int) -> None:
    seal_leaves(casino_id, 0, 40 * WIDTH + 1)
    steps = []
    while not extend_tree(casino_id, tiles=16):
        steps.append(tiles(casino_id)[0])
    assert [*steps, tiles(casino_id)[0]] == [16, 32, 40]
    assert extend_tree(casino_id)


def test_a_tree_has_the_roots_of_its_leaves_at_every_size(casino_id: int) -> None:
    leaves: list[bytes] = []
    for behind in (1, 2, 100, WIDTH, WIDTH + 1, 3 * WIDTH - 1, 3 * WIDTH + 7):
        seal_leaves(casino_id, len(leaves), behind)
        leaves += [leaf(number) for number in range(len(leaves), behind)]
        extend_all(casino_id)
        for size in {1, behind // 2, behind - 1, behind} - {0}:
            assert range_root(0, size, tree_nodes(casino_id)) == root_of(leaves[:size])


def test_a_large_tree_has_higher_tiles_and_the_same_root(large: int) -> None:
    assert tiles(large) == {0: 2 * WIDTH + 3, 1: 2}
    assert range_root(0, LARGE, tree_nodes(large)) == root_of(large_leaves())


@pytest.mark.parametrize("index", [0, 1, 255, 256, WIDTH**2 - 1, WIDTH**2, 2 * WIDTH**2 + 256, LARGE - 1])
def test_a_large_tree_proves_its_leaves_as_one_does_that_has_them_all(large: int, index: int) -> None:
    path = inclusion_path(index, LARGE, tree_nodes(large))
    assert path == inclusion_path(index, LARGE, nodes_of(large_leaves()))
    verify_inclusion(leaf(index), index, LARGE, path, root_of(large_leaves()))


@pytest.mark.parametrize("first", [1, 255, 256, 1000, WIDTH**2, WIDTH**2 + 1, 2 * WIDTH**2 + 700, LARGE])
def test_a_large_tree_proves_that_it_goes_on(large: int, first: int) -> None:
    path = consistency_path(first, LARGE, tree_nodes(large))
    assert path == consistency_path(first, LARGE, nodes_of(large_leaves()))
    verify_consistency(first, root_of(large_leaves()[:first]), LARGE, root_of(large_leaves()), path)


def reads() -> int:
    """How often the tree's tables were read in this transaction, by the server's own count."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0)), sum(seq_tup_read + idx_tup_fetch)"
            " FROM pg_stat_xact_user_tables WHERE relname IN ('merkle_tile', 'sealed_event')"
        )
        scans, rows = cursor.fetchone()
    assert rows <= 4 * WIDTH
    return int(scans)


@pytest.mark.servers
@pytest.mark.parametrize("index", [0, 77, WIDTH**2 + 300, LARGE - 1])
def test_a_proof_takes_as_many_reads_as_the_tree_has_levels(large: int, index: int) -> None:
    with transaction.atomic():
        nodes = tree_nodes(large)
        range_root(0, LARGE, nodes)
        inclusion_path(index, LARGE, nodes)
        consistency_path(index + 1, LARGE, nodes)
        # Three levels of 256: the leaf's own way, and the right edge, which looks for a full tile before it.
        assert 0 < reads() <= 3 * 3


@pytest.mark.servers
def test_a_feed_with_a_gap_makes_no_tile(casino_id: int) -> None:
    seal_leaves(casino_id, 0, 100)
    seal_leaves(casino_id, 101, 2 * WIDTH)
    with pytest.raises(TreeBroken, match="after 100 hashes of level 0 the next is missing"):
        extend_tree(casino_id)
    assert tiles(casino_id) == {}
    with pytest.raises(TreeBroken, match="lacks leaf"):
        range_root(0, 2 * WIDTH, tree_nodes(casino_id))


def test_trees_of_two_casinos_know_nothing_of_each_other(
    casino_id: int, record: Recorder, seal: Callable[[int], int]
) -> None:
    neighbour = casino_id + 1
    seal_leaves(neighbour, 0, 3)
    record("s", 1, 2)
    assert seal(casino_id) == 2
    assert range_root(0, 3, tree_nodes(neighbour)) == root_of([leaf(0), leaf(1), leaf(2)])
    own = [leaf_hash(event.hash) for event in read_feed(casino_id)]
    assert range_root(0, 2, tree_nodes(casino_id)) == root_of(own)
