"""What was paid before the sheet changed under it stays paid: another number stands, or a bet was put back.

Where that is not what is right now, it is a difference that waits for the direction. What was found over the maximum,
and coups before the last one, are put right by hand.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.prizes import prize_of, unclaimed_in
from tables.play.references import DIFFERENCES, reference
from tables.play.state import BetOnCloth, State
from tables.roulette.rulebook import Rulebook


def paid_on_another_number(
    state: State, coup: int, number: int, rulebook: Rulebook, at: datetime
) -> Decision:
    """What was paid of the last coup on its number, now that `number` stands.

    A prize on both numbers is ticked off; where the two are not the same there is a difference, and so for every prize
    that is none any more. What is played again of a prize has not left the table: it is withdrawn by events of its own.
    """
    last = state.last_coup
    if last is None or last.coup != coup or not rulebook.payment.by_hand:
        return
    ticked = _ticked(state, coup)
    whole, unclaimed = coup not in state.payments_open, unclaimed_in(state, coup)
    left = {done.ref: done.paid_out for done in state.replayed}
    worth = partial(prize_of, rulebook=rulebook, wheel=state.wheel)
    paid = {
        bet.ref: left.get(bet.ref, worth(bet, last.number))
        for bet in state.settled_bets
        if not bet.excess and bet.ref not in unclaimed and (whole or bet.ref in ticked)
    }
    bets = [bet for bet in state.settled_bets if paid.get(bet.ref)]
    right = {bet.ref: worth(bet, number) for bet in bets}
    stay = tuple(ref for ref, prize in right.items() if prize)
    if stay:
        yield Dated(e.PrizesPaid(coup=coup, refs=stay), at)
    for refs, found in _by_line(state, bets, paid, right):
        yield Dated(
            e.PaymentDiffered(
                **found,
                coup=coup,
                refs=refs,
                reason=f"paid on {last.number}, and {number} stands",
                because="another_number",
                number=last.number,
            ),
            at,
        )


def paid_before_put_back(
    state: State, after: Mapping[str, str], rulebook: Rulebook, at: datetime
) -> Decision:
    """What was ticked off of bets of the coup being paid that are put back elsewhere: where they win another prize
    there, a difference. `after` is where they lie, by their reference."""
    last = state.last_coup
    assert last is not None, "a coup is being paid"
    ticked = _ticked(state, last.coup)
    worth = partial(prize_of, number=last.number, rulebook=rulebook, wheel=state.wheel)
    bets = [bet for bet in state.settled_bets if bet.ref in ticked and bet.ref in after and not bet.excess]
    paid = {bet.ref: worth(bet) for bet in bets}
    right = {bet.ref: worth(replace(bet, bet=after[bet.ref])) for bet in bets}
    for refs, found in _by_line(state, bets, paid, right):
        yield Dated(
            e.PaymentDiffered(
                **found,
                coup=last.coup,
                refs=refs,
                reason="its bet was put back after it was paid",
                because="bets_put_back",
            ),
            at,
        )


def _ticked(state: State, coup: int) -> frozenset[str]:
    return frozenset(prize.ref for prize in state.course.paid if prize.coup == coup)


def _by_line(
    state: State, bets: list[BetOnCloth], paid: Mapping[str, int], right: Mapping[str, int]
) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    """The lines, as the payout sheet had them, of which what was paid is not what is right: their bets, and what the
    event says of each."""
    lines: dict[tuple[object, ...], list[BetOnCloth]] = {}
    for bet in bets:
        spot = (bet.player, bet.on_behalf_of, bet.bet, bet.layout, bet.colour, bet.distance)
        lines.setdefault(spot, []).append(bet)
    found: list[tuple[tuple[str, ...], dict[str, Any]]] = []
    for line in lines.values():
        was, is_right = sum(paid[bet.ref] for bet in line), sum(right[bet.ref] for bet in line)
        if was != is_right:
            said: dict[str, Any] = {
                "difference": reference(state.differences.numbered + len(found) + 1, DIFFERENCES),
                "player": line[0].player,
                "bet": line[0].bet,
                "worked_out": is_right,
                "paid": was,
                "colour": line[0].colour,
            }
            found.append((tuple(bet.ref for bet in line), said))
    return found
