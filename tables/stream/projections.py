"""Projections of the record: their rules, and the register of all of them.

A projection turns events into rows of its own read tables. There are two kinds:

- **synchronous**: `apply` runs in the transaction of the append, so the rows change together with the record. For rows
  that a guard or a screen needs at once (table snapshots, payout sheets).
- **asynchronous**: `apply` runs in `manage.py follow`, on sequenced events in the order of the feed, each batch in one
  transaction with the asynchronous projection's checkpoint. For rows that may lag by some seconds.

Both are written the same way, and registered in the `ready()` of their app::

    class Boards(SynchronousProjection):
        name = "board"
        version = 1                                # grows when `apply` makes other rows
        types = frozenset({"table_opened", ...})   # None: every event
        models = (Board,)                          # all the tables that apply() writes

        def apply(self, events):
            for event in events:
                ...                                # plain ORM or SQL on the default connection

    register_synchronous(Boards())

A projection needs no code for rebuilding. A rebuild runs the same `apply` in a database session of its own. There an
empty temporary table of the same name shadows each of `models` (PostgreSQL looks for temporary tables first). So the
new rows do not touch the live ones, and no other session sees them. When the rebuild has caught up, it compares the
rows in ranges of their keys. For a range that differs it locks out appends of that casino for a moment, catches up, and
replaces the rows in one transaction. This sets the rules of a projection:

1. `apply` reads and writes the tables in `models` and no other state: no mail, no HTTP, no tasks, no clock, no chance.
   `apply` gets times from the events, and may read earlier events of their stream.
2. Table names are not qualified with a schema, and the default connection is used.
3. Every read table has a `casino_id` column, first in its key. Rows have natural keys without NULL. A model
   with Django's automatic `id` also has a unique constraint. No other row may refer to the `id`, because a rebuild
   gives new ones. No foreign key refers to a read table.
4. A row depends on the order of events within one stream, not between streams, and not on how the events were cut
   into batches: `apply` may get one event or a thousand, of several streams.

An asynchronous projection without rows, or with rows that cannot be derived again, gives the reason in `not_rebuilt`. A
rebuild and a comparison then leave the projection out, and report that reason.

`testkit.stream.ProjectionContract` checks these rules as far as possible; subclass it in your tests.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tables.stream.event import RecordedEvent

if TYPE_CHECKING:
    from django.db.models import Model


class Projection:
    """Common base of synchronous and asynchronous projections; see the module for the rules."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    types: ClassVar[frozenset[str] | None] = None
    models: ClassVar[tuple["type[Model]", ...]] = ()
    not_rebuilt: ClassVar[str] = ""
    """Reason why there is nothing to rebuild; such a projection has no `models`."""

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        """Bring the rows up to date with `events`, which come in order and are of `types` only."""
        raise NotImplementedError

    def wanted(self, events: Sequence[RecordedEvent]) -> list[RecordedEvent]:
        """Return the events of types that this projection uses."""
        if self.types is None:
            return list(events)
        return [event for event in events if event.type in self.types]


class SynchronousProjection(Projection):
    """Moves with the append, in its transaction."""

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Any]) -> None:
        """`apply` in an append whose caller hands over its own result for each event, one for one: the command handler
        has it decoded, with the states before and after it. Override it where that spares work; the rows come out as by
        `apply`, which is all that a rebuild calls and evolves the states itself where it needs them.

        A batch brings several streams, the events of each together.
        """
        self.apply(events)


def last_of_each_stream(
    events: Sequence[RecordedEvent], evolved: Sequence[Any]
) -> Iterator[tuple[RecordedEvent, Any]]:
    """Yield the last event of each stream with its evolved state, for projections of the final state."""
    last = {recorded.stream_id: (recorded, each) for recorded, each in zip(events, evolved, strict=True)}
    yield from last.values()


class AsynchronousProjection(Projection):
    """Moves with the feed, from a checkpoint of its own."""


_synchronous: dict[str, SynchronousProjection] = {}
_asynchronous: dict[str, AsynchronousProjection] = {}


def register_synchronous(projection: SynchronousProjection) -> None:
    """Let every append from now on carry this projection along. Registering a name again replaces it."""
    _synchronous[projection.name] = projection


def register_asynchronous(projection: AsynchronousProjection) -> None:
    """Let `manage.py follow` run this asynchronous projection. Registering a name again replaces it."""
    _asynchronous[projection.name] = projection


def unregister(name: str) -> None:
    """Forget a projection, so that a test leaves none behind. An unknown name is nothing to forget."""
    _synchronous.pop(name, None)
    _asynchronous.pop(name, None)


def synchronous_projections() -> list[SynchronousProjection]:
    return list(_synchronous.values())


def asynchronous_projections() -> list[AsynchronousProjection]:
    return list(_asynchronous.values())


def all_projections() -> dict[str, Projection]:
    """Return all projections by name, in the order of registration: a projection comes before its readers."""
    return {**_synchronous, **_asynchronous}


def projection_named(name: str) -> Projection:
    """Return the projection of that name; KeyError names those that exist."""
    known = all_projections()
    if name not in known:
        raise KeyError(f"No projection {name!r}; there are: {', '.join(sorted(known)) or 'none'}")
    return known[name]


def apply_synchronous(events: Sequence[RecordedEvent], evolved: Sequence[Any] = ()) -> None:
    """Apply the synchronous projections to events just appended, in the same transaction; `evolved` as in `append`."""
    of_event = dict(zip((event.id for event in events), evolved, strict=True)) if evolved else {}
    for projection in _synchronous.values():
        wanted = projection.wanted(events)
        if wanted and evolved:
            projection.apply_evolved(wanted, [of_event[event.id] for event in wanted])
        elif wanted:
            projection.apply(wanted)
