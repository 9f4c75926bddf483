"""From what of the record a document was made: one hash over the last events of its streams, and when the newest of
them was recorded. A document dates itself by that, not by the clock, so that the same record makes the same bytes."""

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
    """`hash` (SHA-256, hexadecimal) of what was read; `at` (UTC) is when its newest event was recorded, None before the
    first."""

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
        """The date of a file about this gaming day (ISO): the newest event's, midnight of the day before the first."""
        return self.at or datetime.fromisoformat(day).replace(tzinfo=UTC)


def made_from_streams(casino_id: int, streams: Iterable[str]) -> MadeFrom:
    """Of each stream that has an event a line `stream version hash`, in the order of their names (by code point), and
    SHA-256 over these lines. One query.

    A stream's last hash covers all of its events, so an event more in any of them makes another hash.
    """
    heads = heads_of_streams(casino_id, set(streams))
    lines = (f"{name} {head.version} {head.hash.hex()}\n" for name, head in sorted(heads.items()))
    return MadeFrom(
        sha256("".join(lines).encode()).hexdigest(),
        max((head.recorded_at for head in heads.values()), default=None),
    )


def made_from_days(days: Mapping[str, MadeFrom]) -> MadeFrom:
    """Of several gaming days (by ISO date): of one its own; of more a line `day hash` each, in their order, and SHA-256
    over these lines."""
    if len(days) == 1:
        return next(iter(days.values()))
    lines = (f"{day} {of.hash}\n" for day, of in sorted(days.items()))
    return MadeFrom(
        sha256("".join(lines).encode()).hexdigest(),
        max((of.at for of in days.values() if of.at), default=None),
    )


def read_with_record(record_of: Callable[[], Record], read: Callable[[], Read]) -> tuple[Read, Record]:
    """What is read, and from what of the record (one MadeFrom, or several). A record that goes on meanwhile is read
    again, up to MOST_READINGS times."""
    record = record_of()
    for _reading in range(MOST_READINGS):
        found, before = read(), record
        record = record_of()
        if record == before:
            break
    return found, record
