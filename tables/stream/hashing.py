"""The canonical bytes of an event, and the chain of hashes over them.

The payload is one JSON object in UTF-8, keys sorted at every depth, no white space, with the members casino, stream,
version, event_id, type, schema_version, data, metadata, occurred_at and recorded_at (RFC 3339 in UTC, a `Z` at the
end). The stored bytes are what is hashed and what is read back; nothing ever encodes them a second time to compare.

    hash = SHA-256(prev_hash ‖ payload)        prev_hash of a stream's first event: 32 zero bytes
"""

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec

GENESIS = bytes(32)

encode = msgspec.json.Encoder(order="sorted").encode


class Payload(msgspec.Struct, frozen=True, kw_only=True):
    """What the payload says, read back."""

    casino: int
    stream: str
    version: int
    event_id: UUID
    type: str
    schema_version: int
    data: dict[str, Any]
    metadata: dict[str, Any]
    occurred_at: datetime
    recorded_at: datetime


class _Written(msgspec.Struct):
    """The payload as it is written: data and metadata are canonical already."""

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


def encode_payload(
    *,
    casino_id: int,
    stream_id: str,
    version: int,
    event_id: UUID,
    type: str,
    schema_version: int,
    data: bytes,
    metadata: bytes,
    occurred_at: datetime,
    recorded_at: datetime,
) -> bytes:
    """The canonical bytes of an event. `data` and `metadata` come canonically encoded, times in UTC."""
    written = _Written(
        casino_id,
        msgspec.Raw(data),
        event_id,
        msgspec.Raw(metadata),
        occurred_at,
        recorded_at,
        schema_version,
        stream_id,
        type,
        version,
    )
    return encode(written)


decode_payload = msgspec.json.Decoder(Payload).decode


def chain_hash(prev_hash: bytes, payload: bytes) -> bytes:
    """The hash of an event, given that of the one before it in its stream."""
    return sha256(prev_hash + payload).digest()


def in_utc(moment: datetime, name: str) -> datetime:
    """The moment in UTC; ValueError if it is naive, for a naive time says nothing."""
    if moment.tzinfo is UTC:
        return moment
    if moment.tzinfo is None:
        raise ValueError(f"{name} must have a time zone: {moment.isoformat()}")
    return moment.astimezone(UTC)


def as_jsonb(encoded: bytes) -> str:
    """Canonical JSON as the jsonb columns take it: they cannot hold U+0000, the payload does."""
    return encoded.decode().replace("\\u0000", "\\ufffd")
