"""Events about a gaming day's report; the metadata has their author and signatories."""

from __future__ import annotations

from typing import Literal

import msgspec

from tables.codec import EventCodec


class About(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the record: its stream, and its version there."""

    stream: str
    version: int


class ReviewEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of the events about a day's report."""


class FindingRaised(ReviewEvent, frozen=True, kw_only=True, tag="finding_raised"):
    """An inspector found something, or asks: of the whole day, of a `table`, or of one event."""

    finding: str
    kind: Literal["finding", "question"]
    words: str
    table: str = ""
    about: About | None = None


class FindingAnswered(ReviewEvent, frozen=True, kw_only=True, tag="finding_answered"):
    """The casino answered."""

    finding: str
    words: str


class FindingClosed(ReviewEvent, frozen=True, kw_only=True, tag="finding_closed"):
    """An inspector wants nothing more of it."""

    finding: str
    words: str = ""


class ReportSigned(ReviewEvent, frozen=True, kw_only=True, tag="report_signed"):
    """The day's report was signed for one side; `hash` (hexadecimal) is that of its sources."""

    side: Literal["casino", "control"]
    hash: str


AnyReviewEvent = FindingRaised | FindingAnswered | FindingClosed | ReportSigned
REVIEW_EVENTS = EventCodec[AnyReviewEvent](AnyReviewEvent)
