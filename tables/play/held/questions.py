"""Questions about held money from other packages.

Unclaimed wins that are wins no longer: another number is valid, or a bet was put back elsewhere.

The sheet settles them again. A claimed win was paid: it is ticked off, and its difference is treated like that of any
other payment. Money in the endowment, or ended by the casino's decision, counts as the player's again, although the
player never came.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from tables.play import events as e
from tables.play.payment.prizes import prizes_of
from tables.play.pending import Decision, PendingEvent
from tables.play.references import RECEIPTS, reference
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def check_claimed(state: State, coup: int, refs: Sequence[str]) -> None:
    """Raise Refused for an ordinary payment of a held prize: held money is paid to a claim."""
    for held in state.held.wins_of(state.day, coup):
        for ref in held.bets:
            if ref in refs:
                raise Refused("win-is-held", held.clause, ref=ref, held=held.ref)


def set_aside_with(state: State, coup: int, at: datetime) -> Decision:
    """Return the events that set aside held money whose time is up once `coup` has its number. Nobody has to ask,
    and a receipt from a closing stays valid.
    """
    due = [held for held in state.held.items if held.until_coup is not None and held.until_coup <= coup]
    for aside in _with_receipts(state, due):
        yield PendingEvent(e.HeldSetAside(held=replace(aside, until_coup=None)), at)


def _with_receipts(state: State, items: Iterable[e.HeldStake]) -> Iterable[e.HeldStake]:
    given = 0
    for held in items:
        if held.receipt:
            yield held
            continue
        yield replace(held, receipt=next_receipt(state, given))
        given += 1


def next_receipt(state: State, before: int = 0) -> str:
    """Return the day's next receipt, when so many are given `before` it in the same moment."""
    return f"{state.table}/{state.day}/{reference(state.held.receipts + before + 1, RECEIPTS)}"


def receipts_at_closing(state: State, at: datetime) -> Decision:
    """Return a receipt for all held money that has none: no table closes with money in safekeeping without one, not
    even in an emergency close.
    """
    for held in _with_receipts(state, (each for each in state.held.items if not each.receipt)):
        yield PendingEvent(e.HeldReceipted(held=held), at)


def held_to_hand_on(state: State, played: int) -> tuple[e.HeldStake, ...]:
    """Return the held money that a day of so many coups hands to the next one, which goes on counting, each under
    its receipt.
    """
    return tuple(
        each if each.until_coup is None else replace(each, until_coup=each.until_coup - played)
        for each in _with_receipts(state, state.held.items)
    )


def coups_left(state: State, held: e.HeldStake) -> int:
    """Return the number of coups that must have their number before it is set aside; 0 once it is."""
    if held.until_coup is None:
        return 0
    return held.until_coup - (state.last_coup.coup if state.last_coup else 0)


def undone_by_number(state: State, coup: int, at: datetime) -> Decision:
    """Return the events that undo unclaimed wins of `coup`, now that another number is valid. For a coup before the
    last one only money still held is undone: the rest is corrected by hand.
    """
    for held in state.held.items:
        if held.kind == "win" and (held.day, held.coup) == (state.day, coup):
            yield PendingEvent(e.HeldUndone(held=held, because="another_number"), at)
    if state.last_coup is None or state.last_coup.coup != coup:
        return
    for each in state.held.ended_wins_of(state.day, coup):
        yield PendingEvent(e.HeldUndone(held=each.held, because="another_number", ended=each.outcome), at)


def undone_by_putting_back(
    state: State, settled: Sequence[Stake], rulebook: Rulebook, at: datetime
) -> Decision:
    """Return the events that undo unclaimed wins of the coup being paid, after its bets were corrected to `settled`.

    A win is undone if one of its own bets was put back elsewhere, or if its prize differs by the change.
    """
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
            yield PendingEvent(
                e.HeldUndone(held=held, because="bets_put_back", ended=outcomes.get(held.ref)), at
            )


def claims_undone(undone: Iterable[PendingEvent]) -> frozenset[str]:
    """Return the bets of which a win had been claimed that is undone: somebody has its prize, and its stake."""
    return _refs(each for each in _events(undone) if each.ended == "claimed")


def stakes_undone(undone: Iterable[PendingEvent]) -> frozenset[str]:
    """Return the bets with an undone win that no player has taken up: their stakes are back in their places."""
    return _refs(each for each in _events(undone) if each.ended != "claimed")


def _events(undone: Iterable[PendingEvent]) -> Iterable[e.HeldUndone]:
    return (each.event for each in undone if isinstance(each.event, e.HeldUndone))


def _refs(undone: Iterable[e.HeldUndone]) -> frozenset[str]:
    return frozenset(ref for each in undone for ref in each.held.bets)
