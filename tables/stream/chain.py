"""Checking a stream against its own hashes. The signed Merkle tree over the feed is the evidence to outsiders
(tables.stream.merkle); this is the check that the house can make at any time."""

from hashlib import sha256
from typing import Any

import msgspec

from tables.stream.database import Row, run
from tables.stream.hashing import GENESIS, chain_hash, decode_payload, encode_canonically
from tables.stream.sql import statement

READ_CHAIN = statement("read_chain")
LEAF_PREFIX = b"\x00"


class Fault(msgspec.Struct, frozen=True):
    """The first event of a stream at which the record is not what was appended."""

    stream_id: str
    version: int
    """The version at which the fault shows: of the changed event, or the first one that is missing."""
    reason: str

    def __str__(self) -> str:
        return f"{self.stream_id} version {self.version}: {self.reason}"


def verify_chain(casino_id: int, stream_id: str) -> Fault | None:
    """Check every event of a stream; the first fault, or None if all is as it was appended.

    Found and named: a changed byte of the payload, a column that says other than the payload, a missing,
    inserted or reordered event, and an event rewritten with all its hashes after it was sequenced. Events cut
    off the end of a stream leave its chain whole: that shows in the feed's tree only (verify_tree).
    """
    prev_hash = GENESIS
    rows = run(READ_CHAIN, casino_id=casino_id, stream_id=stream_id)
    for version, row in enumerate(rows, 1):
        reason = _fault(casino_id, stream_id, version, prev_hash, row)
        if reason:
            return Fault(stream_id, version, reason)
        prev_hash = row[11]
    return None


def _fault(casino_id: int, stream_id: str, version: int, expected_prev: bytes, row: Row) -> str | None:
    (_id, stored_version, *_columns, payload, _metadata, _occurred, _recorded, prev_hash, hash, leaf) = row
    if stored_version != version:
        return f"missing: the next event that stands is version {stored_version}"
    if prev_hash != expected_prev:
        return "its previous hash is not that of the event before it"
    if hash != chain_hash(prev_hash, payload):
        return "its payload does not give its hash"
    if leaf is not None and leaf != sha256(LEAF_PREFIX + hash).digest():
        return "it was sealed under another hash"
    return _disagreement(casino_id, stream_id, row)


def _disagreement(casino_id: int, stream_id: str, row: Row) -> str | None:
    """A column that says other than the payload."""
    (_, version, event_id, type, schema_version, data, payload, metadata, occurred_at, recorded_at, *_) = row
    try:
        hashed = decode_payload(payload)
    except msgspec.MsgspecError as error:
        return f"its payload is no event: {error}"
    pairs: dict[str, tuple[Any, Any]] = {
        "casino_id": (casino_id, hashed.casino),
        "stream_id": (stream_id, hashed.stream),
        "version": (version, hashed.version),
        "event_id": (event_id, hashed.event_id),
        "type": (type, hashed.type),
        "schema_version": (schema_version, hashed.schema_version),
        "data": (data, _as_stored(hashed.data)),
        "metadata": (metadata, _as_stored(hashed.metadata)),
        "occurred_at": (occurred_at, hashed.occurred_at),
        "recorded_at": (recorded_at, hashed.recorded_at),
    }
    for column, (stored, stated) in pairs.items():
        if stored != stated:
            return f"its column {column} says {stored!r}, its payload {stated!r}"
    return None


def _as_stored(document: dict[str, Any]) -> Any:
    """A document as jsonb holds it, which cannot hold U+0000 (append_events.sql)."""
    return msgspec.json.decode(encode_canonically(document).replace(b"\\u0000", b"\\ufffd"))
