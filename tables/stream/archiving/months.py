"""Months of the record, and their archives."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import msgspec

from tables.stream.database import run
from tables.stream.errors import MonthArchived
from tables.stream.sql import statement

LIST_MONTHS = statement("list_months")
FIND_ARCHIVED_MONTHS = statement("find_archived_months")
READ_ARCHIVED_RUN = statement("read_archived_run")

_DAY_OF_A_TABLE = re.compile(r"table/[^/]+/([0-9]{4})-(0[1-9]|1[0-2])-[0-9]{2}")

REST_DAYS = 35
"""A month can be archived once it has been over for so many days: nothing is recorded in its days any more."""


def month_of(stream_id: str) -> int:
    """Return the month (yyyymm) of a stream, 0 for a stream without one; as the database's record_month does."""
    day = _DAY_OF_A_TABLE.fullmatch(stream_id)
    return int(day[1] + day[2]) if day else 0


def month_named(written: str) -> int:
    """Return 2031-05 as 203105. Raises ValueError for another form."""
    if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", written):
        raise ValueError(f"{written!r} is not a month: write one like 2031-05")
    return int(written.replace("-", ""))


def written_month(month: int) -> str:
    return f"{month // 100:04}-{month % 100:02}"


def rested(month: int, now: datetime) -> bool:
    """Return True if the month has been over long enough to be archived."""
    latest = now.astimezone(UTC) - timedelta(days=REST_DAYS)
    return month < latest.year * 100 + latest.month


class RecordMonth(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the record in the database; `month` is 0 for streams without a month, and None for the rest."""

    month: int | None
    events: int
    bytes: int
    """On disk, with its indexes."""
    archived: bool


class ArchivedMonth(msgspec.Struct, frozen=True, kw_only=True):
    """A casino's days of a month in a file."""

    casino_id: int
    month: int
    number: int
    """Count of its archivings, from 1: a month that was attached can be archived again."""
    file: str
    """Name of the file without its folder: the folder may change."""
    sha256: bytes
    events: int
    first: int
    last: int
    """First and last position in the feed."""


def record_months() -> list[RecordMonth]:
    """Return the parts of the record, the lasting one first and the rest last."""
    return [
        RecordMonth(month=month, events=events, bytes=size, archived=archived)
        for month, events, size, archived in run(LIST_MONTHS)
    ]


def archived_months(casino_id: int | None = None) -> list[ArchivedMonth]:
    """Return the months that are archived now, of one casino or of all, by month."""
    return [
        ArchivedMonth(
            casino_id=of_casino, month=month, number=number, file=file, sha256=bytes(sha256), events=events,
            first=first, last=last,
        )
        for of_casino, month, number, file, sha256, events, first, last in run(
            FIND_ARCHIVED_MONTHS, casino_id=casino_id
        )
    ]  # fmt: skip


def archived_run(casino_id: int, position: int) -> tuple[int, int] | None:
    """Return the first and the last of the neighbouring positions, this one among them, whose events are archived; None
    if they are not.
    """
    rows = run(READ_ARCHIVED_RUN, casino_id=casino_id, position=position)
    return rows[0] if rows else None


def require_here(casino_id: int, empty: Iterable[str]) -> None:
    """Raise MonthArchived if one of these streams, which have no events here, is of an archived month.

    Only a month that has rested is looked up, so that a day that begins costs nothing.
    """
    now = datetime.now(UTC)
    months = {month for stream in empty if (month := month_of(stream)) and rested(month, now)}
    if not months:
        return
    for archived in archived_months(casino_id):
        if archived.month in months:
            raise MonthArchived(archived.month, archived.file)
