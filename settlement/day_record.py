"""What the record says of tables' days for the ledger: how each opened and closed, and the counts of its float."""

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
    """A count of a table's float, at a version of its day; `expected` is what the last day closed with, None where that
    is not known. Minor units. Who counted and who verified are named as they were then, empty where unknown."""

    at: datetime
    version: int
    total: int
    expected: int | None
    moment: e.Moment = "opening"
    counted_by: str = ""
    verified_by: str = ""


class DayInRecord(msgspec.Struct, kw_only=True):
    """A table's gaming day. The counts are the last ones of their moment, None where nobody counted; the closing one
    also where chips moved after it with another slip than a closing one. `counts` are all of them as they came. `tips`
    is what was counted of them by shift (minor units)."""

    opened: e.TableOpened
    opened_at: datetime
    opening: Count | None = None
    closing: Count | None = None
    counts: tuple[Count, ...] = ()
    tips: dict[str, int] = {}
    closed: e.TableClosed | None = None
    closed_at: datetime | None = None
    reconciled: str = ""
    """How a close under pressure was reconciled, in the words of the next day; empty until then."""


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
    """What the next day of each of these tables says of the close under pressure."""
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
            # The day goes on: what it closes with is what its last closing says.
            days[table].closed = days[table].closed_at = days[table].closing = None
