"""After zero: the owner of an imprisoned stake chooses: it is split, stays or is moved."""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.limits.questions import over_held
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.result.questions import check_certain
from tables.play.state import PendingChoice, State
from tables.refusal import LimitRefused, Refused
from tables.roulette.payout.bound_stake import MOVE, ChoiceRefused
from tables.roulette.payout.engine import settle_coup
from tables.roulette.rulebook import Rulebook


def choose_prison(state: State, command: c.ChoosePrison, rulebook: Rulebook, at: datetime) -> Decision:
    """Split, leave or move an imprisoned stake until the next bets are closed.

    Follows it-campione/3 and it-venezia/prison, as far as the rulebook allows each of the three. Raises Refused
    while the number that imprisoned the stake is not certain, ChoiceRefused for a choice that the settlement of the
    coup refuses, and LimitRefused if the stake would come over the maximum with all that counts to it on that chance.
    """
    rule = rulebook.zero.prison
    if rule is not None and state.phase == "bets_closed":
        raise Refused("prison-choice-after-close", rule.clause, coup=state.coup)
    pending = next((each for each in state.choices if each.stake.ref == command.ref), None)
    if pending is not None:
        check_certain(state, pending.coup, rulebook)
    if pending is not None and pending.choice == "partage":
        raise Refused("already-split", rulebook.zero.clause if rule is None else rule.clause, ref=command.ref)
    choice = _as_settled(state, command, rulebook)
    if pending is None:
        raise ChoiceRefused(command.ref, "choice-without-prison", rulebook.zero.clause)
    _check_limits(state, pending, choice, rulebook)
    yield PendingEvent(e.PrisonChosen(coup=pending.coup, ref=command.ref, choice=choice), at)


def _as_settled(state: State, command: c.ChoosePrison, rulebook: Rulebook) -> str:
    """Return the choice with the code of the chance that the stake moves to. Raises ChoiceRefused as `settle` does."""
    stakes = state.settled_bets if state.number is not None else ()
    kept = settle_coup(
        rulebook,
        stakes,
        state.number or 0,
        {command.ref: command.choice},
        limits=state.settled_limits,
        groups=state.settled_groups,
        wheel=state.wheel,
    ).kept
    moved = next((stake.bet for stake in kept if stake.ref == command.ref), "")
    return f"{MOVE}{moved}" if command.choice.startswith(MOVE) else command.choice


def _check_limits(state: State, pending: PendingChoice, choice: str, rulebook: Rulebook) -> None:
    """Raise LimitRefused if a stake that moves would come over the maximum there. A stake that keeps its place keeps
    it.
    """
    lying = next(bet for bet in state.bets if bet.ref == pending.stake.ref)
    moved_to = choice.removeprefix(MOVE) if choice.startswith(MOVE) else pending.stake.bet
    if choice == "partage" or lying.bet == moved_to:
        return
    others = replace(state, bets=tuple(bet for bet in state.bets if bet.ref != lying.ref))
    over = over_held(others, replace(lying, bet=moved_to), rulebook)
    if over is not None:
        raise LimitRefused.again(over.refusal)


DECIDERS: Deciders = {
    c.ChoosePrison: choose_prison,
}
