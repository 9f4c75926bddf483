"""Permitted answers to a violation, by role and time.

The staff acknowledges and explains; an inspector upholds or dismisses, and opens an ended one again. Each signs with
the act; explanations and decisions have words. Every refusal cites the violation's clause.
"""

from tables.compliance.commands import Acknowledge, AnyViolationCommand, Dismiss, Explain, Uphold
from tables.compliance.events import (
    AnyViolationEvent,
    ViolationAcknowledged,
    ViolationDismissed,
    ViolationExplained,
    ViolationReopened,
    ViolationUpheld,
)
from tables.compliance.state import ViolationState
from tables.play.signatures import check_any_signed
from tables.refusal import Refused

STAFF = ("chef_de_table", "pit_boss")
"""Roles that acknowledge and explain a violation."""
INSPECTORS = ("games_inspector", "public_controller")
"""Roles that uphold, dismiss and reopen a violation."""
WORDS_AT_MOST = 1000


def decide(violation: ViolationState, command: AnyViolationCommand, clause: str) -> AnyViolationEvent:
    """Return the event of `command` about a violation of `clause`. Raises Refused."""
    match command:
        case Acknowledge():
            check_any_signed(command, STAFF, Refused("acknowledgement-unsigned", clause, roles=STAFF))
            _check_open(violation, clause)
            if violation.status != "raised":
                raise Refused("violation-known-already", clause, status=violation.status)
            return ViolationAcknowledged()
        case Explain():
            check_any_signed(command, STAFF, Refused("explanation-unsigned", clause, roles=STAFF))
            _check_open(violation, clause)
            return ViolationExplained(words=_words(command.words, "explanation", clause))
        case Uphold():
            check_any_signed(command, INSPECTORS, Refused("upholding-unsigned", clause, roles=INSPECTORS))
            _check_open(violation, clause)
            return ViolationUpheld(reason=_words(command.reason, "upholding", clause))
        case Dismiss():
            check_any_signed(command, INSPECTORS, Refused("dismissal-unsigned", clause, roles=INSPECTORS))
            _check_open(violation, clause)
            return ViolationDismissed(reason=_words(command.reason, "dismissal", clause))
        case _:
            check_any_signed(command, INSPECTORS, Refused("reopening-unsigned", clause, roles=INSPECTORS))
            if not violation.ended:
                raise Refused("violation-still-open", clause, status=violation.status)
            return ViolationReopened(reason=_words(command.reason, "reopening", clause))


def _check_open(violation: ViolationState, clause: str) -> None:
    if violation.ended:
        raise Refused("violation-ended", clause, status=violation.status)


def _words(entered: str, what: str, clause: str) -> str:
    words = entered.strip()
    if not words:
        raise Refused("violation-words-missing", clause, what=what)
    if len(words) > WORDS_AT_MOST:
        raise Refused("violation-words-too-long", clause, what=what, limit=WORDS_AT_MOST, value=len(words))
    return words
