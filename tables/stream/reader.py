"""Reading of streams, with the common conversion of stored rows into events."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from tables.stream.archiving.months import month_of, require_here
from tables.stream.database import Row, run
from tables.stream.event import RecordedEvent, StoredEvent
from tables.stream.hashing import Payload, in_utc
from tables.stream.pseudonyms import named_data, named_metadata, names_people
from tables.stream.sql import statement
from tables.stream.upcasters import bring_up, is_older

READ_STREAM = statement("read_stream")
READ_STREAM_VERSION = statement("read_stream_version")
READ_TYPES_OF_STREAMS = statement("read_types_of_streams")
READ_HEADS_OF_STREAMS = statement("read_heads_of_streams")
READ_POSITIONS_OF_STREAMS = statement("read_positions_of_streams")


def payload_of(row: Row) -> Payload:
    """Return the hashed content of a stored row.

    The row has id, position, casino_id, stream_id, version, event_id, type, schema_version, data and metadata as text,
    occurred_at, recorded_at, prev_hash and hash, as every statement that reads events returns them.
    """
    (
        _id, _position, casino, stream, version, event_id, type, schema_version, data, metadata, occurred_at,
        recorded_at, *_hashes,
    ) = row  # fmt: skip
    return Payload(
        casino=casino,
        data=msgspec.Raw(data.encode()),
        event_id=event_id,
        metadata=msgspec.Raw(metadata.encode()),
        occurred_at=in_utc(occurred_at, "occurred_at"),
        recorded_at=in_utc(recorded_at, "recorded_at"),
        schema_version=schema_version,
        stream=stream,
        type=type,
        version=version,
    )


def recorded_of(
    payload: Payload, id: int, prev_hash: bytes, hash: bytes, position: int | None = None
) -> RecordedEvent:
    """Return the recorded event of a payload, with the names of people and its data in the newest schema version."""
    named = named_data(payload.casino, payload.type, payload.data)
    schema_version, data = bring_up(payload.type, payload.schema_version, named)
    return RecordedEvent(
        casino_id=payload.casino,
        id=id,
        stream_id=payload.stream,
        version=payload.version,
        event_id=payload.event_id,
        type=payload.type,
        schema_version=schema_version,
        data=data,
        metadata=named_metadata(payload.casino, payload.metadata),
        occurred_at=payload.occurred_at,
        recorded_at=payload.recorded_at,
        prev_hash=prev_hash,
        hash=hash,
        position=position,
    )


def recorded_event(row: Row) -> RecordedEvent:
    """Return the event of a stored row. All of it but id, position and the names of people is hashed; so the content
    read is the content proven.
    """
    return recorded_of(payload_of(row), row[0], row[12], row[13], row[1])


def stored_event(row: Row) -> StoredEvent:
    """Return the stored event of a row, to be passed on: its data stays JSON."""
    payload = payload_of(row)
    schema_version, data = payload.schema_version, payload.data
    if is_older(payload.type, schema_version) or names_people(data):
        named = named_data(payload.casino, payload.type, data)
        schema_version, brought_up = bring_up(payload.type, schema_version, named)
        data = msgspec.Raw(msgspec.json.encode(brought_up))
    return StoredEvent(
        casino_id=payload.casino,
        stream_id=payload.stream,
        version=payload.version,
        event_id=payload.event_id,
        type=payload.type,
        schema_version=schema_version,
        data=data,
        metadata=named_metadata(payload.casino, payload.metadata),
        occurred_at=payload.occurred_at,
        recorded_at=payload.recorded_at,
        position=row[1],
    )


def read_stream(
    casino_id: int,
    stream_id: str,
    *,
    after_version: int = 0,
    to_version: int | None = None,
    at: datetime | None = None,
) -> list[RecordedEvent]:
    """Return the stream's events after a version, as far as `to_version`, or as of the time `at`.

    Events outside of the feed are returned too; `position` is None in all of them. Raises MonthArchived for a stream of
    an archived month; so do the other functions here.
    """
    rows = run(
        READ_STREAM,
        casino_id=casino_id,
        month=month_of(stream_id),
        stream_id=stream_id,
        after_version=after_version,
        to_version=to_version,
        at=at,
    )
    if not rows:
        require_here(casino_id, [stream_id])
    return [recorded_event(row) for row in rows]


def read_types(casino_id: int, stream_ids: Iterable[str], types: Iterable[str]) -> list[RecordedEvent]:
    """Return the events of these types in these streams, by stream and version, not sequenced ones too. One query."""
    streams = list(stream_ids)
    rows = run(READ_TYPES_OF_STREAMS, casino_id=casino_id, stream_ids=streams, types=list(types))
    require_here(casino_id, set(streams).difference(row[3] for row in rows))
    return [recorded_event(row) for row in rows]


def stream_version(casino_id: int, stream_id: str) -> int:
    """Return the version of the stream; 0 before its first event."""
    version: int = run(
        READ_STREAM_VERSION, casino_id=casino_id, month=month_of(stream_id), stream_id=stream_id
    )[0][0]
    return version


class PositionsOfStreams(msgspec.Struct, frozen=True):
    """Number of events of several streams together, and their first and last position in the feed.

    `last` is None while an event waits for its position.
    """

    events: int
    first: int | None
    last: int | None


def positions_of_streams(casino_id: int, stream_ids: Iterable[str]) -> PositionsOfStreams:
    """Return the first and last position of these streams in the feed, with the number of events. One query."""
    rows = run(READ_POSITIONS_OF_STREAMS, casino_id=casino_id, stream_ids=list(stream_ids))
    events, first, last, all_sealed = rows[0]
    return PositionsOfStreams(int(events or 0), first, last if all_sealed else None)


class HeadOfStream(msgspec.Struct, frozen=True):
    """The last event of a stream: its version, its hash, and when it was recorded (UTC)."""

    version: int
    hash: bytes
    recorded_at: datetime


def heads_of_streams(casino_id: int, stream_ids: Iterable[str]) -> dict[str, HeadOfStream]:
    """Return the last event of each of these streams that has one, by name. One query."""
    streams = list(stream_ids)
    rows = run(READ_HEADS_OF_STREAMS, casino_id=casino_id, stream_ids=streams)
    require_here(casino_id, set(streams).difference(row[0] for row in rows))
    return {stream: HeadOfStream(version, bytes(hash), at) for stream, version, hash, at in rows}
