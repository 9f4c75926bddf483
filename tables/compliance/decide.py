"""Who may say what to a violation, and when.

The staff acknowledges and explains; an inspector upholds or dismisses, and opens an ended one again. Each signs with
the act; explanations and decisions have words. Every refusal cites the violation's clause.
"""

from collections.abc import Sequence

from tables.compliance.commands import Acknowledge, AnyLifeCommand, Dismiss, Explain, Uphold
from tables.compliance.events import (
    AnyLifeEvent,
    ViolationAcknowledged,
    ViolationDismissed,
    ViolationExplained,
    ViolationReopened,
    ViolationUpheld,
)
from tables.compliance.state import Life
from tables.roulette.refusal import Refused

STAFF = ("chef_de_table", "pit_boss")
"""Who acknowledges and explains."""
INSPECTORS = ("games_inspector", "public_controller")
"""Who upholds, dismisses and opens again."""
WORDS_AT_MOST = 1000


def decide(life: Life, command: AnyLifeCommand, clause: str) -> AnyLifeEvent:
    """What comes of `command` about a violation of `clause`. Raises Refused."""
    match command:
        case Acknowledge():
            _check_signed(command, STAFF, Refused("acknowledgement-unsigned", clause, roles=STAFF))
            _check_open(life, clause)
            if life.status != "raised":
                raise Refused("violation-known-already", clause, status=life.status)
            return ViolationAcknowledged()
        case Explain():
            _check_signed(command, STAFF, Refused("explanation-unsigned", clause, roles=STAFF))
            _check_open(life, clause)
            return ViolationExplained(words=_words(command.words, "explanation", clause))
        case Uphold():
            _check_signed(command, INSPECTORS, Refused("upholding-unsigned", clause, roles=INSPECTORS))
            _check_open(life, clause)
            return ViolationUpheld(reason=_words(command.reason, "upholding", clause))
        case Dismiss():
            _check_signed(command, INSPECTORS, Refused("dismissal-unsigned", clause, roles=INSPECTORS))
            _check_open(life, clause)
            return ViolationDismissed(reason=_words(command.reason, "dismissal", clause))
        case _:
            _check_signed(command, INSPECTORS, Refused("reopening-unsigned", clause, roles=INSPECTORS))
            if not life.ended:
                raise Refused("violation-still-open", clause, status=life.status)
            return ViolationReopened(reason=_words(command.reason, "reopening", clause))


def _check_signed(command: AnyLifeCommand, roles: Sequence[str], unsigned: Refused) -> None:
    if not any(signature.role in roles for signature in command.signatures):
        raise unsigned


def _check_open(life: Life, clause: str) -> None:
    if life.ended:
        raise Refused("violation-ended", clause, status=life.status)


def _words(said: str, what: str, clause: str) -> str:
    words = said.strip()
    if not words:
        raise Refused("violation-words-missing", clause, what=what)
    if len(words) > WORDS_AT_MOST:
        raise Refused("violation-words-too-long", clause, what=what, limit=WORDS_AT_MOST, value=len(words))
    return words
