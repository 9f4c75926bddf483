"""The tree as it is kept: tiles of 256 hashes, as C2SP's tlog-tiles cuts them, each with the root of its hashes.

Level 0 is the leaves; a hash of the next level is the root of a tile of this one. Only full tiles are kept, so a tile
never changes. A hash outside of full tiles is a level below: the last leaves in the sequenced feed, the last hashes of
another level as roots of tiles. So a node of the tree is found with one read, and a proof takes as many reads as there
are levels, on its own path and on the right edge.

They are made behind the sequenced feed by the casino's active sequencer, never within an append.
"""

from collections.abc import Iterator
from functools import cache

from django.db import transaction

from tables.stream.database import Row, run
from tables.stream.errors import StreamError
from tables.stream.feed import feed_position
from tables.stream.merkle.rfc6962 import HASH_BYTES, Nodes, nodes_of, root_of
from tables.stream.sql import statement

COUNT_TILES = statement("count_tiles")
ADD_TILE = statement("add_tile")
READ_TILE = statement("read_tile")
READ_TILE_ROOTS = statement("read_tile_roots")
READ_LEAVES = statement("read_leaves")

HEIGHT = 8
WIDTH = 1 << HEIGHT
"""Number of hashes in a tile."""

TILES_AT_ONCE = 16
"""Most tiles of leaves in one step of the sequencer, so that it soon sequences again."""


class TreeBroken(StreamError):
    """The tree does not extend the stored one: hashes are missing, or differ from the signed ones."""


def extend_tree(casino_id: int, *, tiles: int = TILES_AT_ONCE) -> bool:
    """Make the tiles that the sequenced feed has filled, at most so many of leaves; True once none is left to be made.

    For the casino's active sequencer only. Raises TreeBroken where the feed has a gap.
    """
    with transaction.atomic():
        full = feed_position(casino_id) // WIDTH
        first = _count(casino_id, 0, full)
        behind = min(full, first + tiles)
        _fill(casino_id, 0, first, behind)
        level = 1
        while behind := behind // WIDTH:
            _fill(casino_id, level, _count(casino_id, level, behind), behind)
            level += 1
    return first + tiles >= full


def check_tiles(casino_id: int, first: int, behind: int) -> None:
    """Check the full tiles of the leaves from `first` on, up to but without `behind`, against their own leaves.

    Raises TreeBroken. For the sequencer before it signs: earlier signatures cover the tiles before.
    """
    level = 0
    while behind >= WIDTH:
        for number in range(first // WIDTH, behind // WIDTH):
            below = _below(casino_id, level, number * WIDTH, (number + 1) * WIDTH)
            kept = run(READ_TILE, casino_id=casino_id, level=level, number=number)
            root = run(READ_TILE_ROOTS, casino_id=casino_id, level=level, first=number, behind=number + 1)
            if not kept or kept[0][0] != b"".join(below) or root[0][1] != root_of(below):
                raise TreeBroken(
                    f"casino {casino_id}: tile {number} of level {level} is not made of the events, so somebody other"
                    " than the sequencer stored it"
                )
        first, behind, level = first // WIDTH, behind // WIDTH, level + 1


def tree_nodes(casino_id: int) -> Nodes:
    """Return the full subtrees of the casino's tree, for one root or one proof: each is read once.

    Raises TreeBroken if a hash is missing.
    """

    @cache
    def tile(level: int, number: int) -> list[bytes]:
        if kept := run(READ_TILE, casino_id=casino_id, level=level, number=number):
            hashes = kept[0][0]
            return [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
        return _below(casino_id, level, number * WIDTH, (number + 1) * WIDTH)

    def node(height: int, index: int) -> bytes:
        level, within = divmod(height, HEIGHT)
        number, place = divmod(index << within, WIDTH)
        hashes = tile(level, number)[place : place + (1 << within)]
        if len(hashes) != 1 << within:
            raise TreeBroken(
                f"casino {casino_id}: the tree lacks leaf {index << height} or one after it, of {1 << height}"
            )
        return nodes_of(hashes)(within, 0)

    return node


def leaves_of_tiles(casino_id: int, first: int, last: int) -> Iterator[bytes]:
    """Yield the leaves that the full tiles have for the positions from `first` to `last`; empty if no
    tile is full yet.
    """
    number, hashes = -1, b""
    for position in range(first, last + 1):
        tile, within = divmod(position - 1, WIDTH)
        if tile != number:
            kept = run(READ_TILE, casino_id=casino_id, level=0, number=tile)
            number, hashes = tile, bytes(kept[0][0]) if kept else b""
        yield hashes[within * HASH_BYTES : (within + 1) * HASH_BYTES]


def _fill(casino_id: int, level: int, first: int, behind: int) -> None:
    """Keep the tiles of a level from `first` on, up to but without `behind`."""
    if behind <= first:
        return
    hashes = _below(casino_id, level, first * WIDTH, behind * WIDTH)
    if len(hashes) != (behind - first) * WIDTH:
        raise TreeBroken(
            f"casino {casino_id}: after {first * WIDTH + len(hashes)} hashes of level {level} the next is missing"
        )
    for number in range(first, behind):
        own = hashes[(number - first) * WIDTH : (number - first + 1) * WIDTH]
        if not run(
            ADD_TILE,
            casino_id=casino_id,
            level=level,
            number=number,
            hashes=b"".join(own),
            root=root_of(own),
        ):
            raise TreeBroken(
                f"casino {casino_id}: somebody other than the sequencer stored tile {number} of level {level}"
            )


def _below(casino_id: int, level: int, first: int, behind: int) -> list[bytes]:
    """Return the hashes of a level from their sources, as far as they have no gap."""
    if level == 0:
        rows = run(READ_LEAVES, casino_id=casino_id, first=first, behind=behind)
    else:
        rows = run(READ_TILE_ROOTS, casino_id=casino_id, level=level - 1, first=first, behind=behind)
    return _without_gap(rows, first)


def _without_gap(rows: list[Row], first: int) -> list[bytes]:
    return [hash for place, (number, hash) in enumerate(rows, first) if number == place]


def _count(casino_id: int, level: int, full: int) -> int:
    """Return the number of present tiles among the first `full` of a level. Tiles beyond the feed do not count."""
    count: int = run(COUNT_TILES, casino_id=casino_id, level=level, full=full)[0][0]
    return count
