"""Proofs from the tree: an event is in it, and a later tree extends an earlier one."""

from uuid import UUID

import msgspec

from tables.stream.database import run
from tables.stream.merkle.checkpoints import Checkpoint
from tables.stream.merkle.rfc6962 import consistency_path, inclusion_path, leaf_hash
from tables.stream.merkle.tiles import tree_nodes
from tables.stream.reader import payload_of
from tables.stream.sql import statement

FIND_EVENT = statement("find_event")


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as recorded. Its content is in the payload; the hashes are those of its recording."""

    event_id: UUID
    stream_id: str
    version: int
    type: str
    payload: bytes
    prev_hash: bytes
    hash: bytes
    position: int | None
    """Place in the feed from 1 on; None until the event is sequenced."""

    @property
    def leaf_hash(self) -> bytes:
        return leaf_hash(self.hash)


def find_event(casino_id: int, event_id: UUID) -> StoredEvent | None:
    rows = run(FIND_EVENT, casino_id=casino_id, event_id=event_id)
    if not rows:
        return None
    row, payload = rows[0], payload_of(rows[0])
    return StoredEvent(
        event_id=payload.event_id,
        stream_id=payload.stream,
        version=payload.version,
        type=payload.type,
        payload=payload.encoded,
        prev_hash=row[12],
        hash=row[13],
        position=row[1],
    )


def prove_inclusion(checkpoint: Checkpoint, position: int) -> list[bytes]:
    """Return the path from a position's leaf to the checkpoint's root. Raises IndexError for a position beyond its
    size.
    """
    return inclusion_path(position - 1, checkpoint.size, tree_nodes(checkpoint.casino_id))


def prove_consistency(older: Checkpoint, newer: Checkpoint) -> list[bytes]:
    """Return the path by which the newer checkpoint's tree is seen to begin with the older's; of one casino."""
    return consistency_path(older.size, newer.size, tree_nodes(newer.casino_id))
