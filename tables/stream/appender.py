"""Appending to a stream, in the caller's transaction.

One statement does it, in one round trip: a call of the owner's function append_events, which alone may insert events.
Other writers of the stream wait until the transaction ends. Nothing is notified: the sequencer does that for all.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db.utils import IntegrityError, OperationalError
from psycopg import errors as pg

from tables.stream.archiving.months import month_of, require_here
from tables.stream.database import require_transaction, run
from tables.stream.errors import (
    ConcurrencyError,
    EventAlreadyRecorded,
    EventRefused,
    HashMismatch,
    IdempotencyConflict,
    MonthArchived,
)
from tables.stream.event import ANY, AnyVersion, IdempotencyKey, NewEvent, RecordedEvent
from tables.stream.hashing import Payload, chain_hash, in_utc
from tables.stream.projections import apply_synchronous
from tables.stream.pseudonyms import stored_documents
from tables.stream.reader import read_stream, recorded_of, stream_version
from tables.stream.sql import statement
from tables.stream.upcasters import newest_version

APPEND_EVENTS = statement("append_events")
CLAIM_COMMAND = statement("claim_command")
GIVE_BACK_COMMAND = statement("give_back_command")
RECALL_COMMAND = statement("recall_command")

_made = count()

ANY_VERSION_ATTEMPTS = 100
"""Most attempts of a fact, when other events take the version that it wants."""


class Appended(msgspec.Struct, frozen=True, kw_only=True):
    """Result of an append: the stream's version after it, and the recorded events."""

    version: int
    events: tuple[RecordedEvent, ...]
    replayed: bool = False
    """The idempotency key had been used for this same request: nothing was written, and this is the first result."""


def append(
    casino_id: int,
    stream_id: str,
    events: Sequence[NewEvent],
    *,
    expected_version: int | AnyVersion,
    now: datetime,
    idempotency: IdempotencyKey | None = None,
    evolved: Sequence[Any] = (),
) -> Appended:
    """Append events to a stream, with the synchronous projections, as part of the caller's transaction.

    `expected_version` is the version on which a command was decided, 0 for a new stream; a fact takes `ANY`. `now`
    (aware) becomes `recorded_at`. Without events only the idempotency key is claimed: a request without events is a
    request carried out. `evolved` has the caller's own object for each event, one for one: the record hands them to the
    synchronous projections unread.

    Raises ConcurrencyError if the stream is at another version, IdempotencyConflict if the key was used for another
    request: the caller's transaction is then as it was before the call. Raises EventAlreadyRecorded if an event's own
    id is in the record, MonthArchived if the month of the stream has left the database, and ConcurrencyError if two
    transactions wait for each other's streams: then the caller's transaction can only be rolled back. ValueError if
    there is neither event nor key, or a time is naive.
    """
    require_transaction()
    if not events and idempotency is None:
        raise ValueError(f"{stream_id}: nothing to append")
    now = in_utc(now, "now")
    for _ in range(ANY_VERSION_ATTEMPTS if expected_version is ANY else 1):
        after = stream_version(casino_id, stream_id) if expected_version is ANY else expected_version
        if idempotency and not _claim(
            casino_id, stream_id, idempotency, after=after, version=after + len(events), now=now
        ):
            return _recall_claimed(casino_id, stream_id, idempotency, after)
        if not events:
            return Appended(version=after, events=())
        payloads = payloads_of(casino_id, stream_id, events, after, now)
        recorded = _write(casino_id, stream_id, payloads, after)
        if recorded:
            apply_synchronous(recorded, evolved)
            return Appended(version=recorded[-1].version, events=recorded)
        if idempotency:
            run(GIVE_BACK_COMMAND, casino_id=casino_id, key=idempotency.key)
    require_here(casino_id, [stream_id])
    raise ConcurrencyError(stream_id, after, stream_version(casino_id, stream_id))


def recall(casino_id: int, idempotency: IdempotencyKey) -> Appended | None:
    """Return the outcome of a request that was carried out before, or None if its key is new.

    Raises IdempotencyConflict if the key was used for another request.
    """
    rows = run(RECALL_COMMAND, casino_id=casino_id, key=idempotency.key)
    if not rows:
        return None
    request_hash, stream_id, after_version, version = rows[0]
    if request_hash != request_hash_of(idempotency):
        raise IdempotencyConflict(idempotency.key)
    events = read_stream(casino_id, stream_id, after_version=after_version, to_version=version)
    return Appended(version=version, events=tuple(events), replayed=True)


