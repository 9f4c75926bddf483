"""Who may say what to a violation, and when.

The staff acknowledges and explains; an inspector upholds or dismisses, and opens an ended one again. Each signs with
the act; explanations and decisions have words. Every refusal cites the violation's clause.
"""

from collections.abc import Sequence

from tables.play.signatures import ROLES
from tables.roulette.refusal import Refused
from tables.violations.commands import Acknowledge, AnyLifeCommand, Dismiss, Explain, Uphold
from tables.violations.events import (
    AnyLifeEvent,
    ViolationAcknowledged,
    ViolationDismissed,
    ViolationExplained,
    ViolationReopened,
    ViolationUpheld,
)
from tables.violations.life import Life

STAFF = ("chef_de_table", "pit_boss")
"""Who acknowledges and explains."""
INSPECTORS = ("games_inspector", "public_controller")
"""Who upholds, dismisses and opens again."""
WORDS_AT_MOST = 1000


def decide(life: Life, command: AnyLifeCommand, clause: str) -> AnyLifeEvent:
    """What comes of `command` about a violation of `clause`. Raises Refused."""
    match command:
        case Acknowledge():
            _check_signed(command, STAFF, "a violation is acknowledged by the staff", clause)
            _check_open(life, clause)
            if life.status != "raised":
                raise Refused(f"it is {life.status}, and so known already: explain it", clause)
            return ViolationAcknowledged()
        case Explain():
            _check_signed(command, STAFF, "a violation is explained by the staff", clause)
            _check_open(life, clause)
            return ViolationExplained(words=_words(command.words, "how it came about", clause))
        case Uphold():
            _check_signed(command, INSPECTORS, "a violation is upheld by an inspector", clause)
            _check_open(life, clause)
            return ViolationUpheld(reason=_words(command.reason, "the reason for upholding it", clause))
        case Dismiss():
            _check_signed(command, INSPECTORS, "a violation is dismissed by an inspector", clause)
            _check_open(life, clause)
            return ViolationDismissed(reason=_words(command.reason, "the reason for dismissing it", clause))
        case _:
            _check_signed(command, INSPECTORS, "a violation is opened again by an inspector", clause)
            if not life.ended:
                raise Refused(
                    f"it is {life.status}, and still open: only an ended one is opened again", clause
                )
            return ViolationReopened(reason=_words(command.reason, "why it is opened again", clause))


def _check_signed(command: AnyLifeCommand, roles: Sequence[str], what: str, clause: str) -> None:
    if not any(signature.role in roles for signature in command.signatures):
        right = " or ".join(ROLES[role] for role in roles)
        raise Refused(f"{what}: {right} has to sign, and neither did", clause)


def _check_open(life: Life, clause: str) -> None:
    if life.ended:
        raise Refused(f"it was {life.status}: an inspector may open it again, with a reason", clause)


def _words(said: str, what: str, clause: str) -> str:
    words = said.strip()
    if not words:
        raise Refused(f"say {what}, in words", clause)
    if len(words) > WORDS_AT_MOST:
        raise Refused(
            f"{what}: {WORDS_AT_MOST} characters at most are right",
            clause,
            limit=WORDS_AT_MOST,
            value=len(words),
        )
    return words
