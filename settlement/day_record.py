"""Tables' days in the record, for the ledger: openings, closings, and counts of the float."""

from collections.abc import Collection, Mapping
from datetime import datetime

import msgspec

from tables.handling.models import Board
from tables.handling.streams import table_and_day, table_stream
from tables.play import events as e
from tables.stream import RecordedEvent, read_types

SLIPS = ("fill_received", "credit_handed_over", "slip_void_told")
TYPES = ("table_opened", "float_counted", "tips_counted", "table_closed", "table_reopened", *SLIPS)


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """A count of a table's float, at a version of its day, in minor units.

    `expected` is the closing amount of the last day, None if unknown. The names are those of the time of the count,
    empty if unknown.
    """

    at: datetime
    version: int
    total: int
    expected: int | None
    moment: e.Moment = "opening"
    counted_by: str = ""
    verified_by: str = ""


class DayInRecord(msgspec.Struct, kw_only=True):
    """A table's gaming day. The counts are the last ones of their moment, None without one.

    The closing count is also None if chips moved after it with a slip other than a closing one. `counts` are all counts
    in order. `tips` are the counted tips by shift (minor units).
    """

    opened: e.TableOpened
    opened_at: datetime
    opening: Count | None = None
    closing: Count | None = None
    counts: tuple[Count, ...] = ()
    tips: dict[str, int] = {}
    closed: e.TableClosed | None = None
    closed_at: datetime | None = None
    reconciled: str = ""
    """Reconciliation of an emergency close, in the words of the next day; empty until then."""


def days_in_record(casino_id: int, tables: Collection[str], day: str) -> Mapping[str, DayInRecord]:
    """The gaming day of each of these tables that was opened for it, by the table's code. One query."""
    days: dict[str, DayInRecord] = {}
    for recorded in read_types(casino_id, [table_stream(table, day) for table in tables], TYPES):
        _take(days, table_and_day(recorded.stream_id)[0], recorded)
    forced = [table for table, of in days.items() if of.closed is not None and of.closed.forced is not None]
    if forced:
        _reconciled(casino_id, days, forced, day)
    return days


def _reconciled(casino_id: int, days: Mapping[str, DayInRecord], forced: Collection[str], day: str) -> None:
    """Add to each of these days the explanation of its emergency close, which the next day of its table records."""
    following = (
        Board.objects.filter(casino_id=casino_id, table__in=forced, day__gt=day)
        .order_by("table", "day")
        .distinct("table")
    )
    streams = [each.stream_id for each in following]
    for recorded in read_types(casino_id, streams, ("forced_close_explained",)):
        days[table_and_day(recorded.stream_id)[0]].reconciled = str(recorded.data["reason"])


def _take(days: dict[str, DayInRecord], table: str, recorded: RecordedEvent) -> None:
    match e.TABLE_EVENTS.read(recorded):
        case e.TableOpened() as opened:
            days[table] = DayInRecord(opened=opened, opened_at=recorded.occurred_at)
        case e.FloatCounted() as counted:
            count = Count(
                at=recorded.occurred_at,
                version=recorded.version,
                total=counted.total,
                expected=counted.expected,
                moment=counted.moment,
                counted_by=counted.counted_by.name if counted.counted_by else "",
                verified_by=counted.verified_by.name if counted.verified_by else "",
            )
            days[table].counts += (count,)
            if counted.moment == "opening":
                days[table].opening = count
            else:
                days[table].closing = count
        case (e.FillReceived() | e.CreditHandedOver() | e.SlipVoidReported()) as slip if slip.pieces:
            if not slip.closing:
                days[table].closing = None
        case e.TipsCounted() as tips:
            days[table].tips = {**days[table].tips, tips.shift: tips.total}
        case e.TableClosed() as closed:
            days[table].closed, days[table].closed_at = closed, recorded.occurred_at
        case e.TableReopened():
            # The day goes on, so only its last closing counts.
            days[table].closed = days[table].closed_at = days[table].closing = None
