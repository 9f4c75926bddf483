"""Pages of the feed: the request of a reader, and the events that answer it."""

from typing import Annotated

import msgspec

from settlement.blind_count import Sight
from tables.handling.streams import TABLE_PREFIX
from tables.stream import StoredEvent, feed_position, read_feed_as_stored
from tables.stream.archiving.months import archived_months, written_month

MOST = 1000
"""Events in a page."""


class ArchivedStretch(msgspec.Struct, frozen=True, kw_only=True):
    """A month that was archived: its file has the days and their proofs, the database has them no longer."""

    month: Annotated[str, msgspec.Meta(examples=["2031-05"])]
    file: str
    first: Annotated[int, msgspec.Meta(description="The position of its first event")]
    last: int


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Selection of a casino's feed, and the size of one answer."""

    casino_id: int
    after: int
    types: tuple[str, ...]
    table: str | None
    limit: int
    wait_s: int
    as_batch: bool
    sight: Sight
    query: tuple[tuple[str, list[str]], ...]
    """The call's parameters but for the position."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Events of the feed, and the position to which the reading came."""

    events: tuple[StoredEvent, ...]
    next: int
    head: int
    archived: tuple[ArchivedStretch, ...] = ()


def page(wanted: Wanted) -> Page:
    """Return the events that are sealed now. The head is read first: an event sealed later belongs to the next page."""
    head = feed_position(wanted.casino_id)
    events = tuple(
        read_feed_as_stored(
            wanted.casino_id,
            after=wanted.after,
            types=wanted.types or None,
            stream_prefix=f"{TABLE_PREFIX}{wanted.table}/" if wanted.table is not None else None,
            limit=wanted.limit,
        )
    )
    last = (events[-1].position or 0) if events else wanted.after
    read_to = last if len(events) == wanted.limit else max(head, last)
    if not wanted.types and wanted.table is None:
        # The rest of a record from which somebody took events is still sent.
        read_to = min(read_to, wanted.after + wanted.limit)
    read_to = max(read_to, wanted.after)
    whole = len(events) == read_to - wanted.after
    return Page(
        events=events,
        next=read_to,
        head=max(head, last),
        archived=() if whole else _archived_between(wanted.casino_id, wanted.after, read_to),
    )


def _archived_between(casino_id: int, after: int, to: int) -> tuple[ArchivedStretch, ...]:
    return tuple(
        ArchivedStretch(month=written_month(each.month), file=each.file, first=each.first, last=each.last)
        for each in archived_months(casino_id)
        if each.first <= to and each.last > after
    )
