"""Checking a stream against its own hashes. The signed Merkle tree over the feed is the evidence to outsiders
(tables.stream.merkle); this is the check that the house can make at any time."""

import msgspec

from tables.stream.archiving.months import month_of
from tables.stream.database import Row, run
from tables.stream.hashing import GENESIS, chain_hash
from tables.stream.merkle.rfc6962 import leaf_hash
from tables.stream.reader import payload_of
from tables.stream.sql import statement

READ_CHAIN = statement("read_chain")


class Fault(msgspec.Struct, frozen=True):
    """First event of a stream that differs from the appended one."""

    stream_id: str
    version: int
    """The version at which the fault shows: of the changed event, or the first one that is missing."""
    reason: str

    def __str__(self) -> str:
        return f"{self.stream_id} version {self.version}: {self.reason}"


def verify_chain(casino_id: int, stream_id: str) -> Fault | None:
    """Check every event of a stream; the first fault, or None if all is as it was appended.

    Found and named: a changed column, a missing, inserted or reordered event, and an event rewritten with all its
    hashes after a tile of the tree was made of it. Events cut off the end of a stream leave its chain whole: that shows
    in the feed's tree only (verify_tree).
    """
    prev_hash = GENESIS
    rows = run(READ_CHAIN, casino_id=casino_id, month=month_of(stream_id), stream_id=stream_id)
    for version, row in enumerate(rows, 1):
        reason = _fault(version, prev_hash, row)
        if reason:
            return Fault(stream_id, version, reason)
        prev_hash = row[13]
    return None


def _fault(version: int, expected_prev: bytes, row: Row) -> str | None:
    payload, (prev_hash, hash, leaf) = payload_of(row), row[12:]
    if payload.version != version:
        return f"missing: the next event that stands is version {payload.version}"
    if prev_hash != expected_prev:
        return "its previous hash is not that of the event before it"
    if hash != chain_hash(prev_hash, payload.encoded):
        return "its payload does not give its hash"
    # Empty behind the last full tile.
    if leaf and leaf != leaf_hash(hash):
        return "it was sealed under another hash"
    return None
