"""Appending to several streams of a casino at once, in the caller's transaction: two statements for all of them.

A sweep after an outage has events for hundreds of streams. All appends succeed or none does, so the caller locks the
streams first, and appends to those that it cannot lock one by one.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from tables.stream.appender import (
    as_recorded,
    columns_of,
    payloads_of,
    request_hash_of,
    translated_refusals,
)
from tables.stream.database import require_transaction, run
from tables.stream.errors import ConcurrencyError, IdempotencyConflict
from tables.stream.event import IdempotencyKey, NewEvent, RecordedEvent
from tables.stream.hashing import Payload, in_utc
from tables.stream.projections import apply_synchronous
from tables.stream.sql import statement

APPEND_TO_STREAMS = statement("append_to_streams")
CLAIM_COMMANDS = statement("claim_commands")
RECALL_COMMANDS = statement("recall_commands")


class Claim(msgspec.Struct, frozen=True):
    """An idempotency key, with the versions of the stream that enclose the events of its request."""

    key: IdempotencyKey
    after_version: int
    version: int


class StreamAppend(msgspec.Struct, frozen=True, kw_only=True):
    """Append to one stream in a batch. `expected_version` and `evolved` as in `append`."""

    stream_id: str
    events: Sequence[NewEvent]
    expected_version: int
    claims: Sequence[Claim] = ()
    evolved: Sequence[Any] = ()


def append_to_streams(
    casino_id: int, appends: Sequence[StreamAppend], *, now: datetime
) -> list[tuple[RecordedEvent, ...]]:
    """Append to these streams, each named once, with the synchronous projections; return the recorded events of each.

    Either all appends have `evolved` or none has. Raises ConcurrencyError if one of the streams is at another version
    or one of the keys is taken, and EventAlreadyRecorded as `append` does: the caller's transaction can then only be
    rolled back. ValueError if a time is naive.
    """
    require_transaction()
    if not appends:
        return []
    now = in_utc(now, "now")
    _claim(casino_id, appends, now)
    recorded = _write(casino_id, appends, now)
    events = [event for of_stream in recorded for event in of_stream]
    if events:
        apply_synchronous(events, [each for one in appends for each in one.evolved])
    return recorded


def keys_used(casino_id: int, keys: Sequence[IdempotencyKey]) -> set[str]:
    """Return those of the keys whose requests were carried out before.

    Raises IdempotencyConflict if one of them was used for another request.
    """
    rows = run(RECALL_COMMANDS, casino_id=casino_id, keys=[each.key for each in keys])
    used = {key: bytes(request_hash) for key, request_hash in rows}
    for each in keys:
        if each.key in used and used[each.key] != request_hash_of(each):
            raise IdempotencyConflict(each.key)
    return set(used)


def _claim(casino_id: int, appends: Sequence[StreamAppend], now: datetime) -> None:
    claims = [(each.stream_id, claim) for each in appends for claim in each.claims]
    if not claims:
        return
    claimed = run(
        CLAIM_COMMANDS,
        casino_id=casino_id,
        keys=[claim.key.key for _, claim in claims],
        request_hashes=[request_hash_of(claim.key) for _, claim in claims],
        stream_ids=[stream_id for stream_id, _ in claims],
        after_versions=[claim.after_version for _, claim in claims],
        versions=[claim.version for _, claim in claims],
        recorded_at=now,
    )
    if len(claimed) < len(claims):
        stream_id, claim = claims[0]
        raise ConcurrencyError(stream_id, claim.after_version)


def _write(casino_id: int, appends: Sequence[StreamAppend], now: datetime) -> list[tuple[RecordedEvent, ...]]:
    payloads = [
        payloads_of(casino_id, each.stream_id, each.events, each.expected_version, now) for each in appends
    ]
    all_payloads = [payload for of_stream in payloads for payload in of_stream]
    with translated_refusals(appends[0].stream_id, 0):
        rows = run(
            APPEND_TO_STREAMS,
            casino_id=casino_id,
            recorded_at=now,
            stream_ids=[each.stream_id for each in appends for _ in each.events],
            expected=[each.expected_version for each in appends for _ in each.events],
            places=[place for each in appends for place in range(1, len(each.events) + 1)],
            **columns_of(all_payloads),
        )
    written = {(stream_id, version): tuple(of_row) for stream_id, version, *of_row in rows}
    return [
        tuple(_recorded(each, place, payload, written) for place, payload in enumerate(of_stream, 1))
        for each, of_stream in zip(appends, payloads, strict=True)
    ]


def _recorded(
    to: StreamAppend, place: int, payload: Payload, written: dict[tuple[str, int], tuple[Any, ...]]
) -> RecordedEvent:
    row = written.get((to.stream_id, to.expected_version + place))
    if row is None:
        raise ConcurrencyError(to.stream_id, to.expected_version)
    return as_recorded(payload, *row)
