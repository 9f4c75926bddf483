"""Review of a gaming day's report by the casino and control: its hash, its findings and its signatures.

They are recorded under the command handler, in a stream of its own.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from casino.compliance.made_from import made_from_day
from casino.compliance.who import doer, signed_beside
from tables.compliance.review.commands import AnyReviewCommand
from tables.compliance.review.decide import decide
from tables.compliance.review.events import REVIEW_EVENTS, AnyReviewEvent
from tables.compliance.review.state import Review, evolve, review_stream
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.outcome import people_of
from tables.handling.streams import table_stream
from tables.refusal import Refused
from tables.stream import Appended, RecordedEvent, read_stream


def report_hash(casino_id: int, day: str) -> str:
    """Return the SHA-256 (hexadecimal) of the sources of the day's report: it is signed, and is in the foot."""
    return made_from_day(casino_id, day).hash


class ReviewAggregate(Aggregate[AnyReviewCommand, Review, AnyReviewEvent]):
    """Findings and signatures about the report of a gaming day (ISO date)."""

    codec = REVIEW_EVENTS

    def __init__(self, casino_id: int, day: str) -> None:
        super().__init__(casino_id)
        self.day = day

    @property
    def stream_id(self) -> str:
        return review_stream(self.day)

    def load(self, command: AnyReviewCommand, now: datetime) -> Review:
        """Lock the casino and load the review. Simultaneous requests wait here, and are decided one after the other."""
        hold_casino(self.casino_id)
        return self.as_stands()

    def as_stands(self) -> Review:
        return self.evolved(read_stream(self.casino_id, self.stream_id), Review())

    def current(self, earlier: Appended) -> Review:
        return self.as_stands()

    def overtaken(self, state: Review) -> Refused:
        return Refused("report-changed-meanwhile")

    def decide(self, state: Review, command: AnyReviewCommand, at: datetime) -> tuple[AnyReviewEvent]:
        today = gaming_day(self.casino_id, at).isoformat()
        if self.day > today:
            raise Refused("report-day-not-begun", day=self.day, today=today)
        return (decide(state, command, report_hash(self.casino_id, self.day)),)

    def evolve(self, state: Review, happened: Happened[AnyReviewEvent]) -> Review:
        return evolve(state, happened.event, people_of(happened.metadata))


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a finding: raised, answered or closed; `at` is local."""

    type: str
    words: str
    by: str
    at: datetime


class ShownFinding(msgspec.Struct, frozen=True, kw_only=True):
    """A finding or a question with its steps. `table_event` is the version, in the table's day, of the
    event that it is about; None if it is about none of a table."""

    finding: str
    is_question: bool
    table: str
    table_event: int | None
    status: str
    steps: tuple[Statement, ...]


class ShownSignature(msgspec.Struct, frozen=True, kw_only=True):
    """Last signatory of a side; `holds`: nothing in the report has happened since."""

    side: str
    by: str
    at: datetime
    hash: str
    holds: bool


class ShownReview(msgspec.Struct, frozen=True, kw_only=True):
    """Day's review on its page; `hash` is that of the report's present sources."""

    hash: str
    version: int
    findings: tuple[ShownFinding, ...]
    signatures: Mapping[str, ShownSignature]

    @property
    def open(self) -> int:
        return sum(each.status != "closed" for each in self.findings)


def shown_review(casino_id: int, day: str) -> ShownReview:
    """Return the findings of a day with the steps of each, and the last signature of each side."""
    hash, records = report_hash(casino_id, day), read_stream(casino_id, review_stream(day))
    raised: dict[str, dict[str, Any]] = {}
    steps: dict[str, list[Statement]] = {}
    signatures: dict[str, ShownSignature] = {}
    review = Review()
    for record in records:
        review = evolve(review, REVIEW_EVENTS.read(record))
        if record.type == "report_signed":
            signatures[record.data["side"]] = _signature(record, hash)
            continue
        name = record.data["finding"]
        if record.type == "finding_raised":
            raised[name] = dict(record.data)
        steps.setdefault(name, []).append(_statement(record))
    return ShownReview(
        hash=hash,
        version=review.version,
        findings=tuple(
            ShownFinding(
                finding=each.finding,
                is_question=raised[each.finding]["kind"] == "question",
                table=each.table,
                table_event=_table_event(raised[each.finding], each.table, day),
                status=each.status,
                steps=tuple(steps[each.finding]),
            )
            for each in review.findings
        ),
        signatures=signatures,
    )


class SignedDay(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day among several: who signed its report for each side, where that holds, and how many findings and
    questions are open."""

    day: str
    casino: str
    control: str
    open: int


def signed_days(casino_id: int, days: Iterable[str]) -> tuple[SignedDay, ...]:
    """Return the signatures of these days' reports by casino and control. Six queries a day."""
    return tuple(_signed_day(day, shown_review(casino_id, day)) for day in days)


def _signed_day(day: str, of: ShownReview) -> SignedDay:
    by = {side: signature.by for side, signature in of.signatures.items() if signature.holds}
    return SignedDay(day=day, casino=by.get("casino", ""), control=by.get("control", ""), open=of.open)


def _signature(record: RecordedEvent, hash: str) -> ShownSignature:
    by = ", ".join(signed_beside(record)) or doer(record)
    return ShownSignature(
        side=record.data["side"],
        by=by,
        at=timezone.localtime(record.occurred_at),
        hash=record.data["hash"],
        holds=record.data["hash"] == hash,
    )


def _statement(record: RecordedEvent) -> Statement:
    return Statement(
        type=record.type,
        words=record.data.get("words", ""),
        by=", ".join(signed_beside(record)) or doer(record),
        at=timezone.localtime(record.occurred_at),
    )


def _table_event(raised: Mapping[str, Any], table: str, day: str) -> int | None:
    about = raised.get("about")
    return about["version"] if about and about["stream"] == table_stream(table, day) else None
