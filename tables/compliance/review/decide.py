"""Permitted answers about a gaming day's report, by role and time.

Inspectors raise findings and questions and close them, the casino answers; each side signs the report that it saw.
"""

from tables.compliance.decide import INSPECTORS
from tables.compliance.review.commands import (
    AnswerFinding,
    AnyReviewCommand,
    CloseFinding,
    RaiseFinding,
    SignReport,
)
from tables.compliance.review.events import (
    AnyReviewEvent,
    FindingAnswered,
    FindingClosed,
    FindingRaised,
    ReportSigned,
)
from tables.compliance.review.state import Finding, Review
from tables.play.signatures import DECIDE, check_any_signed
from tables.refusal import Refused

SIGN_FOR = {"casino": DECIDE, "control": INSPECTORS}
"""Roles that sign for each side."""
WORDS_AT_MOST = 1000


def decide(review: Review, command: AnyReviewCommand, hash: str) -> AnyReviewEvent:
    """Return the event of `command` about the report whose sources have this hash now. Raises Refused."""
    match command:
        case RaiseFinding():
            check_any_signed(command, INSPECTORS, Refused("finding-unsigned", roles=INSPECTORS))
            return FindingRaised(
                finding=str(len(review.findings) + 1),
                kind=command.kind,
                words=_words(command.words),
                table=command.table,
                about=command.about,
            )
        case AnswerFinding():
            check_any_signed(command, DECIDE, Refused("finding-answer-unsigned", roles=DECIDE))
            return FindingAnswered(
                finding=_open(review, command.finding).finding, words=_words(command.words)
            )
        case CloseFinding():
            check_any_signed(command, INSPECTORS, Refused("finding-unsigned", roles=INSPECTORS))
            words = _words(command.words) if command.words.strip() else ""
            return FindingClosed(finding=_open(review, command.finding).finding, words=words)
        case SignReport():
            roles = SIGN_FOR[command.side]
            check_any_signed(command, roles, Refused("report-unsigned", roles=roles))
            _check_other_person(review, command)
            if command.hash != hash:
                raise Refused("report-changed-meanwhile")
            if review.signed.get(command.side) == hash:
                raise Refused("report-signed-already")
            return ReportSigned(side=command.side, hash=hash)


def _check_other_person(review: Review, command: SignReport) -> None:
    """Raise Refused for a person who signed for the other side: a role may have changed in between."""
    others = {person for side, people in review.signers.items() if side != command.side for person in people}
    for each in command.signatures:
        if each.person.id in others:
            raise Refused("report-signed-by-one", name=each.person.name)


def _open(review: Review, finding: str) -> Finding:
    found = review.named(finding)
    if found is None:
        raise Refused("finding-unknown", finding=finding)
    if found.status == "closed":
        raise Refused("finding-closed", finding=finding)
    return found


def _words(entered: str) -> str:
    words = entered.strip()
    if not words:
        raise Refused("finding-words-missing")
    if len(words) > WORDS_AT_MOST:
        raise Refused("finding-words-too-long", limit=WORDS_AT_MOST, value=len(words))
    return words
