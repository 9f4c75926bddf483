"""Rebuilding a projection in shadow tables and swapping, or only comparing them with the live rows.

The shadow is a set of temporary tables in the session of the rebuild, named as the live ones, which PostgreSQL
finds first: `apply` fills them without knowing. They cost no log, and vanish by themselves if the rebuild dies.

Nothing is sequenced while a transaction that has written is open, and writing to a temporary table counts. So every
transaction here ends after a bounded number of events or rows, however long the record is. The rows are compared in
ranges without a transaction. Only for a range that differs, because its live rows are wrong or have moved on, do
appends wait: then the shadow takes the last events and the range is compared again, at one position of the record.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
from django.db import connection, transaction

from tables.python_runtime import nothing_collected
from tables.stream.archiving.months import archived_months
from tables.stream.database import REBUILD_GATE, run
from tables.stream.errors import MonthArchived
from tables.stream.event import RecordedEvent
from tables.stream.feed import feed_position, read_feed
from tables.stream.heartbeat import beat
from tables.stream.projections import (
    Projection,
    SynchronousProjection,
    projection_named,
    synchronous_projections,
)
from tables.stream.reader import recorded_event
from tables.stream.sequencing import casinos_with_events
from tables.stream.shadow import (
    Difference,
    KeyRange,
    ReadTable,
    drop_shadows,
    read_tables,
    require_shadows,
)
from tables.stream.sql import statement

HOLD_SEAL_HEAD = statement("hold_seal_head")
HOLD_CHECKPOINT = statement("hold_checkpoint")
READ_CHECKPOINT = statement("read_checkpoint")
READ_UNSEALED = statement("read_unsealed")
RECORD_PROJECTION = statement("record_projection")
SET_PROJECTION_STATUS = statement("set_projection_status")
CLOSE_REBUILD_GATE = statement("close_rebuild_gate")

BATCH = 1000
"""Events in one transaction: a row that many of them change is written once, and the feed waits meanwhile."""
SWAP_WAIT = "10s"
"""Longest wait of a swap for running appends. New appends wait behind the swap, so it gives up rather than wait for
ever."""
MOST_PASSES = 3
"""A rebuild looks again after it replaced rows: an append may have derived a row from one that was not replaced yet."""
BEING_REPLACED = 0
"""The version of rows while a rebuild replaces those of another version: no code takes them for its own."""


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a rebuild. `removed` and `added` are 0 if the rebuilt rows equal the live ones."""

    name: str
    casino_id: int
    events: int
    removed: int
    """Live rows that the rebuild did not bring out the same, deleted."""
    added: int
    """Rows that only the rebuild brought out, inserted."""


def rebuild(name: str, casino_id: int | None = None) -> list[Rebuilt]:
    """Rebuild a projection for one casino, or for all of the record, one after another.

    Raises KeyError if there is no such projection, ValueError if it has no tables to rebuild (`not_rebuilt` has the
    reason), and django.db.utils.OperationalError if appends under way kept a swap waiting too long: then rebuild it
    again.
    """
    projection = projection_named(name)
    casinos = casinos_with_events() if casino_id is None else [casino_id]
    return [rebuild_for_casino(projection, each) for each in casinos]


def outdated_projections(casino_id: int) -> list[str]:
    """Names of synchronous projections whose live rows were made by another version of them, or by none."""
    return [
        projection.name
        for projection in synchronous_projections()
        if live_version(projection.name, casino_id) != projection.version
    ]


def rebuild_for_casino(projection: Projection, casino_id: int) -> Rebuilt:
    """Fill the shadow tables of one casino in batches, and replace the live rows that differ, range by range.

    A rebuild that was broken off has replaced some ranges. If another version made the rows, they stay outdated.
    """
    _require_tables(projection)
    if live_version(projection.name, casino_id) != projection.version:
        run(RECORD_PROJECTION, casino_id=casino_id, name=projection.name, version=BEING_REPLACED)
    run(SET_PROJECTION_STATUS, casino_id=casino_id, name=projection.name, status="rebuilding")
    removed = added = 0
    with _derived_in_shadow(projection, casino_id) as derived:
        for _ in range(MOST_PASSES):
            before = removed, added
            for table, keys in derived.differing_ranges():
                with derived.at_one_position():
                    of_range = table.replace(casino_id, keys)
                removed, added = removed + of_range[0], added + of_range[1]
            if (removed, added) == before:
                break
    run(RECORD_PROJECTION, casino_id=casino_id, name=projection.name, version=projection.version)
    return Rebuilt(
        name=projection.name, casino_id=casino_id, events=derived.events, removed=removed, added=added
    )


@contextmanager
def _derived_in_shadow(projection: Projection, casino_id: int) -> Iterator["_Derived"]:
    """Yield the rows of one casino derived in shadow tables, which last as long as the block.

    Raises MonthArchived while events that the rows were made of are archived.
    """
    _require_tables(projection)
    for archived in archived_months(casino_id):
        raise MonthArchived(archived.month, archived.file)
    with _shadowed(projection) as tables:
        derived = _Derived(projection, casino_id, tables)
        derived.catch_up()
        if isinstance(projection, SynchronousProjection):
            derived.take_waiting()
        yield derived


def live_version(name: str, casino_id: int) -> int | None:
    """Return the version of a projection that made its live rows; None if none was noted."""
    rows = run(READ_CHECKPOINT, casino_id=casino_id, name=name)
    return rows[0][1] if rows else None


def _require_tables(projection: Projection) -> None:
    if not projection.models:
        why = f": {projection.not_rebuilt}" if projection.not_rebuilt else ""
        raise ValueError(f"Projection {projection.name!r} has no tables to rebuild{why}")


