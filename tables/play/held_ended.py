"""How what is held leaves the hold: claimed, paid into the table's endowment, or ended as the house decides.

Nothing leaves it otherwise (it-venezia/general-8, it-campione/19).
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.player_names import check_name
from tables.play.signatures import check_signed
from tables.play.state import State
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Role, Rulebook


def claim_held(state: State, command: c.ClaimHeld, rulebook: Rulebook, at: datetime) -> Decision:
    """Pays what is held back to who claims it. Once it is set aside the claim needs a reason that is accepted."""
    held = _held(state, command.ref, rulebook)
    if not command.by.strip():
        raise Refused("a claim is made by somebody: a seat, a colour or an alias", held.clause)
    check_name(command.by, held.clause)
    if held.until_coup is None and not command.reason.strip():
        raise Refused(f"held stake {held.ref} is set aside: say why the claim is accepted", held.clause)
    yield Dated(e.HeldClaimed(held=held, by=command.by, reason=command.reason), at)


def pay_in(state: State, command: c.PayIn, rulebook: Rulebook, at: datetime) -> Decision:
    """Pays what is held into the table's endowment, once everybody has registered it whom the rulebook names."""
    held = set_aside(state, command.ref, rulebook)
    roles = _roles(rulebook)
    if not roles:
        raise Refused(
            f"{rulebook.title} pays nothing that is held into the endowment: the house decides over it, with a reason",
            held.clause,
        )
    said = in_words(held.amount, state.currency)
    check_signed(command, roles, held.clause, f"held stake {held.ref}, {said}, paid into the endowment")
    yield Dated(e.HeldPaidIn(held=held), at)


def end_held(state: State, command: c.EndHeld, rulebook: Rulebook, at: datetime) -> Decision:
    """Ends what is held as the house decides, where the rulebook says nothing of its end."""
    held = set_aside(state, command.ref, rulebook)
    if _roles(rulebook):
        raise Refused(
            f"held stake {held.ref} is claimed, or paid into the endowment once both have registered it: "
            "nothing else becomes of it",
            held.clause,
        )
    if not command.outcome.strip() or not command.reason.strip():
        raise Refused(f"say what becomes of held stake {held.ref}, and why", held.clause)
    yield Dated(e.HeldEnded(held=held, outcome=command.outcome, reason=command.reason), at)


def _roles(rulebook: Rulebook) -> tuple[Role, ...]:
    """Who registers what is paid in; nobody under a rulebook that leaves the end to the house, or has no rule."""
    return rulebook.held.paid_in_by if rulebook.held else ()


def _held(state: State, ref: str, rulebook: Rulebook) -> e.HeldStake:
    for held in state.held.items:
        if held.ref == ref:
            return held
    known = ", ".join(each.ref for each in state.held.items) or "none"
    raise Refused(
        f"nothing is held as {ref or 'no name'}; held: {known}",
        rulebook.held.clause if rulebook.held else None,
    )


def set_aside(state: State, ref: str, rulebook: Rulebook) -> e.HeldStake:
    """What is held under that reference, once it is set aside. Raises Refused."""
    held = _held(state, ref, rulebook)
    if held.until_coup is not None:
        raise Refused(
            f"held stake {held.ref} is not set aside yet: "
            f"until coup {held.until_coup} has its number it waits to be claimed",
            held.clause,
        )
    return held
