"""Requests about a gaming day's report; all of them are judged and signed."""

from typing import Literal

from tables.compliance.review.events import About
from tables.play.command import Request, Signed

Side = Literal["casino", "control"]


class ReviewCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a day's report."""


class RaiseFinding(ReviewCommand, frozen=True, kw_only=True, tag="raise-finding"):
    """Write a finding or a question; about one event if `about` names it."""

    kind: Literal["finding", "question"]
    words: str
    table: str = ""
    about: About | None = None


class AnswerFinding(ReviewCommand, frozen=True, kw_only=True, tag="answer-finding"):
    """Answer for the casino."""

    finding: str
    words: str


class CloseFinding(ReviewCommand, frozen=True, kw_only=True, tag="close-finding"):
    """Say that nothing more is wanted of it."""

    finding: str
    words: str = ""


class SignReport(ReviewCommand, frozen=True, kw_only=True, tag="sign-report"):
    """Sign the day's report, as it was seen: `hash` in hexadecimal is that of its sources."""

    side: Side
    hash: str


AnyReviewCommand = RaiseFinding | AnswerFinding | CloseFinding | SignReport
