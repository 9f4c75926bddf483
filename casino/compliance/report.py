"""The compliance report of a table's gaming day, made from the record alone: it reads no projection.

It has a line for each event of the table's stream and of the streams beside it (`streams_of_a_day.py`), those of the
usual course in a group of their own. The same record makes the same report.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
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
from casino.compliance.declared.entry import Entry, LimitLine
from casino.compliance.declared.game import VIOLATION
from casino.compliance.period import ALWAYS, Window
from casino.compliance.presenters import lateness
from casino.compliance.rule_labels import rule_label
from casino.compliance.streams_of_a_day import beside
from casino.compliance.terminals import terminal_words
from casino.compliance.who import doer, people_of, signed_beside, where_done
from casino.people import access_events as access
from casino.seats import screen_events as screens
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
from tables.python_runtime import nothing_collected
from tables.registers.balls import BALL_EVENTS
from tables.registers.casino_day import events as house_day
from tables.registers.wheels import WHEEL_EVENTS
from tables.roulette.loader import get_rulebook
from tables.stream import RecordedEvent, read_stream

OF_CASINO = (access.access_stream(""), casino_day_stream(""), review_stream(""))
"""Beginnings of the names of streams that belong to no table."""
NOTHING: Mapping[str, Any] = {}


class ReportLine(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One event in the report. Times are UTC; `late_s` in seconds where something came late, and is known by now.

    Its words are made where they are read, in the language in force there: of the thousands of lines of a day a page
    shows some.
    """

    record: RecordedEvent
    event: DayEvent
    entry: Entry
    """Entry that makes its words."""
    group: Group = REPORTED
    violation: str = ""
    """The name within the day of the violation that it is about."""
    of_violation: bool = False
    """The event is in the violation's own stream, and does not name the broken rule itself."""
    rule: str = ""
    """The rule of that violation, or of the deadline that comes near."""
    clause: str
    """Id of the clause; empty without one."""
    reference: str
    """The clause as the rulebook prints it."""
    withheld: bool = False
    """The line leaves out how much cash was recorded."""
    at: datetime
    late_s: int | None
    not_met: bool = False
    """A deadline's violation whose demand was never met on the day."""

    @property
    def stream(self) -> str:
        return self.record.stream_id

    @property
    def version(self) -> int:
        return self.record.version

    @property
    def type(self) -> str:
        """Return the type of the event, as the record has it."""
        return self.record.type

    @property
    def recorded_at(self) -> datetime:
        return self.record.recorded_at

    @property
    def coup(self) -> int | None:
        coup: int | None = self.record.data.get("coup")
        return coup

    @property
    def table(self) -> str:
        """Return the table that the event itself names; empty if it names none."""
        return self.record.data.get("table") or ""

    @property
    def kind(self) -> str:
        return gettext(self.entry.kind)

    @property
    def is_violation(self) -> bool:
        return self.entry.kind == VIOLATION

    @cached_property
    def words(self) -> str:
        words = self.entry.text(self.event, withheld=self.withheld)
        return f"{rule_label(self.rule)}: {words}" if self.of_violation else words

    @cached_property
    def limits(self) -> tuple[LimitLine, ...]:
        return self.entry.limits(self.event)

    @property
    def beside_limits(self) -> str:
        """Return the words without the maximums, for a screen that shows `limits` as a table."""
        return self.entry.text_beside_limits(self.event)

    @property
    def until(self) -> datetime | None:
        """Return the end of an event that lasts."""
        return self.entry.until(self.event)

    @property
    def by(self) -> str:
        return doer(self.record)

    @property
    def where(self) -> str:
        """Return the terminal or the seat where it was entered; else the device that sent it, or the person."""
        return where_done(self.record)

    @property
    def signed(self) -> tuple[str, ...]:
        """Return the second signatories, with role."""
        return tuple(signed_beside(self.record))

    @property
    def late(self) -> str:
        return lateness(self.late_s)

    @property
    def where_words(self) -> str:
        return terminal_words(self.where)

    @property
    def of_table(self) -> bool:
        """Return True for an event of the table's own day, after which the table's state can be shown."""
        return self.stream.startswith(TABLE_PREFIX)

    @property
    def of_casino(self) -> bool:
        """Return True for a line of no table: every table's report of the day has it."""
        return not self.table and self.stream.startswith(OF_CASINO)


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of one table's gaming day, with lines in the order of the events.

    `version` and `hash` are of the last event in the table's stream behind the report. `course` is the number of lines
    of the usual course that were left out, `offered` the choices for its lines.
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
    """Facts that the record of the day lacks, in words."""


