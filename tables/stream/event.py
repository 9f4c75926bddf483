"""Events before and after they are recorded."""

from datetime import datetime
from enum import Enum
from typing import Any, Final
from uuid import UUID

import msgspec


class AnyVersion(Enum):
    """Version at which a fact is appended: the latest version of the stream."""

    ANY = "any"


ANY: Final = AnyVersion.ANY


class NewEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, not yet recorded. `occurred_at` is aware."""

    type: str
    data: dict[str, Any]
    occurred_at: datetime
    metadata: dict[str, Any] = {}
    """Author, place, cause and context of the event."""
    schema_version: int | None = None
    """Schema version of the data; None for the newest, which the upcasters of its type produce."""
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
    """Place in the casino's feed, from 1; None until the event is sequenced, and in reads of a stream."""


class StoredEvent(msgspec.Struct, kw_only=True, gc=False):
    """One event of the record to be passed on: its data stays JSON.

    `data` is in the newest schema version too: data that an upcaster changes is decoded and encoded again.
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
    """Place in the feed, as of a `RecordedEvent`; the payload does not contain it."""


class IdempotencyKey(msgspec.Struct, frozen=True):
    """The name a caller gives to one request, so that the request takes effect once.

    `request` is the request itself, as bytes: the same key with other bytes is a conflict.
    """

    key: str
    request: bytes
