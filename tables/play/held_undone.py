"""Wins that nobody claimed and that are none any more: another number stands, or a bet was put back elsewhere.

The sheet settles them anew. What was claimed before was paid: it is ticked off and differs as every other payment does.
What had gone into the endowment, or as the house had decided, is the player's again, who was never there.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.prizes import prizes_of
from tables.play.state import BetOnCloth, State
from tables.roulette.rulebook import Rulebook


def undone_by_number(state: State, coup: int, at: datetime) -> Decision:
    """What nobody claimed of `coup`, now that another number stands; of a coup before the last one only what is still
    held: the rest of it is put right by hand."""
    for held in state.held.items:
        if held.kind == "win" and (held.day, held.coup) == (state.day, coup):
            yield Dated(e.HeldUndone(held=held, because="another_number"), at)
    if state.last_coup is None or state.last_coup.coup != coup:
        return
    for each in state.held.ended_wins_of(state.day, coup):
        yield Dated(e.HeldUndone(held=each.held, because="another_number", ended=each.outcome), at)


def undone_by_putting_back(
    state: State, settled: Sequence[BetOnCloth], rulebook: Rulebook, at: datetime
) -> Decision:
    """What nobody claimed of the coup being paid, now that its bets lay as `settled`: where one of its own was put back
    elsewhere, or its prize is another by what was."""
    last = state.last_coup
    assert last is not None, "a coup is being paid"
    lay = {bet.ref: bet.bet for bet in state.settled_bets}
    put_back = {bet.ref for bet in settled if bet.bet != lay[bet.ref]}
    prizes = prizes_of(state, last.number, rulebook, settled)

    def is_another(held: e.HeldStake) -> bool:
        right = sum(prizes.get(ref, 0) for ref in held.bets)
        return not put_back.isdisjoint(held.bets) or right != held.prize

    outcomes = {each.held.ref: each.outcome for each in state.held.ended_wins_of(state.day, last.coup)}
    for held in state.held.wins_of(state.day, last.coup):
        if is_another(held):
            yield Dated(e.HeldUndone(held=held, because="bets_put_back", ended=outcomes.get(held.ref)), at)


def claims_undone(undone: Iterable[Dated]) -> frozenset[str]:
    """The bets of which a win had been claimed that is undone: somebody has its prize, and its stake."""
    return _refs(each for each in _events(undone) if each.ended == "claimed")


def stakes_undone(undone: Iterable[Dated]) -> frozenset[str]:
    """The bets of which a win is undone that no player has taken up: its stake is back where it lay."""
    return _refs(each for each in _events(undone) if each.ended != "claimed")


def _events(undone: Iterable[Dated]) -> Iterable[e.HeldUndone]:
    return (each.event for each in undone if isinstance(each.event, e.HeldUndone))


def _refs(undone: Iterable[e.HeldUndone]) -> frozenset[str]:
    return frozenset(ref for each in undone for ref in each.held.bets)
