"""A table that was closed under pressure: who may order it, and what is said of it before the next day's bets open.

It is the house's own and cites no clause: what a clause asks for is not left open by force (see `closing.py`).
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.signatures import check_two_signed
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

ORDERS = "pit_boss"
"""Who orders that a table is closed under pressure."""
SIGNS_BESIDE = ("games_inspector", "public_controller", "chef_de_table")
"""One of them signs beside."""


def explain_forced_close(
    state: State, command: c.ExplainForcedClose, rulebook: Rulebook, at: datetime
) -> Decision:
    """Records how what was left open was reconciled, in words that two people have signed."""
    forced = state.direction.forced_close
    if forced is None:
        raise Refused("no close under pressure waits for an explanation")
    if not command.reason.strip():
        raise Refused("the close under pressure is explained in words: say how it was reconciled")
    check_two_signed(state, command, "the close under pressure is explained")
    yield Dated(e.ForcedCloseExplained(day=forced.day, reason=command.reason.strip()), at)


def check_forced_close_explained(state: State, before: str) -> None:
    """Raises Refused while the last day was closed under pressure and nobody has said how it was reconciled."""
    forced = state.direction.forced_close
    if forced is not None:
        left = ", ".join(each.what for each in forced.left)
        raise Refused(
            f"{forced.day} was closed under pressure with {left} left open: "
            f"say how it was reconciled, with two signatures, before {before}"
        )


def signed_by_force(command: c.CloseTable) -> tuple[e.Person, e.Person]:
    """The pit boss who orders it, and the inspector, controller or chief who signs beside: two people, and a reason.

    Raises Refused.
    """
    what = "a close under pressure"
    if not command.reason.strip():
        raise Refused(f"{what} needs its reason")
    boss = next((each.person for each in command.signatures if each.role == ORDERS), None)
    if boss is None:
        raise Refused(f"{what} is ordered by the pit boss, who has not signed")
    beside = next(
        (
            each.person
            for each in command.signatures
            if each.role in SIGNS_BESIDE and each.person.id != boss.id
        ),
        None,
    )
    if beside is None:
        raise Refused(
            f"{what}: the games inspector, the public controller or the chef de table has not signed beside"
        )
    return boss, beside
