"""A month of the record written into files, one for each casino, and then taken out of the database.

Nothing leaves the database before its file was read again from the disk and every event compared with the tree. The
parts are taken off one table after the other, each in a moment in which nobody reads it; the same command, given again,
completes an interrupted run.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.utils import OperationalError
from psycopg import errors as pg

from tables.stream.archiving.month_file import MonthFile
from tables.stream.archiving.months import (
    REST_DAYS,
    ArchivedMonth,
    archived_months,
    rested,
    written_month,
)
from tables.stream.database import run
from tables.stream.errors import StreamError
from tables.stream.exporting.export import Rulebooks, Runs, Stretch, export_record
from tables.stream.feed import feed_position
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.tiles import WIDTH
from tables.stream.sql import statement

FIND_MONTH = statement("find_month")
FIND_CASINOS_OF_MONTH = statement("find_casinos_of_month")
NOTE_ARCHIVED_MONTH = statement("note_archived_month")

LOCK_WAIT_MS = 500
"""Longest wait of one attempt to lock a table: all readers of the table wait behind it."""
ATTEMPTS = 240
BETWEEN_ATTEMPTS_S = 0.5


class MonthRefused(StreamError):
    """The month cannot be archived or attached now. The message has the reason, and nothing was changed."""


class Written(msgspec.Struct, frozen=True):
    """A month's file of one casino, read again and found right."""

    file: MonthFile
    digest: bytes
    runs: Runs


def archive_month(
    month: int,
    folder: Path,
    *,
    now: datetime,
    rulebooks: Callable[[int], Rulebooks],
    witnesses: Callable[[int], Sequence[WitnessKey]] = lambda casino_id: (),
    progress: Callable[[str], None] = lambda line: None,
) -> list[ArchivedMonth]:
    """Write the month's days of every casino into files of the folder, and take them out of the database.

    `rulebooks` and `witnesses` give for a casino the arguments of `export_record`. Raises MonthRefused, ExportRefused,
    ArchiveRefused: then the database holds the month as before, and files that were written may be removed.
    """
    name = written_month(month)
    if not rested(month, now):
        raise MonthRefused(f"{name} is not over for {REST_DAYS} days: something may still be recorded in it")
    for kind in ("sealed_event", "event"):
        alone(lambda cursor, kind=kind: cursor.execute("SELECT make_record_month(%s, %s)", [kind, month]))  # type: ignore[misc]
    casinos = [casino_id for (casino_id,) in run(FIND_CASINOS_OF_MONTH, month=month)]
    begun = [each for each in archived_months() if each.month == month]
    if not casinos and not begun:
        raise MonthRefused(f"the record has no day of {name}")
    if not begun:
        written = [
            _write(casino_id, month, folder, progress, rulebooks(casino_id), witnesses=witnesses(casino_id))
            for casino_id in casinos
        ]
        with transaction.atomic():
            for each in written:
                _note(each, now)
    progress(f"{name} leaves the database")
    _take_out("sealed_event", month)
    _take_out("event", month)
    return [each for each in archived_months() if each.month == month]


def _write(
    casino_id: int,
    month: int,
    folder: Path,
    progress: Callable[[str], None],
    rulebooks: Rulebooks,
    *,
    witnesses: Sequence[WitnessKey],
) -> Written:
    name = written_month(month)
    first, last, sealed, events = run(FIND_MONTH, casino_id=casino_id, month=month)[0]
    if sealed != events:
        raise MonthRefused(
            f"casino {casino_id}: {events - sealed} events of {name} wait for their place in the feed"
        )
    tiled = feed_position(casino_id) // WIDTH * WIDTH
    if last > tiled:
        raise MonthRefused(
            f"casino {casino_id}: the tree has tiles of the first {tiled} events, and {name} ends at {last}: wait until"
            f" {WIDTH} more are recorded"
        )
    path = folder / f"casino-{casino_id}-{name}.zip"
    progress(f"{path}: {events} events of casino {casino_id}, positions {first} to {last}")
    stretch = Stretch(casino_id, first, last, month)
    done = export_record(stretch, path, rulebooks=rulebooks, witnesses=witnesses)
    if done.events != events:
        raise MonthRefused(
            f"{path} has {done.events} events, and the record {events}: remove it, and begin again"
        )
    with closing(MonthFile(path)) as file:
        for _ in file.events():
            pass
        progress(f"{path}: read again, every event is the one that the tree has at its place")
        return Written(file, file.digest(), done.runs)


def _note(written: Written, now: datetime) -> None:
    manifest = written.file.manifest
    run(
        NOTE_ARCHIVED_MONTH,
        casino_id=manifest.casino,
        month=manifest.month,
        file=written.file.path.name,
        sha256=written.digest,
        bytes=written.file.path.stat().st_size,
        events=manifest.events,
        first=manifest.first,
        last=manifest.last,
        now=now,
        firsts=[first for first, _ in written.runs],
        lasts=[last for _, last in written.runs],
    )


def _take_out(kind: str, month: int) -> None:
    """Take the month's part off a table, and leave one in which nothing can be recorded."""

    def take_out(cursor: Any) -> None:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [f"record.{kind}_{month}"])
        if cursor.fetchone()[0]:
            cursor.execute(f"ALTER TABLE {kind} DETACH PARTITION record.{kind}_{month}")
            _require_unchanged(cursor, kind, month)
            cursor.execute(f"DROP TABLE record.{kind}_{month}")
        cursor.execute("SELECT make_record_part(%s, %s, true)", [kind, str(month)])
        cursor.execute(f"ALTER TABLE {kind} ATTACH PARTITION record.{kind}_{month} FOR VALUES IN ({month})")

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_constraint WHERE conrelid = to_regclass(%s) AND conname = 'archived')",
            [f"record.{kind}_{month}"],
        )
        if not cursor.fetchone()[0]:
            alone(take_out)


def _require_unchanged(cursor: Any, kind: str, month: int) -> None:
    """Raise MonthRefused unless the part holds exactly the content of the files."""
    cursor.execute(f"SELECT count(*) FROM record.{kind}_{month}")
    (there,) = cursor.fetchone()
    filed = sum(each.events for each in archived_months() if each.month == month)
    if there != filed:
        raise MonthRefused(
            f"{written_month(month)} has {there} events now, and its files {filed}: attach them, and archive it again"
        )


def alone(change: Callable[[Any], None]) -> None:
    """Change the record's tables in a transaction of its own, in a moment in which nobody holds them.

    An attempt waits for half a second at most, so that appends and readers behind it wait no longer. Raises
    MonthRefused where none of the attempts found such a moment.
    """
    for _ in range(ATTEMPTS):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {LOCK_WAIT_MS}")
                change(cursor)
        except OperationalError as held:
            if not isinstance(held.__cause__, pg.LockNotAvailable | pg.DeadlockDetected):
                raise
            time.sleep(BETWEEN_ATTEMPTS_S)
        else:
            return
    raise MonthRefused("somebody holds the record's tables without an end: give the same command again later")
