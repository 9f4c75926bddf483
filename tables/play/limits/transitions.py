"""The effect of the limits on the stakes on the cloth: the stakes that are over the maximum now."""

from msgspec.structs import replace

from tables.play.state import State
from tables.roulette.excess import over_by_now
from tables.roulette.rulebook import Rulebook


def with_excess_marked(before: State, state: State, rulebook: Rulebook) -> State:
    """Return the state with each stake marked that is over the maximum in force, where the rulebook has this rule.

    A new sign, a new group or a stake that stays after a win changes the marks. A bet that is placed never does,
    because the limits refuse it.
    """
    limits = state.limits
    if rulebook.limits.over_after_change == "as-laid" or rulebook.excess is None or limits is None:
        return state
    same_rules = before.limits == limits and before.groups == state.groups
    if same_rules and (before.bets is state.bets or _staying(state) <= _staying(before)):
        return state
    marked = over_by_now(rulebook, limits, state.bets, groups=state.groups, wheel=state.wheel)
    return state if marked == state.bets else replace(state, bets=marked)


def _staying(state: State) -> set[tuple[str, int, int]]:
    """Return the stakes that stay after a win, each with the coup of its last win."""
    coup = state.last_coup.coup if state.last_coup else 0
    return {(bet.ref, bet.amount, coup) for bet in state.bets if bet.stays_of is not None}
