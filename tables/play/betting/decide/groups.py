"""Players in groups: the limits hold for the sum of their stakes (it-campione/7)."""

from collections import Counter
from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def declare_group(state: State, command: c.DeclareGroup, rulebook: Rulebook, at: datetime) -> Decision:
    """Hold the limits to the sum of these players, two or more who are in no group, or a whole group with others.

    Bets that are over the maximum together stay, and win as the maximum would. Raises Refused if the rulebook has no
    groups of players, and while the ball runs.
    """
    clause = _group_clause(rulebook)
    if _ball_runs(state):
        raise Refused("company-declared-while-ball-runs", clause, coup=state.coup)
    if not all(player.strip() for player in command.players):
        raise Refused("company-of-unnamed", clause)
    for player in command.players:
        check_name(player, clause)
    twice = tuple(player for player, times in Counter(command.players).items() if times > 1)
    if twice:
        raise Refused("company-names-twice", clause, players=twice)
    if len(command.players) < 2:
        raise Refused("company-of-too-few", clause, limit=2, value=len(command.players))
    for members in state.groups:
        already = tuple(player for player in command.players if player in members)
        joined_by_others = len(already) == len(members) < len(command.players)
        if already and not joined_by_others:
            raise Refused("already-in-company", clause, players=already, members=members)
    yield PendingEvent(e.GroupDeclared(players=command.players), at)


def end_group(state: State, command: c.EndGroup, rulebook: Rulebook, at: datetime) -> Decision:
    """Hold the limits to each of these players alone again: exactly the members of one declared group.

    Raises Refused for a group that has played, where that binds it for the rest of the day (it-campione/7); while
    the ball runs; and as long as bets are on the cloth that were placed under the group's limits. A stake in prison
    is bound, and keeps nobody in a group.
    """
    clause = _group_clause(rulebook)
    if _ball_runs(state):
        raise Refused("company-ended-while-ball-runs", clause, coup=state.coup)
    if set(command.players) not in [set(members) for members in state.groups]:
        if not command.players:
            raise Refused("company-of-nobody", clause, companies=state.groups)
        raise Refused("company-not-declared", clause, players=command.players, companies=state.groups)
    if rulebook.limits.company_bound == "day" and not set(command.players).isdisjoint(state.played_in_groups):
        raise Refused("company-bound-for-the-day", clause, players=command.players)
    lying = [bet for bet in state.bets if not bet.level and bet.owner in command.players]
    if lying:
        raise Refused(
            "company-ended-while-bets-lie",
            clause,
            players=command.players,
            bets=tuple({"ref": bet.ref, "player": bet.owner} for bet in lying),
        )
    yield PendingEvent(e.GroupEnded(players=command.players), at)


def _ball_runs(state: State) -> bool:
    """Return True while the ball runs: bets are paid by the groups of that moment."""
    return state.phase in ("launched", "bets_closed")


def _group_clause(rulebook: Rulebook) -> str:
    clause = rulebook.limits.company_clause
    if clause is None:
        raise Refused("no-company-here", rulebook.limits.maximum_clause)
    return clause