@nothing_collected()
def day_report(
    casino_id: int,
    table: str,
    day: str,
    *,
    withheld: bool = False,
    choice: LineChoice = EVERYTHING,
    window: Window = ALWAYS,
) -> DayReport | None:
    """Return the report of the record so far, the lines of `choice` in the `window`; None if the table was not
    opened on that day.

    `withheld`: for a reader who may count a box of that day, it leaves out how much cash was recorded.
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
    made.add_table(records, events)
    raised = {
        violation_stream(table, day, each.data["violation"]): each.data
        for each in records
        if each.type == "violation_raised"
    }
    for other in beside(casino_id, records, opened):
        made.add(other, _event(other), of_violation=raised.get(other.stream_id, NOTHING))
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


class _Wanted(msgspec.Struct, frozen=True):
    """Choice of a line: by its facts, and by its group."""

    facts: LineFacts
    is_chosen: bool
    is_of_group: bool


class _Making:
    """A report while it is made: its lines, their choices, and the number of lines left out in each group."""

    def __init__(self, day: Day, choice: LineChoice, withheld: bool, window: Window) -> None:
        self._day, self._choice, self._withheld, self._window = day, choice, withheld, window
        # Thousands of events of a day have the same few facts.
        self._wanted: dict[tuple[object, ...], _Wanted] = {}
        self.lines: list[ReportLine] = []
        self.left_out = Counter[str]()

    @property
    def facts(self) -> Iterator[LineFacts]:
        """Yield the facts of all events in the window, each once."""
        return (wanted.facts for wanted in self._wanted.values())

    def add_table(self, records: Sequence[RecordedEvent], events: Sequence[object]) -> None:
        """Yield the lines of the table's own day."""
        ended_late = {
            each.data["violation"]: each.data["late_s"]
            for each in records
            if each.type == "violation_resolved"
        }
        for record, event in zip(records, events, strict=True):
            match record.type:
                case "violation_raised":
                    name = record.data["violation"]
                    open_still = record.data["due_at"] is not None and name not in ended_late
                    self.add(record, event, late_s=ended_late.get(name), not_met=open_still)
                case "violation_resolved":
                    self.add(record, event, late_s=record.data["late_s"])
                case _:
                    self.add(record, event, late_s=_closed_late(record, records))

    def add(
        self,
        record: RecordedEvent,
        what: object,
        *,
        late_s: int | None = None,
        not_met: bool = False,
        of_violation: Mapping[str, Any] = NOTHING,
    ) -> None:
        """Return the line of an event, if it is wanted.

        A violation's own stream repeats neither its name nor its clause: `of_violation` has the data with which it was
        raised.
        """
        event = DayEvent(what, self._day, record.version)
        entry = LISTED[record.type].of(event)
        at = entry.since(event) or record.occurred_at
        if not self._window.has(at):
            return
        clause = str(of_violation.get("clause") or entry.clause(event) or "")
        rule = str(of_violation.get("rule") or record.data.get("rule") or "")
        wanted = self._wanted_of(record, entry, clause, rule)
        if not wanted.is_chosen:
            return
        facts = wanted.facts
        if not wanted.is_of_group:
            self.left_out[facts.group] += 1
            return
        self.lines.append(
            ReportLine(
                record=record,
                event=event,
                entry=entry,
                group=facts.group,
                violation=str(of_violation.get("violation") or record.data.get("violation") or ""),
                of_violation=bool(of_violation),
                rule=rule,
                clause=clause,
                reference=facts.reference,
                withheld=self._withheld,
                at=at,
                late_s=late_s,
                not_met=not_met,
            )
        )

    def _wanted_of(self, record: RecordedEvent, entry: Entry, clause: str, rule: str) -> _Wanted:
        people = people_of(record)
        key = (record.type, entry.kind, entry.is_course, clause, rule, people)
        known = self._wanted.get(key)
        if known is not None:
            return known
        facts = LineFacts(
            type=record.type,
            kind=entry.kind,
            group=COURSE if entry.is_course else REPORTED,
            clause=clause,
            reference=self._day.rulebook.clauses.get(clause, clause),
            rule=rule,
            people=people,
        )
        made = _Wanted(facts, self._choice.has(facts), self._choice.has_group(facts))
        self._wanted[key] = made
        return made


def _closed_late(record: RecordedEvent, records: Sequence[RecordedEvent]) -> int | None:
    """Return the delay of an event that closed a case: the delay of the resolution behind it at the same moment."""
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
