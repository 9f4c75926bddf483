"""The compliance report of a table's gaming day, made from the record alone: it reads no projection.

It has a line for each declared event of the table's stream and of the streams beside it (`streams_of_a_day.py`). The
same record makes the same report.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.compliance.background import OF_BACKGROUND, Background, background_of
from casino.compliance.declared import LISTED, DayEvent
from casino.compliance.declared.game import VIOLATION
from casino.compliance.presenters import lateness
from casino.compliance.streams_of_a_day import beside
from casino.kit.sentences.marks import gettext_noop as _
from casino.people import access_events as access
from casino.seat import screen_events as screens
from settlement.boxes import events as boxes
from settlement.slips import events as slips
from tables.codec import EventCodec
from tables.compliance import events as life
from tables.compliance.state import violation_stream
from tables.handling.streams import table_stream
from tables.play.events import TABLE_EVENTS, TableOpened
from tables.play.reader.heard import Dated
from tables.registers.balls import BALL_EVENTS
from tables.registers.casino_day import events as house_day
from tables.registers.wheels import WHEEL_EVENTS
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent, read_stream

ROLES = {
    "croupier": _("croupier"),
    "chef_de_table": _("chef de table"),
    "pit_boss": _("pit boss"),
    "direction": _("direction"),
    "games_inspector": _("games inspector"),
    "public_controller": _("public controller"),
    "cash_desk": _("cash desk"),
    "administrator": _("administrator"),
}
"""The roles in which people sign."""


NO_BACKGROUND = Background()


class ReportLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event in the report. Times are UTC; `late_s` in seconds where something came late, and is known by now."""

    stream: str
    version: int
    kind: str
    is_violation: bool = False
    clause: str
    """Its id; empty where no clause speaks."""
    reference: str
    """The clause as the rulebook prints it."""
    words: str
    coup: int | None
    by: str
    where: str
    """The terminal or the seat where it was entered; else the device that sent it, or the person."""
    signed: tuple[str, ...]
    """Who signed beside, with role."""
    at: datetime
    until: datetime | None
    """When it ended, of what lasted."""
    recorded_at: datetime
    late_s: int | None
    not_met: bool = False
    """A deadline's violation whose demand was never met on the day."""

    @property
    def late(self) -> str:
        return lateness(self.late_s)


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """The report of one table's gaming day, lines in the order in which they happened.

    `version` and `hash` are of the last event of the table's stream that it was made from.
    """

    table: str
    day: str
    rulebook: str
    rulebook_version: int
    title: str
    version: int
    hash: str
    closed: bool
    lines: tuple[ReportLine, ...]


def day_report(casino_id: int, table: str, day: str, *, withheld: bool = False) -> DayReport | None:
    """The report of what the record has by now; None if the table was not opened on that day. `withheld`: it is for
    somebody who may count a box of that day, and says of no cash how much was recorded."""
    records = read_stream(casino_id, table_stream(table, day))
    if not records:
        return None
    opened = TABLE_EVENTS.read(records[0])
    assert isinstance(opened, TableOpened), "a table's stream begins with its opening"
    rulebook = get_rulebook(opened.rulebook, opened.rulebook_version)
    background = background_of(_as_read(records))
    lines = [*_of_the_table(records, rulebook, background, withheld=withheld)]
    names = {
        violation_stream(table, day, each.data["violation"]): each.data
        for each in records
        if each.type == "violation_raised"
    }
    for other in beside(casino_id, records, opened):
        lines += _line(other, rulebook, of_violation=names.get(other.stream_id))
    lines.sort(key=lambda line: (line.at, line.recorded_at))
    return DayReport(
        table=table,
        day=day,
        rulebook=opened.rulebook,
        rulebook_version=opened.rulebook_version,
        title=rulebook.title,
        version=records[-1].version,
        hash=records[-1].hash.hex(),
        closed=records[-1].type == "table_closed",
        lines=tuple(lines),
    )


