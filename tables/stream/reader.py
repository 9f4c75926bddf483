"""Reading a stream, and what every reader shares: stored rows into events."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from tables.stream.database import Row, run
from tables.stream.event import RecordedEvent, StoredEvent
from tables.stream.hashing import decode_payload
from tables.stream.sql import statement
from tables.stream.upcasters import bring_up, is_older

READ_STREAM = statement("read_stream")
READ_STREAM_VERSION = statement("read_stream_version")
READ_TYPES_OF_STREAMS = statement("read_types_of_streams")
READ_HEADS_OF_STREAMS = statement("read_heads_of_streams")
READ_POSITIONS_OF_STREAMS = statement("read_positions_of_streams")

decode_stored = msgspec.json.Decoder(StoredEvent).decode


def recorded_event(row: Row) -> RecordedEvent:
    """The event of a stored row (id, position, payload, prev_hash, hash).

    All that an event says comes from its payload, the bytes that are hashed; so what is read is what is proven.
    """
    id, position, payload, prev_hash, hash = row
    hashed = decode_payload(payload)
    schema_version, data = bring_up(hashed.type, hashed.schema_version, hashed.data)
    return RecordedEvent(
        casino_id=hashed.casino,
        id=id,
        stream_id=hashed.stream,
        version=hashed.version,
        event_id=hashed.event_id,
        type=hashed.type,
        schema_version=schema_version,
        data=data,
        metadata=hashed.metadata,
        occurred_at=hashed.occurred_at,
        recorded_at=hashed.recorded_at,
        prev_hash=prev_hash,
        hash=hash,
        position=position,
    )


def stored_event(row: Row) -> StoredEvent:
    _, position, payload, _, _ = row
    event = decode_stored(payload)
    event.position = position
    if is_older(event.type, event.schema_version):
        data = msgspec.json.decode(event.data)
        event.schema_version, data = bring_up(event.type, event.schema_version, data)
        event.data = msgspec.Raw(msgspec.json.encode(data))
    return event


def read_stream(
    casino_id: int,
    stream_id: str,
    *,
    after_version: int = 0,
    to_version: int | None = None,
    at: datetime | None = None,
) -> list[RecordedEvent]:
    """The stream's events after a version, as far as `to_version`, or as the record stood at the time `at`.

    Not sequenced events are read too; `position` is None in all of them.
    """
    rows = run(
        READ_STREAM,
        casino_id=casino_id,
        stream_id=stream_id,
        after_version=after_version,
        to_version=to_version,
        at=at,
    )
    return [recorded_event(row) for row in rows]


def read_types(casino_id: int, stream_ids: Iterable[str], types: Iterable[str]) -> list[RecordedEvent]:
    """The events of these types in these streams, by stream and version, not sequenced ones too. One query."""
    rows = run(READ_TYPES_OF_STREAMS, casino_id=casino_id, stream_ids=list(stream_ids), types=list(types))
    return [recorded_event(row) for row in rows]


def stream_version(casino_id: int, stream_id: str) -> int:
    """The version at which the stream stands; 0 before its first event."""
    version: int = run(READ_STREAM_VERSION, casino_id=casino_id, stream_id=stream_id)[0][0]
    return version


class PositionsOfStreams(msgspec.Struct, frozen=True):
    """How many events several streams have together, and their first and last position in the feed: None where an
    event waits for its place."""

    events: int
    first: int | None
    last: int | None


def positions_of_streams(casino_id: int, stream_ids: Iterable[str]) -> PositionsOfStreams:
    """Where in the feed these streams begin and end. One query."""
    rows = run(READ_POSITIONS_OF_STREAMS, casino_id=casino_id, stream_ids=list(stream_ids))
    events, first, last, all_sealed = rows[0]
    return PositionsOfStreams(int(events or 0), first, last if all_sealed else None)


class HeadOfStream(msgspec.Struct, frozen=True):
    """The last event of a stream: its version, its hash, and when it was recorded (UTC)."""

    version: int
    hash: bytes
    recorded_at: datetime


def heads_of_streams(casino_id: int, stream_ids: Iterable[str]) -> dict[str, HeadOfStream]:
    """The last event of each of these streams that has one, by name. One query."""
    rows = run(READ_HEADS_OF_STREAMS, casino_id=casino_id, stream_ids=list(stream_ids))
    return {stream: HeadOfStream(version, bytes(hash), at) for stream, version, hash, at in rows}
