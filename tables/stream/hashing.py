"""The canonical bytes of an event, and the chain of hashes over them.

The payload is one JSON object in UTF-8, keys sorted at every depth, no white space, with the members casino, data,
event_id, metadata, occurred_at, recorded_at (RFC 3339 in UTC, a `Z` at the end), schema_version, stream, type
and version. The record keeps each member once, in a column of its own, the two documents as the text that was hashed;
so the payload is spelt again from the columns, and a column that was changed spells another.

    hash = SHA-256(prev_hash ‖ payload)        prev_hash of a stream's first event: 32 zero bytes

The database spells and chains new events in the same way (migrations/0007_guarded_appends.sql).
"""

from datetime import UTC, datetime
from hashlib import sha256
from uuid import UUID

import msgspec

GENESIS = bytes(32)


class Payload(msgspec.Struct, frozen=True, kw_only=True):
    """Content of an event's hashed bytes; its two documents are canonical JSON already."""

    casino: int
    data: msgspec.Raw
    event_id: UUID
    metadata: msgspec.Raw
    occurred_at: datetime
    recorded_at: datetime
    schema_version: int
    stream: str
    type: str
    version: int

    @property
    def encoded(self) -> bytes:
        """The bytes that are hashed."""
        return encode_canonically(self)


encode_canonically = msgspec.json.Encoder(order="sorted").encode
decode_payload = msgspec.json.Decoder(Payload).decode
decode_document = msgspec.json.Decoder(dict).decode


def chain_hash(prev_hash: bytes, payload: bytes) -> bytes:
    """Return the hash of an event, given that of the one before it in its stream."""
    return sha256(prev_hash + payload).digest()


def in_utc(moment: datetime, name: str) -> datetime:
    """Return the moment in UTC. Raises ValueError if it is naive: a naive time names no moment."""
    if moment.tzinfo is UTC:
        return moment
    if moment.tzinfo is None:
        raise ValueError(f"{name} must have a time zone: {moment.isoformat()}")
    return moment.astimezone(UTC)
