"""After zero: the owner of an imprisoned stake chooses whether it is split, stays or is moved."""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.limits.questions import over_held
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.result.questions import check_certain
from tables.play.state import PendingChoice, State
from tables.roulette.bets import parse_bet
from tables.roulette.refusal import LimitRefused, Refused
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook


def choose_prison(state: State, command: c.ChoosePrison, rulebook: Rulebook, at: datetime) -> Decision:
    """Split, leave or move an imprisoned stake until the next bets are closed.

    Follows it-campione/3 and it-venezia/prison, as far as the rulebook allows each of the three. Raises Refused
    while the number that imprisoned the stake is not certain, and LimitRefused if the stake would come over the
    maximum with all that counts to it on that chance.
    """
    rule = rulebook.zero.prison
    if rule is None:
        raise Refused("no-prison-here", rulebook.zero.clause)
    if state.phase == "bets_closed":
        raise Refused("prison-choice-after-close", rule.clause, coup=state.coup)
    choices = {pending.stake.ref: pending for pending in state.choices}
    pending = choices.get(command.ref)
    if pending is None:
        raise Refused("no-prison-choice-open", rule.clause, ref=command.ref, open=tuple(choices))
    check_certain(state, pending.coup, rulebook)
    if pending.choice == "partage":
        raise Refused("already-split", rule.clause, ref=command.ref)
    choice = command.choice
    if choice == "partage" and not rule.partage:
        raise Refused("no-partage-here", rule.clause)
    if choice.startswith("move:"):
        choice = f"move:{_even_chance(choice.removeprefix('move:'), rulebook, rule.clause)}"
    elif choice not in ("stay", "partage"):
        raise Refused("no-such-prison-choice", rule.clause, choice=choice)
    if choice.startswith("move:") and not rule.move:
        raise Refused("no-move-in-prison-here", rule.clause)
    _check_limits(state, pending, choice, rulebook)
    yield PendingEvent(e.PrisonChosen(coup=pending.coup, ref=command.ref, choice=choice), at)


def _even_chance(code: str, rulebook: Rulebook, clause: str) -> str:
    bet = parse_bet(code, rulebook)
    if bet.kind not in EVEN_CHANCES:
        raise Refused("moved-to-no-even-chance", clause, bet=bet.code, chances=EVEN_CHANCES)
    return bet.code


def _check_limits(state: State, pending: PendingChoice, choice: str, rulebook: Rulebook) -> None:
    """Raise LimitRefused if a stake that moves would come over the maximum there. A stake that keeps its place keeps
    it.
    """
    lying = next(bet for bet in state.bets if bet.ref == pending.stake.ref)
    moved_to = choice.removeprefix("move:") if choice.startswith("move:") else pending.stake.bet
    if choice == "partage" or lying.bet == moved_to:
        return
    others = replace(state, bets=tuple(bet for bet in state.bets if bet.ref != lying.ref))
    over = over_held(others, replace(lying, bet=moved_to), rulebook)
    if over is not None:
        raise LimitRefused.again(over.refusal)


DECIDERS: Deciders = {
    c.ChoosePrison: choose_prison,
}
