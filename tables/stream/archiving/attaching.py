"""A month that was archived, brought back into the database from its files.

Every event is held against the tree before any of them is in the record again; so a file that was altered brings
nothing back. The events keep the numbers and places that they had.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from tables.stream.archiving.archiving import MonthRefused, alone
from tables.stream.archiving.month_file import ArchivedEvent, MonthFile, MonthFileRefused
from tables.stream.archiving.months import ArchivedMonth, archived_months, written_month
from tables.stream.database import run
from tables.stream.sql import statement

NOTE_ATTACHED_MONTH = statement("note_attached_month")

BEFORE_ALL = "2"
"""The transaction of events that came back: PostgreSQL's number for one that is older than all."""

NAMED = 12
"""Files that one message names."""

BATCH = 2_000
"""Events in one transaction, for which the feed waits."""

COPY_EVENTS = (
    "COPY {} (casino_id, month, id, xid, stream_id, version, event_id, type, schema_version, data, metadata,"
    " occurred_at, recorded_at, prev_hash, hash) FROM STDIN"
)
COPY_SEALED = "COPY {} (casino_id, month, position, event, type) FROM STDIN"


def attach_month(
    paths: Sequence[Path], *, now: datetime, progress: Callable[[str], None] = lambda line: None
) -> list[ArchivedMonth]:
    """Bring a month back: `paths` are its files, one for each casino that it was archived of.

    Raises MonthFileRefused and MonthRefused; then the record is as before.
    """
    with ExitStack() as opened:
        month, files, archived = _files_of_month(paths, opened)
        try:
            _fill(files, month, progress)
        except BaseException:
            _drop_unfinished(month)
            raise
    for kind in ("event", "sealed_event"):
        alone(lambda cursor, kind=kind: _put_in(cursor, kind, month))  # type: ignore[misc]
    with transaction.atomic():
        for each in archived.values():
            run(NOTE_ATTACHED_MONTH, casino_id=each.casino_id, month=month, number=each.number, now=now)
    return list(archived.values())


def _files_of_month(
    paths: Sequence[Path], opened: ExitStack
) -> tuple[int, list[MonthFile], dict[int, ArchivedMonth]]:
    """Return the month, its files and the database's notes on each, by casino.

    A file is only parsed if its SHA-256 is that of a file that was written. Raises MonthFileRefused, MonthRefused.
    """
    files = [opened.enter_context(closing(MonthFile(path))) for path in paths]
    written = archived_months()
    if not written:
        raise MonthRefused("No month is archived: all days are in the database")
    by_hash = {each.sha256: each for each in written}
    found = [by_hash.get(file.digest()) for file in files]
    for file, each in zip(files, found, strict=True):
        if each is None:
            raise MonthFileRefused(_unknown_file(file.path, written))
    known = [each for each in found if each is not None]
    months = {each.month for each in known}
    if len(months) != 1:
        raise MonthRefused("the files are of several months: attach one month at a time")
    month = months.pop()
    archived = {each.casino_id: each for each in written if each.month == month}
    if {each.casino_id for each in known} != set(archived) or len(files) != len(archived):
        named = ", ".join(each.file for each in archived.values())
        raise MonthRefused(f"{written_month(month)} was archived in {named}: give all of them together")
    return month, files, archived


def _unknown_file(path: Path, written: Sequence[ArchivedMonth]) -> str:
    named = [each for each in written if each.file == path.name] or written
    right = ", ".join(f"{each.sha256.hex()} ({each.file})" for each in named[:NAMED])
    return f"{path} is not the file that was written: its SHA-256 should be {right}"


def _fill(files: Sequence[MonthFile], month: int, progress: Callable[[str], None]) -> None:
    """Write the events into tables that are not in the record yet, each batch in a transaction of its own.

    A check in the tables spares the server reading all events while it puts the tables in.
    """
    _drop_unfinished(month)
    with transaction.atomic(), connection.cursor() as cursor:
        for kind in ("event", "sealed_event"):
            cursor.execute("SELECT make_record_part(%s, %s, false)", [kind, f"{month}_back"])
            cursor.execute(
                f"ALTER TABLE record.{kind}_{month}_back ADD CONSTRAINT of_month CHECK (month = {month})"
            )
    for file in files:
        progress(f"{file.path}: {file.manifest.events} events of casino {file.manifest.casino}")
        events = file.events()
        while batch := list(islice(events, BATCH)):
            _write(batch, month)


def _drop_unfinished(month: int) -> None:
    """Drop the tables that an attempt left."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS record.event_{month}_back, record.sealed_event_{month}_back")


def _write(batch: Sequence[ArchivedEvent], month: int) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        with cursor.copy(COPY_EVENTS.format(f"record.event_{month}_back")) as copy:
            for event in batch:
                copy.write_row(_row(event, month))
        with cursor.copy(COPY_SEALED.format(f"record.sealed_event_{month}_back")) as copy:
            for event in batch:
                payload = event.payload
                copy.write_row((payload.casino, month, event.position, event.id, payload.type))


def _row(event: ArchivedEvent, month: int) -> tuple[Any, ...]:
    """Return an event in the form of COPY_EVENTS."""
    payload = event.payload
    data, metadata = bytes(payload.data).decode(), bytes(payload.metadata).decode()
    return (
        payload.casino, month, event.id, BEFORE_ALL, payload.stream, payload.version, payload.event_id, payload.type,
        payload.schema_version, data, metadata, payload.occurred_at, payload.recorded_at, event.prev_hash, event.hash,
    )  # fmt: skip


def _put_in(cursor: Any, kind: str, month: int) -> None:
    cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [f"record.{kind}_{month}_back"])
    if not cursor.fetchone()[0]:
        return
    part = f"record.{kind}_{month}"
    cursor.execute(f"ALTER TABLE {kind} DETACH PARTITION {part}")
    cursor.execute(f"DROP TABLE {part}")
    cursor.execute(f"ALTER TABLE {part}_back RENAME TO {kind}_{month}")
    cursor.execute(f"ALTER TABLE {kind} ATTACH PARTITION {part} FOR VALUES IN ({month})")
    cursor.execute(f"ALTER TABLE {part} DROP CONSTRAINT of_month")