def _claim(
    casino_id: int, stream_id: str, idempotency: IdempotencyKey, *, after: int, version: int, now: datetime
) -> bool:
    """Take the key; False if it is taken."""
    claimed = run(
        CLAIM_COMMAND,
        casino_id=casino_id,
        key=idempotency.key,
        request_hash=request_hash_of(idempotency),
        stream_id=stream_id,
        after_version=after,
        version=version,
        recorded_at=now,
    )
    return bool(claimed)


def _recall_claimed(casino_id: int, stream_id: str, idempotency: IdempotencyKey, after: int) -> Appended:
    earlier = recall(casino_id, idempotency)
    if earlier is None:  # taken by a transaction that this one, at a stricter isolation level, may not see
        raise ConcurrencyError(stream_id, after)
    return earlier


def request_hash_of(idempotency: IdempotencyKey) -> bytes:
    return hashlib.sha256(idempotency.request).digest()


def payloads_of(
    casino_id: int, stream_id: str, events: Sequence[NewEvent], after: int, now: datetime
) -> list[Payload]:
    """Return the hashed content of new events: names of people by their references, and the version of the code."""
    documents = stored_documents(casino_id, events, {"code": settings.CODE_VERSION})
    return [
        Payload(
            casino=casino_id,
            data=msgspec.Raw(stored.data),
            event_id=event.event_id or _time_ordered_id(now),
            metadata=msgspec.Raw(stored.metadata),
            occurred_at=in_utc(event.occurred_at, "occurred_at"),
            recorded_at=now,
            schema_version=event.schema_version or newest_version(event.type),
            stream=stream_id,
            type=event.type,
            version=version,
        )
        for version, (event, stored) in enumerate(zip(events, documents, strict=True), after + 1)
    ]


def columns_of(payloads: Sequence[Payload]) -> dict[str, list[Any]]:
    """Return the columns of new events for the statements, each as a list."""
    return {
        "event_id": [each.event_id for each in payloads],
        "type": [each.type for each in payloads],
        "schema_version": [each.schema_version for each in payloads],
        "data": [bytes(each.data).decode() for each in payloads],
        "metadata": [bytes(each.metadata).decode() for each in payloads],
        "occurred_at": [each.occurred_at for each in payloads],
    }


def _write(casino_id: int, stream_id: str, payloads: list[Payload], after: int) -> tuple[RecordedEvent, ...]:
    """Insert the events; none of them if the stream is not at the version `after`."""
    with translated_refusals(stream_id, after):
        rows = run(
            APPEND_EVENTS,
            casino_id=casino_id,
            stream_id=stream_id,
            expected_version=after,
            recorded_at=payloads[0].recorded_at,
            **columns_of(payloads),
        )
    if not rows:
        return ()
    return tuple(as_recorded(payload, *row) for payload, row in zip(payloads, rows, strict=True))


def as_recorded(
    payload: Payload, id: int, prev_hash: bytes, hash: bytes, recorded_at: datetime
) -> RecordedEvent:
    """Return the event as the database recorded it: recorded_at may be that of the event before it.

    Raises HashMismatch if the database hashed other bytes than this process: then nothing may be committed.
    """
    if recorded_at != payload.recorded_at:
        payload = msgspec.structs.replace(payload, recorded_at=in_utc(recorded_at, "recorded_at"))
    if hash != chain_hash(prev_hash, payload.encoded):
        raise HashMismatch(payload.stream, payload.version)
    return recorded_of(payload, id, prev_hash, hash)


@contextmanager
def translated_refusals(stream_id: str, after: int) -> Iterator[None]:
    """Raise the record's own errors for those of the database. Then the transaction can only be rolled back."""
    try:
        yield
    except IntegrityError as refused:
        if isinstance(refused.__cause__, pg.CheckViolation):
            if refused.__cause__.diag.constraint_name == "archived":
                raise MonthArchived(month_of(stream_id)) from refused
            raise EventRefused(refused.__cause__.diag.message_primary or stream_id) from refused
        if isinstance(refused.__cause__, pg.UniqueViolation):
            raise EventAlreadyRecorded(refused.__cause__.diag.message_detail or stream_id) from refused
        raise
    except OperationalError as refused:
        if isinstance(refused.__cause__, pg.DeadlockDetected):
            raise ConcurrencyError(stream_id, after) from refused
        raise


def _time_ordered_id(now: datetime) -> UUID:
    """Return a UUID of version 7, with a counter behind the millisecond (RFC 9562, section 6.2, method 1).

    Ids made one after another are neighbours in the index; random ids would scatter and leave it half empty.
    """
    milliseconds = int(now.timestamp() * 1000)
    chance = int.from_bytes(os.urandom(8), "big")
    value = milliseconds << 80 | 0x7 << 76 | (next(_made) & 0xFFF) << 64 | chance
    value = value & ~(0x3 << 62) | 0x2 << 62
    return UUID(int=value)
