"""Emergency close of a table: the people who may order it, and its explanation before the next day's bets open.

This is the casino's own rule and cites no clause: a duty from a clause never stays open (see `closing.py`).
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import Decision, PendingEvent
from tables.play.signatures import check_two_signed
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook

ORDERS = ("pit_boss", "direction")
"""Roles that may order an emergency close of a table."""


SIGNS_BESIDE = ("games_inspector", "public_controller", "chef_de_table")
"""One of these roles signs beside the person who orders it."""


def explain_forced_close(
    state: State, command: c.ExplainForcedClose, rulebook: Rulebook, at: datetime
) -> Decision:
    """Record the reconciliation of the open matters, in words that two people have signed."""
    forced = state.direction.forced_close
    if forced is None:
        raise Refused("no-forced-close-to-explain")
    if not command.reason.strip():
        raise Refused("forced-close-explained-without-words")
    check_two_signed(state, command, "forced-close-explained")
    yield PendingEvent(e.ForcedCloseExplained(day=forced.day, reason=command.reason.strip()), at)


def signed_by_force(command: c.CloseTable) -> tuple[e.Person, e.Person]:
    """Return the person who orders the closing, and the inspector, controller or chief who countersigns.

    Raises Refused unless they are two people and gave a reason.
    """
    if not command.reason.strip():
        raise Refused("forced-close-without-reason")
    boss = next((each.person for each in command.signatures if each.role in ORDERS), None)
    if boss is None:
        raise Refused("forced-close-not-ordered")
    beside = next(
        (
            each.person
            for each in command.signatures
            if each.role in SIGNS_BESIDE and each.person.id != boss.id
        ),
        None,
    )
    if beside is None:
        raise Refused("forced-close-not-countersigned")
    return boss, beside
