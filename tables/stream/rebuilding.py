"""Rebuilding a projection in shadow tables and swapping, or only comparing them with the live rows.

The shadow is a set of temporary tables in the session of the rebuild, named as the live ones, which PostgreSQL
finds first: `apply` fills them without knowing. They cost no log, and vanish by themselves if the rebuild dies.
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
from tables.stream.shadow import Difference, ReadTable, drop_shadows, read_tables, require_shadows
from tables.stream.sql import statement

HOLD_SEAL_HEAD = statement("hold_seal_head")
HOLD_CHECKPOINT = statement("hold_checkpoint")
READ_CHECKPOINT = statement("read_checkpoint")
READ_UNSEALED = statement("read_unsealed")
RECORD_PROJECTION = statement("record_projection")
SET_PROJECTION_STATUS = statement("set_projection_status")
CLOSE_REBUILD_GATE = statement("close_rebuild_gate")

BATCH = 10_000
"""Events in one transaction: what many of them do to a row is written once."""
SWAP_WAIT = "10s"
"""How long a swap waits for appends under way; new ones wait behind it, so it gives up rather than wait for ever."""


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """What a rebuild found. Where rebuilt equals live, row by row, `removed` and `added` are 0."""

    name: str
    casino_id: int
    events: int
    removed: int
    """Live rows that the rebuild did not bring out the same, deleted."""
    added: int
    """Rows that only the rebuild brought out, inserted."""


class Derived(msgspec.Struct, frozen=True):
    """A projection's rows derived anew: the tables that hold them, and of how many events they were made."""

    tables: list[ReadTable]
    events: int


def rebuild(name: str, casino_id: int | None = None) -> list[Rebuilt]:
    """Rebuild a projection for one casino, or for all of the record, one after another.

    Raises KeyError if there is no such projection, ValueError if it has no tables to rebuild (`not_rebuilt` says why),
    and django.db.utils.OperationalError if appends under way kept the swap waiting too long (nothing has changed
    then).
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
    """Fill the shadow tables of one casino, in batches, catch up, and swap in one transaction."""
    _require_tables(projection)
    run(SET_PROJECTION_STATUS, casino_id=casino_id, name=projection.name, status="rebuilding")
    with derived_in_shadow(projection, casino_id) as derived:
        removed = sum(table.remove_stale(casino_id) for table in reversed(derived.tables))
        added = sum(table.add_missing(casino_id) for table in derived.tables)
        run(RECORD_PROJECTION, casino_id=casino_id, name=projection.name, version=projection.version)
    return Rebuilt(
        name=projection.name, casino_id=casino_id, events=derived.events, removed=removed, added=added
    )


@contextmanager
def derived_in_shadow(projection: Projection, casino_id: int) -> Iterator[Derived]:
    """The rows of one casino derived anew in shadow tables; the live ones stand still until the block ends: it is one
    transaction, and appends wait for it. Raises MonthArchived while events that the rows were made of are archived."""
    _require_tables(projection)
    for archived in archived_months(casino_id):
        raise MonthArchived(archived.month, archived.file)
    with _shadowed(projection) as tables:
        filling = _Filling(projection, casino_id, tables)
        filling.fill_to(_target(projection, casino_id))
        with transaction.atomic():
            _hold_still(projection, casino_id)
            filling.fill_to(_target(projection, casino_id))
            if isinstance(projection, SynchronousProjection):
                filling.take([recorded_event(row) for row in run(READ_UNSEALED, casino_id=casino_id)])
            for table in tables:
                table.weigh()
            _compare_in_one_go()
            yield Derived(tables, filling.events)


def live_version(name: str, casino_id: int) -> int | None:
    """The version of a projection that made its live rows; None where none was noted."""
    rows = run(READ_CHECKPOINT, casino_id=casino_id, name=name)
    return rows[0][1] if rows else None


def _require_tables(projection: Projection) -> None:
    if not projection.models:
        why = f": {projection.not_rebuilt}" if projection.not_rebuilt else ""
        raise ValueError(f"Projection {projection.name!r} has no tables to rebuild{why}")


class _Filling:
    def __init__(self, projection: Projection, casino_id: int, tables: Sequence[ReadTable]) -> None:
        self.projection = projection
        self.casino_id = casino_id
        self.tables = tables
        self.position = 0
        self.events = 0

    def fill_to(self, target: int) -> None:
        """Apply the feed up to and including a position, each batch in a transaction of its own."""
        while self.position < target:
            beat()
            with nothing_collected():
                self.position = self._fill_once(target)

    def _fill_once(self, target: int) -> int:
        """One batch; the position to which it came. What it was made of goes as this returns: what is left when the
        collector is on again, it looks through."""
        batch = read_feed(self.casino_id, after=self.position, types=self.projection.types, limit=BATCH)
        due = [event for event in batch if (event.position or 0) <= target]
        with transaction.atomic():
            self.take(due)
        return due[-1].position or 0 if len(due) == BATCH else target

    def take(self, events: Sequence[RecordedEvent]) -> None:
        """Apply events to the shadow tables, never to the live ones."""
        require_shadows(self.tables)
        wanted = self.projection.wanted(events)
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
    """The position up to which the live rows stand: of the feed, or of the asynchronous projection's checkpoint."""
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


def _compare_in_one_go() -> None:
    """Keep the planner, until the transaction ends, from looking through all live rows for each row of the shadow: it
    takes a casino for small of which it has not heard since it last looked at the live tables."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_nestloop = off")


class Compared(msgspec.Struct, frozen=True):
    """What a comparison found."""

    name: str
    casino_id: int
    events: int
    """Of how many events the rows were derived."""
    differences: Sequence[Difference]
    other_version: int | None
    """The version that made the live rows, where that is not the version of this code: then they may differ rightly."""


def compare(projection: Projection, casino_id: int) -> Compared:
    """Derive a projection's rows anew in shadow tables, and name each that is not the same.

    Appends to the casino wait for the comparison, as they do for the swap of a rebuild. Raises ValueError for a
    projection without tables, and django.db.utils.OperationalError if appends under way kept it waiting too long.
    """
    version = live_version(projection.name, casino_id)
    with derived_in_shadow(projection, casino_id) as derived:
        differences = [found for table in derived.tables for found in table.differences(casino_id)]
    other = version if version not in (None, projection.version) else None
    return Compared(projection.name, casino_id, derived.events, differences, other)
