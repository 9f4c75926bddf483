"""State of a gaming day's report between the casino and control, evolved from its own stream."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from tables.compliance.review.events import (
    AnyReviewEvent,
    FindingAnswered,
    FindingClosed,
    FindingRaised,
    ReportSigned,
)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A finding or a question by its name within the day (`1`, `2`), and how far it has come."""

    finding: str
    table: str = ""
    status: Literal["raised", "answered", "closed"] = "raised"


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """`signed` has the hash that each side signed last, `signers` the identifiers of the people who signed it."""

    version: int = 0
    findings: tuple[Finding, ...] = ()
    signed: dict[str, str] = {}
    signers: dict[str, tuple[str, ...]] = {}

    def named(self, finding: str) -> Finding | None:
        return next((each for each in self.findings if each.finding == finding), None)


def review_stream(day: str) -> str:
    """Return the stream about a gaming day's report: `review/2026-11-20`."""
    return f"review/{day}"


def evolve(review: Review, event: AnyReviewEvent, by: Iterable[str] = ()) -> Review:
    """Return the state after the event; `by` has the identifiers of the person who acted and of all who signed."""
    findings, signed, signers = review.findings, review.signed, review.signers
    match event:
        case FindingRaised():
            findings = (*findings, Finding(finding=event.finding, table=event.table))
        case FindingAnswered():
            findings = _with_status(findings, event.finding, "answered")
        case FindingClosed():
            findings = _with_status(findings, event.finding, "closed")
        case ReportSigned():
            signed = {**signed, event.side: event.hash}
            signers = {**signers, event.side: tuple(by)}
    return Review(version=review.version + 1, findings=findings, signed=signed, signers=signers)


def _with_status(
    findings: tuple[Finding, ...], finding: str, status: Literal["answered", "closed"]
) -> tuple[Finding, ...]:
    return tuple(
        msgspec.structs.replace(each, status=status) if each.finding == finding else each for each in findings
    )
