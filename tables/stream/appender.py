"""Appending to a stream, in the caller's transaction.

Two round trips to the server: the stream's head, then the claim of the idempotency key and all events together.
Nothing is locked but the rows written, and nothing is notified: the sealer does that for all.
"""

import hashlib
import os
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from psycopg import errors as pg

from tables.stream.database import open_cursor, raw_connection, require_transaction, run
from tables.stream.errors import ConcurrencyError, EventAlreadyRecorded, IdempotencyConflict
from tables.stream.event import ANY, AnyVersion, IdempotencyKey, NewEvent, RecordedEvent
from tables.stream.hashing import GENESIS, as_jsonb, chain_hash, encode, encode_payload, in_utc
from tables.stream.locks import REBUILD_GATE
from tables.stream.projections import apply_inline
from tables.stream.reader import read_stream, recorded_event
from tables.stream.sql import statement

READ_STREAM_HEAD = statement("read_stream_head")
APPEND_EVENTS = statement("append_events")
CLAIM_COMMAND = statement("claim_command")
RECALL_COMMAND = statement("recall_command")

ANY_VERSION_ATTEMPTS = 50
"""How often a fact tries again when others keep taking the version it was about to take."""


class Appended(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an append: the stream's version after it, and the events as recorded."""

    version: int
    events: tuple[RecordedEvent, ...]
    replayed: bool = False
    """The idempotency key had been used for this same request: nothing was written, this is what came of it then."""


class _Head(msgspec.Struct):
    version: int
    hash: bytes
    xid: str | None


class _Links(msgspec.Struct):
    """New events as columns, hashed and chained onto a head; the lists go to append_events.sql as they are."""

    versions: list[int] = []
    event_ids: list[UUID] = []
    types: list[str] = []
    schema_versions: list[int] = []
    data: list[str] = []
    payloads: list[bytes] = []
    metadata: list[str] = []
    occurred_at: list[datetime] = []
    prev_hashes: list[bytes] = []
    hashes: list[bytes] = []


def append(
    casino_id: int,
    stream_id: str,
    events: Sequence[NewEvent],
    *,
    expected_version: int | AnyVersion,
    now: datetime,
    idempotency: IdempotencyKey | None = None,
) -> Appended:
    """Append events to a stream, with the inline projections, as part of the caller's transaction.

    `expected_version` is the version on which a command was decided, 0 for a new stream; a fact takes `ANY`.
    `now` (aware) becomes `recorded_at`.

    Raises ConcurrencyError if the stream is at another version, IdempotencyConflict if the key was used for another
    request, EventAlreadyRecorded if an event's own id is in the record. After each of these the caller's
    transaction is as it was before the call, and can go on.
    """
    require_transaction()
    now = in_utc(now, "now")
    attempts = ANY_VERSION_ATTEMPTS if expected_version is ANY else 1
    for _ in range(attempts):
        head = _read_head(casino_id, stream_id)
        if expected_version not in (ANY, head.version):
            earlier = recall(casino_id, idempotency) if idempotency else None
            if earlier is None:
                raise ConcurrencyError(stream_id, int(expected_version), head.version)
            return earlier
        links = _chain(casino_id, stream_id, events, head, now)
        try:
            ids = _write(casino_id, stream_id, links, head=head, now=now, idempotency=idempotency)
        except pg.UniqueViolation as violation:
            _undo()
            if violation.diag.constraint_name == "command_pkey" and idempotency:
                earlier = recall(casino_id, idempotency)
                if earlier is not None:
                    return earlier
            elif violation.diag.constraint_name == "event_event_id_key":
                raise EventAlreadyRecorded(links.event_ids) from violation
        except pg.DeadlockDetected as deadlock:
            _undo()
            raise ConcurrencyError(stream_id, head.version) from deadlock
        else:
            recorded = tuple(
                recorded_event((id, None, payload, prev_hash, hash))
                for id, payload, prev_hash, hash in zip(
                    ids, links.payloads, links.prev_hashes, links.hashes, strict=True
                )
            )
            apply_inline(recorded)
            return Appended(version=head.version + len(recorded), events=recorded)
    raise ConcurrencyError(stream_id, head.version)


def recall(casino_id: int, idempotency: IdempotencyKey) -> Appended | None:
    """What came of a request that was carried out before, or None if its key is new.

    Raises IdempotencyConflict if the key was used for another request.
    """
    rows = run(RECALL_COMMAND, casino_id=casino_id, key=idempotency.key)
    if not rows:
        return None
    request_hash, stream_id, after_version, version = rows[0]
    if request_hash != _request_hash(idempotency):
        raise IdempotencyConflict(idempotency.key)
    events = read_stream(casino_id, stream_id, after_version=after_version, to_version=version)
    return Appended(version=version, events=tuple(events), replayed=True)


def _request_hash(idempotency: IdempotencyKey) -> bytes:
    return hashlib.sha256(idempotency.request).digest()


def _read_head(casino_id: int, stream_id: str) -> _Head:
    raw = raw_connection()
    cursor = open_cursor(raw)
    with raw.pipeline():  # BEGIN, if it is due, travels with it
        cursor.execute(
            READ_STREAM_HEAD,
            {"gate": REBUILD_GATE, "casino_id": casino_id, "stream_id": stream_id},
            binary=True,
            prepare=True,
        )
    version, hash, xid = cursor.fetchall()[0]
    return _Head(0, GENESIS, None) if version is None else _Head(version, hash, xid)


def _chain(casino_id: int, stream_id: str, events: Sequence[NewEvent], head: _Head, now: datetime) -> _Links:
    links = _Links()
    prev_hash = head.hash
    for version, event in enumerate(events, head.version + 1):
        event_id = event.event_id or _time_ordered_id(now)
        occurred_at = in_utc(event.occurred_at, "occurred_at")
        data, metadata = encode(event.data), encode(event.metadata)
        payload = encode_payload(
            casino_id=casino_id,
            stream_id=stream_id,
            version=version,
            event_id=event_id,
            type=event.type,
            schema_version=event.schema_version,
            data=data,
            metadata=metadata,
            occurred_at=occurred_at,
            recorded_at=now,
        )
        hash = chain_hash(prev_hash, payload)
        links.versions.append(version)
        links.event_ids.append(event_id)
        links.types.append(event.type)
        links.schema_versions.append(event.schema_version)
        links.data.append(as_jsonb(data))
        links.payloads.append(payload)
        links.metadata.append(as_jsonb(metadata))
        links.occurred_at.append(occurred_at)
        links.prev_hashes.append(prev_hash)
        links.hashes.append(hash)
        prev_hash = hash
    return links


def _write(
    casino_id: int,
    stream_id: str,
    links: _Links,
    *,
    head: _Head,
    now: datetime,
    idempotency: IdempotencyKey | None,
) -> list[int]:
    """Claim the key and insert the events behind a savepoint, in one round trip. Returns the events' ids."""
    raw = raw_connection()
    savepoint, insert = open_cursor(raw), open_cursor(raw)
    values: dict[str, Any] = msgspec.structs.asdict(links)
    values |= {
        "casino_id": casino_id,
        "stream_id": stream_id,
        "head_xid": head.xid,
        "recorded_at": now,
    }
    with raw.pipeline():
        savepoint.execute("SAVEPOINT append", prepare=False)
        if idempotency:
            open_cursor(raw).execute(
                CLAIM_COMMAND,
                {
                    "casino_id": casino_id,
                    "key": idempotency.key,
                    "request_hash": _request_hash(idempotency),
                    "stream_id": stream_id,
                    "after_version": head.version,
                    "version": head.version + len(links.versions),
                    "recorded_at": now,
                },
                prepare=True,
            )
        insert.execute(APPEND_EVENTS, values, binary=True, prepare=True)
        savepoint.execute("RELEASE SAVEPOINT append", prepare=False)
    return [id for (id,) in insert.fetchall()]


def _undo() -> None:
    """Take the caller's transaction back to where it stood before the write."""
    raw = raw_connection()
    cursor = open_cursor(raw)
    with raw.pipeline():
        cursor.execute("ROLLBACK TO SAVEPOINT append", prepare=False)
        cursor.execute("RELEASE SAVEPOINT append", prepare=False)


def _time_ordered_id(now: datetime) -> UUID:
    """A UUID of version 7: ids made one after another lie together in the index, random ones would scatter."""
    milliseconds = int(now.timestamp() * 1000)
    chance = int.from_bytes(os.urandom(10), "big")
    value = milliseconds << 80 | chance
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return UUID(int=value)
