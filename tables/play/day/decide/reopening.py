"""A table that was closed by mistake is opened again on the same gaming day, which goes on from its state at the
closing.

This is the casino's own rule and cites no clause. The handler checks that the gaming day is not over, that the casino's
day is not closed and that the equipment is still at the table (`tables/handling/reopening.py`).
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.cash.questions import box_to_hand_on
from tables.play.command import reason_of
from tables.play.day.decide.forced_close import ORDERS, SIGNS_BESIDE
from tables.play.pending import Decision, PendingEvent
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def reopen_table(state: State, command: c.ReopenTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Open the day again that the table was closed for: with the float as it was counted at the closing, the limits,
    the colours in play, the stakes in prison and what is held. Raises Refused for a table that is not closed,
    without its reason or its two signatures.
    """
    before = state.before_closing
    if state.phase != "closed" or before is None or state.phase_since is None:
        raise Refused("reopened-while-open", table=state.table, day=state.day)
    reason = reason_of(command.reason)
    if not reason:
        raise Refused("reopening-without-reason")
    ordered_by, signed_by = _signed(command)
    yield PendingEvent(
        e.TableReopened(
            day=state.day,
            coups=state.coup,
            closing=before.version + 1,
            closed_at=state.phase_since,
            float_counted=state.direction.float_handed_on,
            box=box_to_hand_on(state),
            reason=reason,
            ordered_by=ordered_by,
            signed_by=signed_by,
        ),
        at,
    )


def _signed(command: c.ReopenTable) -> tuple[e.Person, e.Person]:
    """Return the person who orders it, and the second signatory: another of the roles that may order it, or a
    countersignature beside an emergency close. Raises Refused.
    """
    boss = next((each.person for each in command.signatures if each.role in ORDERS), None)
    if boss is None:
        raise Refused("reopening-not-ordered")
    beside = next(
        (
            each.person
            for each in command.signatures
            if each.role in (*ORDERS, *SIGNS_BESIDE) and each.person.id != boss.id
        ),
        None,
    )
    if beside is None:
        raise Refused("reopening-not-countersigned")
    return boss, beside