def _as_read(records: Sequence[RecordedEvent]) -> Iterator[Dated]:
    for record in records:
        if record.type in OF_BACKGROUND:
            yield Dated(record.version, record.occurred_at, TABLE_EVENTS.read(record))


def _of_the_table(
    records: Sequence[RecordedEvent], rulebook: Rulebook, background: Background, *, withheld: bool
) -> Iterator[ReportLine]:
    ended_late = {
        each.data["violation"]: each.data["late_s"] for each in records if each.type == "violation_resolved"
    }
    for record in records:
        match record.type:
            case "violation_raised":
                name = record.data["violation"]
                open_still = record.data["due_at"] is not None and name not in ended_late
                yield from _line(record, rulebook, late_s=ended_late.get(name), not_met=open_still)
            case "violation_resolved":
                yield from _line(record, rulebook, late_s=record.data["late_s"])
            case _:
                late_s = _closed_late(record, records)
                yield from _line(record, rulebook, background, late_s=late_s, withheld=withheld)


def _closed_late(record: RecordedEvent, records: Sequence[RecordedEvent]) -> int | None:
    """By how much the event was late, where it closed a case: what was resolved behind it at the same moment."""
    entry = LISTED.get(record.type)
    if entry is None or not entry.closes:
        return None
    late = [
        each.data["late_s"]
        for each in records[record.version :]
        if each.occurred_at == record.occurred_at
        and each.type == "violation_resolved"
        and each.data["rule"] in entry.closes
    ]
    return max(filter(None, late), default=None)


def _line(
    record: RecordedEvent,
    rulebook: Rulebook,
    background: Background = NO_BACKGROUND,
    *,
    late_s: int | None = None,
    not_met: bool = False,
    withheld: bool = False,
    of_violation: dict[str, Any] | None = None,
) -> Iterator[ReportLine]:
    """The line of an event; none for one that is not listed. A violation's own stream repeats neither its name nor its
    clause: they are `of_violation`, the data with which it was raised."""
    entry = LISTED.get(record.type)
    if entry is None:
        return
    event = DayEvent(_event(record), rulebook, record.version, background)
    if not entry.only(event):
        return
    clause, words = entry.clause(event) or "", entry.text(event, withheld=withheld)
    if of_violation is not None:
        clause, words = of_violation["clause"], f"{of_violation['violation']}: {words}"
    by = record.metadata.get("by") or {}
    yield ReportLine(
        stream=record.stream_id,
        version=record.version,
        kind=gettext(entry.kind),
        is_violation=entry.kind == VIOLATION,
        clause=clause,
        reference=rulebook.clauses.get(clause, clause),
        words=words,
        coup=record.data.get("coup"),
        by=str(by.get("name") or by.get("id") or ""),
        where=str(by.get("terminal") or by.get("id") or ""),
        signed=tuple(_signed_beside(record)),
        at=entry.since(event) or record.occurred_at,
        until=entry.until(event),
        recorded_at=record.recorded_at,
        late_s=late_s,
        not_met=not_met,
    )


def _signed_beside(record: RecordedEvent) -> Iterator[str]:
    by = record.metadata.get("by") or {}
    for signature in record.metadata.get("signed") or ():
        if signature["person"]["id"] != by.get("id"):
            role = gettext(ROLES.get(signature["role"], signature["role"]))
            yield f"{signature['person']['name']} ({role})"


def _event(record: RecordedEvent) -> object:
    return next(codec.read(record) for codec in CODECS if record.type in codec.types)


CODECS: tuple[EventCodec[object], ...] = (
    TABLE_EVENTS,
    life.VIOLATION_EVENTS,
    boxes.BOX_EVENTS,
    slips.SLIP_EVENTS,
    house_day.CASINO_DAY_EVENTS,
    access.ACCESS_EVENTS,
    screens.SCREEN_EVENTS,
    WHEEL_EVENTS,
    BALL_EVENTS,
)
"""The codecs of all events that are listed."""
