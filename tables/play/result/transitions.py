"""Changes of results by events of other packages."""

from collections.abc import Collection

from msgspec.structs import replace

from tables.play.payment.settled import bound_after
from tables.play.state import DoubtedNumber, PendingChoice, State
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import ZEROS


def leave_what_stays(
    state: State, coup: int, rulebook: Rulebook, *, may_choose: bool, chosen: Collection[str] = ()
) -> State:
    """Return the state with the cloth after the number: stakes in prison are bound; with `may_choose` their owners
    choose.

    Free stakes that stay do so until an event takes them up. `chosen` are the bets (by reference) with the same fate as
    when they were bound: their owners' choices remain.
    """
    assert state.number is not None
    bound = bound_after(state, state.number, rulebook)
    waiting = {pending.stake.ref: pending for pending in state.choices if pending.stake.ref in chosen}
    choices = tuple(waiting.get(stake.ref) or PendingChoice(coup=coup, stake=stake) for stake in bound)
    settled = [old.ref for old in state.settled_bets]
    lies = {bet.ref: bet for bet in state.bets}
    in_prison = {stake.ref: lies.get(stake.ref) if stake.ref in chosen else stake for stake in bound}
    lying = {bet.ref: bet for bet in state.bets if bet.stays_of}
    lying |= {ref: stake for ref, stake in in_prison.items() if stake is not None}
    placed_since = tuple(bet for bet in state.bets if bet.ref not in settled)
    return replace(
        state,
        bets=(*(lying[ref] for ref in settled if ref in lying), *placed_since),
        choices=choices if may_choose and state.number in ZEROS else (),
    )


def waiting_after(state: State, coup: int) -> tuple[DoubtedNumber, ...]:
    """Return the doubted numbers that still wait when `coup` has its number: those of later coups."""
    return tuple(each for each in state.doubted if each.coup > coup)


def brought_forward(state: State, coup: int) -> tuple[DoubtedNumber, ...]:
    """Return the doubted numbers when nothing fell in `coup`: each moves to the coup before its own."""
    return tuple(replace(each, coup=each.coup - 1) for each in waiting_after(state, coup))
