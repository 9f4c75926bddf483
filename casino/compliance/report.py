"""The compliance report of a table's gaming day, made from the record alone: it reads no projection.

It has a line for each event of the table's stream and of the streams beside it (`streams_of_a_day.py`), those of the
usual course in a group of their own. The same record makes the same report.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.compliance.background import OF_BACKGROUND, background_of, unknown_of
from casino.compliance.choosing import (
    COURSE,
    EVERYTHING,
    REPORTED,
    Group,
    LineChoice,
    LineFacts,
    Offered,
    offered_by,
)
from casino.compliance.declared import LISTED, Day, DayEvent
from casino.compliance.declared.entry import LimitLine
from casino.compliance.declared.game import VIOLATION
from casino.compliance.period import ALWAYS, Window
from casino.compliance.presenters import lateness
from casino.compliance.rule_labels import rule_label
from casino.compliance.streams_of_a_day import beside
from casino.compliance.terminals import terminal_words
from casino.compliance.who import people_of, signed_beside, where_done, who_did
from casino.people import access_events as access
from casino.seat import screen_events as screens
from settlement.boxes import events as boxes
from settlement.slips import events as slips
from tables.codec import EventCodec
from tables.compliance import events as life
from tables.compliance.alerts.events import ALERT_EVENTS
from tables.compliance.draws.events import DRAW_EVENTS
from tables.compliance.inspections.events import PLAN_EVENTS, SHEET_EVENTS
from tables.compliance.review.events import REVIEW_EVENTS
from tables.compliance.review.state import review_stream
from tables.compliance.state import violation_stream
from tables.handling.streams import TABLE_PREFIX, casino_day_stream, table_stream
from tables.play.events import TABLE_EVENTS, TableOpened
from tables.play.reader.heard import Dated
from tables.registers.balls import BALL_EVENTS
from tables.registers.casino_day import events as house_day
from tables.registers.wheels import WHEEL_EVENTS
from tables.roulette.loader import get_rulebook
from tables.stream import RecordedEvent, read_stream

OF_CASINO = (access.access_stream(""), casino_day_stream(""), review_stream(""))
"""How the names of streams begin that belong to no table."""


class ReportLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event in the report. Times are UTC; `late_s` in seconds where something came late, and is known by now."""

    stream: str
    version: int
    table: str = ""
    """Which the event itself names, where it is in no table's stream."""
    type: str
    """The type of the event, as the record has it."""
    kind: str
    group: Group = REPORTED
    is_violation: bool = False
    violation: str = ""
    """The name within the day of the violation that it is about."""
    rule: str = ""
    """The rule of that violation, or of the deadline that comes near."""
    clause: str
    """Its id; empty where no clause speaks."""
    reference: str
    """The clause as the rulebook prints it."""
    words: str
    beside_limits: str = ""
    """The words without the maximums, for a screen that shows `limits` as a table."""
    limits: tuple[LimitLine, ...] = ()
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

    @property
    def where_words(self) -> str:
        return terminal_words(self.where)

    @property
    def of_table(self) -> bool:
        """It is an event of the table's own day: the table can be seen as it left it."""
        return self.stream.startswith(TABLE_PREFIX)

    @property
    def of_casino(self) -> bool:
        """It belongs to no table: every table's report of the day has it."""
        return not self.table and self.stream.startswith(OF_CASINO)


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """The report of one table's gaming day, lines in the order in which they happened.

    `version` and `hash` are of the last event of the table's stream that it was made from. `course` is how many lines
    of the usual course were left out, `offered` what its lines can be chosen by.
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
    course: int = 0
    offered: Offered = Offered()
    unknown: tuple[str, ...] = ()
    """What the record of the day cannot know, in words."""


def day_report(
    casino_id: int,
    table: str,
    day: str,
    *,
    withheld: bool = False,
    choice: LineChoice = EVERYTHING,
    window: Window = ALWAYS,
) -> DayReport | None:
    """The report of what the record has by now, the lines of `choice` in the `window`; None if the table was not opened
    on that day.

    `withheld`: it is for somebody who may count a box of that day, and says of no cash how much was recorded.
    """
    records = read_stream(casino_id, table_stream(table, day))
    if not records:
        return None
    events = [TABLE_EVENTS.read(record) for record in records]
    opened = events[0]
    assert isinstance(opened, TableOpened), "a table's stream begins with its opening"
    rulebook = get_rulebook(opened.rulebook, opened.rulebook_version)
    background = background_of(
        Dated(record.version, record.occurred_at, event)
        for record, event in zip(records, events, strict=True)
        if record.type in OF_BACKGROUND
    )
    made = _Making(Day(rulebook, background), choice, withheld, window)
    for happened in _of_the_table(records, events):
        made.add(happened)
    raised = {
        violation_stream(table, day, each.data["violation"]): each.data
        for each in records
        if each.type == "violation_raised"
    }
    for other in beside(casino_id, records, opened):
        made.add(_Happened(other, _event(other), of_violation=raised.get(other.stream_id, {})))
    return DayReport(
        table=table,
        day=day,
        rulebook=opened.rulebook,
        rulebook_version=opened.rulebook_version,
        title=rulebook.title,
        version=records[-1].version,
        hash=records[-1].hash.hex(),
        closed=records[-1].type == "table_closed",
        lines=tuple(sorted(made.lines, key=lambda line: (line.at, line.recorded_at))),
        course=made.left_out[COURSE],
        offered=offered_by(made.facts),
        unknown=tuple(unknown_of(background)),
    )


class _Happened(msgspec.Struct, frozen=True):
    """An event of the day with what its line says beside it. A violation's own stream repeats neither its name nor its
    clause: they are `of_violation`, the data with which it was raised."""

    record: RecordedEvent
    event: Any
    late_s: int | None = None
    not_met: bool = False
    of_violation: Mapping[str, Any] = {}


class _Making:
    """A report while it is made: its lines, what they can be chosen by, and how many of each group were left out."""

    def __init__(self, day: Day, choice: LineChoice, withheld: bool, window: Window) -> None:
        self._day, self._choice, self._withheld, self._window = day, choice, withheld, window
        self.lines: list[ReportLine] = []
        self.facts: set[LineFacts] = set()
        self.left_out = Counter[str]()

    def add(self, happened: _Happened) -> None:
        """Its line, where it is wanted: the words of one that is not are never made."""
        record = happened.record
        event = DayEvent(happened.event, self._day, record.version)
        entry = LISTED[record.type].of(event)
        at = entry.since(event) or record.occurred_at
        if not self._window.has(at):
            return
        clause = str(happened.of_violation.get("clause") or entry.clause(event) or "")
        facts = LineFacts(
            type=record.type,
            kind=entry.kind,
            group=COURSE if entry.is_course else REPORTED,
            clause=clause,
            reference=self._day.rulebook.clauses.get(clause, clause),
            rule=str(happened.of_violation.get("rule") or record.data.get("rule") or ""),
            people=people_of(record),
        )
        self.facts.add(facts)
        if not self._choice.has(facts):
            return
        if not self._choice.has_group(facts):
            self.left_out[facts.group] += 1
            return
        words = entry.text(event, withheld=self._withheld)
        if happened.of_violation:
            words = f"{rule_label(facts.rule)}: {words}"
        self.lines.append(
            ReportLine(
                stream=record.stream_id,
                version=record.version,
                table=record.data.get("table") or "",
                type=record.type,
                kind=gettext(entry.kind),
                group=facts.group,
                is_violation=entry.kind == VIOLATION,
                violation=str(happened.of_violation.get("violation") or record.data.get("violation") or ""),
                rule=facts.rule,
                clause=clause,
                reference=facts.reference,
                words=words,
                beside_limits=entry.text_beside_limits(event),
                limits=entry.limits(event),
                coup=record.data.get("coup"),
                by=who_did(record),
                where=where_done(record),
                signed=tuple(signed_beside(record)),
                at=at,
                until=entry.until(event),
                recorded_at=record.recorded_at,
                late_s=happened.late_s,
                not_met=happened.not_met,
            )
        )


def _of_the_table(records: Sequence[RecordedEvent], events: Sequence[object]) -> Iterator[_Happened]:
    ended_late = {
        each.data["violation"]: each.data["late_s"] for each in records if each.type == "violation_resolved"
    }
    for record, event in zip(records, events, strict=True):
        match record.type:
            case "violation_raised":
                name = record.data["violation"]
                open_still = record.data["due_at"] is not None and name not in ended_late
                yield _Happened(record, event, ended_late.get(name), open_still)
            case "violation_resolved":
                yield _Happened(record, event, record.data["late_s"])
            case _:
                yield _Happened(record, event, _closed_late(record, records))


def _closed_late(record: RecordedEvent, records: Sequence[RecordedEvent]) -> int | None:
    """By how much the event was late, where it closed a case: what was resolved behind it at the same moment."""
    closes = LISTED[record.type].closes
    if not closes:
        return None
    late = [
        each.data["late_s"]
        for each in records[record.version :]
        if each.occurred_at == record.occurred_at
        and each.type == "violation_resolved"
        and each.data["rule"] in closes
    ]
    return max(filter(None, late), default=None)


def _event(record: RecordedEvent) -> object:
    return next(codec.read(record) for codec in CODECS if record.type in codec.types)


CODECS: tuple[EventCodec[object], ...] = (
    TABLE_EVENTS,
    life.VIOLATION_EVENTS,
    REVIEW_EVENTS,
    DRAW_EVENTS,
    SHEET_EVENTS,
    PLAN_EVENTS,
    ALERT_EVENTS,
    boxes.BOX_EVENTS,
    slips.SLIP_EVENTS,
    house_day.CASINO_DAY_EVENTS,
    access.ACCESS_EVENTS,
    screens.SCREEN_EVENTS,
    WHEEL_EVENTS,
    BALL_EVENTS,
)
"""The codecs of all events that are listed."""
