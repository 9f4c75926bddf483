"""Events as they are handed in and as they stand in the record."""

from datetime import datetime
from enum import Enum
from typing import Any, Final
from uuid import UUID

import msgspec


class AnyVersion(Enum):
    """What a fact is appended at: whatever version the stream has by then."""

    ANY = "any"


ANY: Final = AnyVersion.ANY


class NewEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, not yet recorded. `occurred_at` is aware."""

    type: str
    data: dict[str, Any]
    occurred_at: datetime
    metadata: dict[str, Any] = {}
    """Who did it and where, what caused it, what it belongs to."""
    schema_version: int | None = None
    """None: the newest, to which the upcasters of its type lead."""
    event_id: UUID | None = None
    """Given where the event already has an identity; otherwise it gets one, ordered by time."""


class RecordedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the record. `data` is brought to the newest schema version by the type's upcasters."""

    casino_id: int
    id: int
    stream_id: str
    version: int
    event_id: UUID
    type: str
    schema_version: int
    data: dict[str, Any]
    metadata: dict[str, Any]
    occurred_at: datetime
    recorded_at: datetime
    prev_hash: bytes
    hash: bytes
    position: int | None = None
    """Its place in the casino's feed, from 1; None until it is sequenced, and in reads of a stream."""


class StoredEvent(msgspec.Struct, kw_only=True, gc=False):
    """One event of the record for who passes it on: its data stays the JSON that it is.

    `data` is in the newest schema version too: what an upcaster changes is decoded for that, and written again.
    """

    casino_id: int
    stream_id: str
    version: int
    event_id: UUID
    type: str
    schema_version: int
    data: msgspec.Raw
    metadata: dict[str, Any]
    occurred_at: datetime
    recorded_at: datetime
    position: int | None = None
    """As of a `RecordedEvent`; the payload says nothing of it."""


class IdempotencyKey(msgspec.Struct, frozen=True):
    """The name a caller gives to one request, so that the request takes effect once.

    `request` is the request itself, as bytes: the same key with other bytes is a conflict.
    """

    key: str
    request: bytes
