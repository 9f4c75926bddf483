"""What other rooms ask of held.

Wins that nobody claimed and that are none any more: another number stands, or a bet was put back elsewhere.

The sheet settles them anew. What was claimed before was paid: it is ticked off and differs as every other payment does.
What had gone into the endowment, or as the house had decided, is the player's again, who was never there.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from tables.play import events as e
from tables.play.payment.prizes import prizes_of
from tables.play.pending import Decision, PendingEvent
from tables.play.references import RECEIPTS, reference
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def check_claimed(state: State, coup: int, refs: Sequence[str]) -> None:
    """Raises Refused for a prize that is to be paid as if its player were there: what is held is paid to a claim."""
    for held in state.held.wins_of(state.day, coup):
        for ref in held.bets:
            if ref in refs:
                raise Refused("win-is-held", held.clause, ref=ref, held=held.ref)


def set_aside_with(state: State, coup: int, at: datetime) -> Decision:
    """What has waited long enough once `coup` has its number: it is set aside without anybody asking, under the receipt
    that it may have from a closing."""
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
    """The day's next receipt, when so many are given `before` it in the same moment."""
    return f"{state.table}/{state.day}/{reference(state.held.receipts + before + 1, RECEIPTS)}"


def receipts_at_closing(state: State, at: datetime) -> Decision:
    """A receipt for all that has none: no table closes with something held without one, by whatever force."""
    for held in _with_receipts(state, (each for each in state.held.items if not each.receipt)):
        yield PendingEvent(e.HeldReceipted(held=held), at)


def held_to_hand_on(state: State, played: int) -> tuple[e.HeldStake, ...]:
    """What a day of so many coups hands to the next one, which counts on where it stops, each under its receipt."""
    return tuple(
        each if each.until_coup is None else replace(each, until_coup=each.until_coup - played)
        for each in _with_receipts(state, state.held.items)
    )


def coups_left(state: State, held: e.HeldStake) -> int:
    """How many more coups must have their number before it is set aside; 0 once it is."""
    if held.until_coup is None:
        return 0
    return held.until_coup - (state.last_coup.coup if state.last_coup else 0)


def undone_by_number(state: State, coup: int, at: datetime) -> Decision:
    """What nobody claimed of `coup`, now that another number stands; of a coup before the last one only what is still
    held: the rest of it is put right by hand."""
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
            yield PendingEvent(
                e.HeldUndone(held=held, because="bets_put_back", ended=outcomes.get(held.ref)), at
            )


def claims_undone(undone: Iterable[PendingEvent]) -> frozenset[str]:
    """The bets of which a win had been claimed that is undone: somebody has its prize, and its stake."""
    return _refs(each for each in _events(undone) if each.ended == "claimed")


def stakes_undone(undone: Iterable[PendingEvent]) -> frozenset[str]:
    """The bets of which a win is undone that no player has taken up: its stake is back where it lay."""
    return _refs(each for each in _events(undone) if each.ended != "claimed")


def _events(undone: Iterable[PendingEvent]) -> Iterable[e.HeldUndone]:
    return (each.event for each in undone if isinstance(each.event, e.HeldUndone))


def _refs(undone: Iterable[e.HeldUndone]) -> frozenset[str]:
    return frozenset(ref for each in undone for ref in each.held.bets)
