"""Sources of a document in the record: one hash over the last events of its streams, and the time at which the
newest of them was recorded.

A document dates itself by that, not by the clock, so that the same record makes the same bytes.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import TypeVar

import msgspec
from django.utils.translation import gettext

from casino.kit.dates import utc_second
from tables.stream.reader import heads_of_streams

MOST_READINGS = 4
Read = TypeVar("Read")
Record = TypeVar("Record")


class MadeFrom(msgspec.Struct, frozen=True):
    """`hash` (SHA-256, hexadecimal) of the read events; `at` (UTC) is when the newest of them was recorded, None
    before the first.
    """

    hash: str
    at: datetime | None

    @property
    def in_words(self) -> str:
        """For the foot of a document."""
        if self.at is None:
            return gettext("Made from a record without events, hash {hash}").format(hash=self.hash)
        words = gettext("Made from the record up to {moment} UTC, hash {hash}")
        return words.format(moment=utc_second(self.at), hash=self.hash)

    def dated(self, day: str) -> datetime:
        """Return the date of a file about this gaming day (ISO): the newest event's, midnight of the day before the
        first.
        """
        return self.at or datetime.fromisoformat(day).replace(tzinfo=UTC)


def made_from_streams(casino_id: int, streams: Iterable[str]) -> MadeFrom:
    """Return the hash over a line `stream version hash` for each stream with an event, in the order of their names
    (by code point). One query.

    A stream's last hash covers all of its events, so an event more in any of them makes another hash.
    """
    heads = heads_of_streams(casino_id, set(streams))
    lines = (f"{name} {head.version} {head.hash.hex()}\n" for name, head in sorted(heads.items()))
    return MadeFrom(
        sha256("".join(lines).encode()).hexdigest(),
        max((head.recorded_at for head in heads.values()), default=None),
    )


def made_from_days(days: Mapping[str, MadeFrom]) -> MadeFrom:
    """Return the sources of several gaming days (by ISO date): of one its own; of more the hash over a line
    `day hash` each, in their order.
    """
    if len(days) == 1:
        return next(iter(days.values()))
    lines = (f"{day} {of.hash}\n" for day, of in sorted(days.items()))
    return MadeFrom(
        sha256("".join(lines).encode()).hexdigest(),
        max((of.at for of in days.values() if of.at), default=None),
    )


def read_with_record(record_of: Callable[[], Record], read: Callable[[], Read]) -> tuple[Read, Record]:
    """Return the result of `read` and its sources in the record (one MadeFrom, or several).

    If the record goes on meanwhile, both are read again, up to MOST_READINGS times.
    """
    record = record_of()
    for _reading in range(MOST_READINGS):
        found, before = read(), record
        record = record_of()
        if record == before:
            break
    return found, record
