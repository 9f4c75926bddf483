"""Record of tables' gaming days for their inspection sheets: the last closing, the sign at a moment, and the ledger.
However many tables there are, it takes the same few queries.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Literal

import msgspec

from settlement.blind_count import Sight
from settlement.day_ledger import ledgers_of
from settlement.models import GamingDay
from settlement.table_ledger import TableLedger
from tables.handling.streams import table_stream
from tables.play import events as e
from tables.roulette.limits import maximum_for
from tables.roulette.loader import get_rulebook
from tables.stream import RecordedEvent, read_types

SLIPS = ("fill_received", "credit_handed_over", "slip_void_told")
TYPES = (
    "table_opened",
    "table_closed",
    "table_reopened",
    "table_suspended",
    "table_resumed",
    "limits_changed",
    "float_counted",
    *SLIPS,
)
Phase = Literal["not opened", "open", "suspended", "closed"]


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """Float by the record: the pieces `closed` with on gaming day `day`, value by value, with the slips since;
    `pieces` and `total` (minor units) are None if nobody counted it.
    """

    day: str = ""
    closed_at: datetime | None = None
    pieces: e.Pieces | None = None
    total: int | None = None
    moved: e.Pieces = {}
    """Net pieces that slips have moved to the float since, by value; negative if they left the float."""


class AtMoment(msgspec.Struct, frozen=True, kw_only=True):
    """State of a table at a moment, and the sign in force: its minimum and its highest maximum (minor units)."""

    phase: Phase = "not opened"
    minimum: int | None = None
    maximum: int | None = None


class RecordOfDay:
    """A gaming day (ISO date) of these tables, as its reader may see it."""

    def __init__(self, casino_id: int, day: str, tables: Collection[str], sight: Sight) -> None:
        self._casino_id, self._day, self._tables, self._sight = casino_id, day, tables, sight

    @cached_property
    def _days_before(self) -> Mapping[str, str]:
        """Return the last gaming day before this one, of each table that had one."""
        before = (
            GamingDay.objects.filter(casino_id=self._casino_id, table__in=self._tables, day__lt=self._day)
            .order_by("table", "-day")
            .distinct("table")
        )
        return dict(before.values_list("table", "day"))

    @cached_property
    def _records(self) -> Mapping[str, Sequence[RecordedEvent]]:
        """Return the events of the tables' days, and of the days before, by stream."""
        streams = [table_stream(table, day) for table, day in self._days_before.items()]
        streams += [table_stream(table, self._day) for table in self._tables]
        found: dict[str, list[RecordedEvent]] = {stream: [] for stream in streams}
        for record in read_types(self._casino_id, streams, TYPES):
            found[record.stream_id].append(record)
        return found

    @cached_property
    def _ledgers(self) -> Mapping[str, TableLedger]:
        ledgers = ledgers_of(self._casino_id, self._day, self._tables, self._sight)
        return {each.table: each for each in ledgers}

    def ledger(self, table: str) -> TableLedger | None:
        """Return the table's ledger without hidden figures; None if the table was not opened on the day."""
        return self._ledgers.get(table)

    def at_opening(self, table: str, until: datetime) -> Expected:
        """Return the last closing float before the day, and the slips of the day up to then."""
        day = self._days_before.get(table)
        if day is None:
            return Expected()
        closed = closing_of(self._records[table_stream(table, day)])
        if closed is None:
            return Expected(day=day)
        event, at = closed
        return Expected(
            day=day,
            closed_at=at,
            pieces=event.float_pieces,
            total=event.float_counted,
            moved=moved_by_slips(self._records[table_stream(table, self._day)], at, until),
        )

    def at_closing(self, table: str, until: datetime) -> Expected:
        """Return the pieces of the day's closing count, and those that slips moved from then until `until`."""
        records = self._records[table_stream(table, self._day)]
        of_count = [each for each in records if each.type in ("float_counted", "table_reopened")]
        last = of_count[-1] if of_count else None
        counted = e.TABLE_EVENTS.read(last) if last else None
        # A table that was opened again is counted again.
        if last is None or not isinstance(counted, e.FloatCounted) or counted.moment != "closing":
            return Expected(day=self._day)
        return Expected(
            day=self._day,
            closed_at=last.occurred_at,
            pieces=counted.pieces,
            total=counted.total,
            moved=moved_by_slips(records, last.occurred_at, until),
        )

    def at_moment(self, table: str, at: datetime) -> AtMoment:
        return at_moment(self._records[table_stream(table, self._day)], at)


def closing_of(records: Sequence[RecordedEvent]) -> tuple[e.TableClosed, datetime] | None:
    """Return the closing of a day that counts, and when it was; None of a day that goes on, or was opened again."""
    for record in reversed(records):
        match e.TABLE_EVENTS.read(record):
            case e.TableReopened():
                return None
            case e.TableClosed() as closed:
                return closed, record.occurred_at
    return None


def moved_by_slips(records: Sequence[RecordedEvent], since: datetime, until: datetime) -> e.Pieces:
    """Return the net pieces that slips moved to the float after `since` and up to `until`, by value.

    A negative number of pieces left the float.
    """
    moved: dict[int, int] = {}
    for record in records:
        if record.type in SLIPS and since < record.occurred_at <= until:
            event = e.TABLE_EVENTS.read(record)
            assert isinstance(event, e.FillReceived | e.CreditHandedOver | e.SlipVoidReported)
            sign = -1 if isinstance(event, e.CreditHandedOver) else 1
            for value, pieces in event.pieces.items():
                moved[value] = moved.get(value, 0) + sign * pieces
    return {value: pieces for value, pieces in sorted(moved.items(), reverse=True) if pieces}


def at_moment(records: Sequence[RecordedEvent], at: datetime) -> AtMoment:
    """Return the state of this day's table at that moment."""
    found = AtMoment()
    opened: e.TableOpened | None = None
    for record in records:
        if record.occurred_at > at:
            break
        match e.TABLE_EVENTS.read(record):
            case e.TableOpened() as event:
                opened = event
                found = _signed("open", event, event)
            case e.LimitsChanged() as changed if opened is not None:
                found = _signed(found.phase, changed, opened)
            case e.TableSuspended():
                found = msgspec.structs.replace(found, phase="suspended")
            case e.TableResumed() | e.TableReopened():
                found = msgspec.structs.replace(found, phase="open")
            case e.TableClosed():
                found = msgspec.structs.replace(found, phase="closed")
    return found


def _signed(phase: Phase, shown: e.TableOpened | e.LimitsChanged, opened: e.TableOpened) -> AtMoment:
    rulebook = get_rulebook(opened.rulebook, opened.rulebook_version)
    maximums = (maximum_for(rulebook, shown.limits, kind) for kind in rulebook.bets)
    return AtMoment(
        phase=phase,
        minimum=shown.limits.minimum,
        maximum=max((each for each in maximums if each is not None), default=None),
    )