class _Derived:
    """A projection's rows of one casino, derived in shadow tables as far as the feed was taken."""

    def __init__(self, projection: Projection, casino_id: int, tables: Sequence[ReadTable]) -> None:
        self.projection = projection
        self.casino_id = casino_id
        self.tables = tables
        self.position = 0
        self.events = 0
        """Number of events from which the rows were derived."""
        self._taken_early: set[int] = set()
        """Ids of events that were taken before they had a position."""

    def differing_ranges(self) -> Iterator[tuple[ReadTable, KeyRange]]:
        """Yield the ranges in which a row is not equal live and in the shadow; a row may only have moved on.

        A range is compared in one statement outside of a transaction.
        """
        require_shadows(self.tables)
        for table in self.tables:
            for keys in table.ranges(self.casino_id):
                beat()
                require_shadows(self.tables)
                if table.differences(self.casino_id, keys):
                    yield table, keys

    @contextmanager
    def at_one_position(self) -> Iterator[None]:
        """Open a transaction in which the live rows do not change, and the shadow is derived from the same events.

        Appends to the casino, and its sequencer, wait for it. Only the last events are left for the shadow to take.
        """
        self.catch_up()
        with transaction.atomic():
            _hold_still(self.projection, self.casino_id)
            self.catch_up()
            if isinstance(self.projection, SynchronousProjection):
                self._take_early(self._waiting())
            yield

    def catch_up(self) -> None:
        """Read the feed up to the position of the live rows, in one transaction a batch unless one is open."""
        target = _target(self.projection, self.casino_id)
        while self.position < target:
            beat()
            with nothing_collected():
                self.position = self._take_batch(target)

    def take_waiting(self) -> None:
        """Take the events without a position, each batch in a transaction of its own. They are many if no sequencer
        runs.

        They are read while the head does not move: none of them has got a position since the feed was taken, so each
        stream goes on without a gap.
        """
        with transaction.atomic():
            run(HOLD_SEAL_HEAD, casino_id=self.casino_id)
            self.catch_up()
            waiting = self._waiting()
        for start in range(0, len(waiting), BATCH):
            beat()
            with transaction.atomic():
                self._take_early(waiting[start : start + BATCH])

    def _waiting(self) -> list[RecordedEvent]:
        rows = run(READ_UNSEALED, casino_id=self.casino_id)
        return [recorded_event(row) for row in rows if row[0] not in self._taken_early]

    def _take_early(self, events: Sequence[RecordedEvent]) -> None:
        """Take events that have no position yet; where the feed has them later, they are left out."""
        self._take(events)
        self._taken_early |= {event.id for event in events}

    def _take_batch(self, target: int) -> int:
        """Take one batch, and return the position that it ends at. The batch is freed on return: the collector goes
        through all that is left when it is on again."""
        batch = read_feed(self.casino_id, after=self.position, types=self.projection.types, limit=BATCH)
        due = [event for event in batch if (event.position or 0) <= target]
        with transaction.atomic():
            self._take(due)
        self._taken_early -= {event.id for event in due}
        return due[-1].position or 0 if len(due) == BATCH else target

    def _take(self, events: Sequence[RecordedEvent]) -> None:
        """Apply events to the shadow tables, never to the live ones."""
        require_shadows(self.tables)
        new = [event for event in events if event.id not in self._taken_early]
        wanted = self.projection.wanted(new)
        if wanted:
            self.projection.apply(wanted)
        self.events += len(wanted)


@contextmanager
def _shadowed(projection: Projection) -> Iterator[list[ReadTable]]:
    tables = read_tables(projection.models)
    with connection.cursor() as cursor:
        # Statements that this session keeps prepared must look their tables up again, and find the shadows.
        cursor.execute("DISCARD PLANS")
    with transaction.atomic():
        for table in tables:
            table.create_shadow()
    try:
        yield tables
    finally:
        if connection.is_usable():
            drop_shadows(tables)


def _target(projection: Projection, casino_id: int) -> int:
    """Return the position of the live rows: of the feed, or of the asynchronous projection's checkpoint."""
    if isinstance(projection, SynchronousProjection):
        return feed_position(casino_id)
    rows = run(READ_CHECKPOINT, casino_id=casino_id, name=projection.name)
    return rows[0][0] if rows else 0


def _hold_still(projection: Projection, casino_id: int) -> None:
    """Keep the live rows from changing until the transaction ends, for this casino only."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{SWAP_WAIT}'")
    if isinstance(projection, SynchronousProjection):
        run(CLOSE_REBUILD_GATE, gate=REBUILD_GATE, casino_id=casino_id)
        run(HOLD_SEAL_HEAD, casino_id=casino_id)
    else:
        run(HOLD_CHECKPOINT, casino_id=casino_id, name=projection.name)


class Compared(msgspec.Struct, frozen=True):
    """Result of a comparison."""

    name: str
    casino_id: int
    events: int
    """Number of events from which the rows were derived."""
    differences: Sequence[Difference]
    other_version: int | None
    """The version that made the live rows, where that is not the version of this code: then they may differ rightly."""


def compare(projection: Projection, casino_id: int) -> Compared:
    """Derive a projection's rows again in shadow tables, and name each that is not the same.

    Appends to the casino wait only while a range that differs is compared again. Raises ValueError for a projection
    without tables, and django.db.utils.OperationalError if appends under way kept it waiting too long.
    """
    version = live_version(projection.name, casino_id)
    differences: list[Difference] = []
    with _derived_in_shadow(projection, casino_id) as derived:
        for table, keys in derived.differing_ranges():
            with derived.at_one_position():
                differences += table.differences(casino_id, keys)
    other = version if version not in (None, projection.version) else None
    return Compared(projection.name, casino_id, derived.events, differences, other)
