"""A payment stays paid when its sheet changes: another number is valid, or a bet was put back.

If the payment is not right now, it is a difference that waits for the direction, one for each line however often the
coup is corrected: a recorded difference that no longer holds is undone. Coups before the last one are corrected by
hand.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from tables.play import events as e
from tables.play.payment.prizes import paid_out_of, unclaimed_in
from tables.play.payment.state import Difference
from tables.play.pending import Decision, PendingEvent
from tables.play.references import DIFFERENCES, reference
from tables.play.state import PastCoup, State
from tables.refusal import LineNote
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.payout.piles import spot_of
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import as_data

Because = Literal["another_number", "bets_put_back"]


class _Line(NamedTuple):
    """Line of the payout sheet with its paid bets: the paid amount, the right amount now, and the
    known discrepancies.
    """

    bets: tuple[Stake, ...]
    paid: int
    right: int
    known: tuple[Difference, ...]

    @property
    def refs(self) -> tuple[str, ...]:
        return tuple(bet.ref for bet in self.bets)


Reason = Callable[[_Line], tuple[LineNote, int | None]]
"""The reason why a line differs, and the number on which it was paid if that number is not valid."""


def paid_on_another_number(
    state: State,
    coup: int,
    number: int,
    rulebook: Rulebook,
    at: datetime,
    *,
    claimed: Collection[str] = (),
) -> Decision:
    """Return the events about payments of the last coup, now that `number` is valid; `claimed` are its bets (by
    reference) that were paid to a claim.

    Every payment with a prize now is ticked off; if the two differ there is a difference, and likewise for every
    prize that is none any more. A prize that was played again has not left the table: its own events withdraw it.
    """
    last = state.last_coup
    if last is None or last.coup != coup or not rulebook.payment.by_hand:
        return
    paid = really_paid(state, last, rulebook, claimed)
    differing = {ref for each in state.differences.of(coup) for ref in each.refs}
    bets = [bet for bet in state.settled_bets if paid.get(bet.ref) or bet.ref in differing]
    right = paid_out_of(state, number, rulebook)

    def reason_of(line: _Line) -> tuple[LineNote, int | None]:
        paid_on = next((each.number for each in line.known if each.number is not None), last.number)
        if paid_on == number:
            return LineNote(code="paid-otherwise-on-number", parameters={"number": as_data(number)}), number
        return LineNote(code="paid-on-other-number", parameters={"number": as_data(paid_on)}), paid_on

    stay = tuple(bet.ref for bet in bets if right[bet.ref])
    lines = _lines(state, bets, paid, right, rulebook)
    yield from _put_right(state, lines, right, at, ticked=stay, because="another_number", reason_of=reason_of)


def paid_before_put_back(
    state: State,
    settled: Sequence[Stake],
    rulebook: Rulebook,
    at: datetime,
    *,
    claimed: Collection[str] = (),
) -> Decision:
    """Return a discrepancy for each paid bet of the coup being paid that wins another prize with the bets `settled`.

    `settled` are the coup's bets after a correction. `claimed` are the bets (by reference) that were paid to a claim.
    """
    last = state.last_coup
    assert last is not None, "a coup is being paid"
    paid = really_paid(state, last, rulebook, claimed)
    right = paid_out_of(state, last.number, rulebook, settled)
    bets = [bet for bet in settled if bet.ref in paid]
    ticked = {prize.ref for prize in state.course.paid if prize.coup == last.coup}
    newly = tuple(bet.ref for bet in bets if right[bet.ref] and bet.ref not in ticked)

    def reason_of(_: _Line) -> tuple[LineNote, int | None]:
        return LineNote(code="paid-before-bets-put-back"), None

    lines = _lines(state, bets, paid, right, rulebook)
    yield from _put_right(state, lines, right, at, ticked=newly, because="bets_put_back", reason_of=reason_of)


def _lines(
    state: State,
    bets: Iterable[Stake],
    paid: Mapping[str, int],
    right: Mapping[str, int],
    rulebook: Rulebook,
) -> list[_Line]:
    assert state.last_coup is not None, "it has a sheet"
    known = state.differences.of(state.last_coup.coup)
    spots: dict[tuple[object, ...], list[Stake]] = {}
    for bet in bets:
        alone = bet.excess or isinstance(parse_bet(bet.bet, rulebook, wheel=state.wheel), AnnouncedBet)
        spots.setdefault((bet.ref,) if alone else spot_of(bet), []).append(bet)
    return [
        _Line(
            bets=tuple(line),
            paid=sum(paid[bet.ref] for bet in line),
            right=sum(right[bet.ref] for bet in line),
            known=tuple(each for each in known if not {bet.ref for bet in line}.isdisjoint(each.refs)),
        )
        for line in spots.values()
    ]


def _put_right(
    state: State,
    lines: Iterable[_Line],
    right: Mapping[str, int],
    at: datetime,
    *,
    ticked: tuple[str, ...],
    because: Because,
    reason_of: Reason,
) -> Decision:
    """Undo the discrepancies that are true no more, tick these bets off, and record the new differences."""
    assert state.last_coup is not None, "it has a sheet"
    coup = state.last_coup.coup
    wrong = [line for line in lines if not _is_true(line, right)]
    for each in {known.difference: known for line in wrong for known in line.known}.values():
        yield PendingEvent(_undone(each, because), at)
    if ticked:
        yield PendingEvent(e.PrizesPaid(coup=coup, refs=ticked), at)
    differing = (line for line in wrong if line.paid != line.right)
    for place, line in enumerate(differing, start=state.differences.numbered + 1):
        reason, number = reason_of(line)
        yield PendingEvent(
            e.PaymentDiffered(
                difference=reference(place, DIFFERENCES),
                coup=coup,
                refs=line.refs,
                player=line.bets[0].player,
                bet=line.bets[0].bet,
                worked_out=line.right,
                paid=line.paid,
                because=because,
                code=reason.code,
                parameters=reason.parameters,
                number=number,
                colour=line.bets[0].colour,
            ),
            at,
        )


def _is_true(line: _Line, right: Mapping[str, int]) -> bool:
    """Return True if the recorded difference of the line holds now: none for a right payment, else exactly this one."""
    if not line.known:
        return line.paid == line.right
    one, *others = line.known
    return (
        not others
        and (one.bet, one.over) == (line.bets[0].bet, line.paid - line.right)
        and set(one.refs) <= set(line.refs)
        and one.worked_out == sum(right[ref] for ref in one.refs)
    )


def _undone(difference: Difference, because: Because) -> e.PaymentDifferenceUndone:
    return e.PaymentDifferenceUndone(
        difference=difference.difference,
        coup=difference.coup,
        player=difference.player,
        worked_out=difference.worked_out,
        paid=difference.paid,
        because=because,
        colour=difference.colour,
    )


def really_paid(
    state: State, last: PastCoup, rulebook: Rulebook, claimed: Collection[str] = ()
) -> dict[str, int]:
    """Return the real payments of the `last` coup in minor units, by bet that was ticked off, paid with the whole
    coup or paid differently.

    Of the unclaimed bets only the `claimed` are among them: these were paid later. The casino's payment for a
    difference counts as paid, and a player's repayment does not.
    """
    whole, unclaimed = last.coup not in state.payments_open, unclaimed_in(state, last.coup)
    ticked = {prize.ref for prize in state.course.paid if prize.coup == last.coup}
    won = paid_out_of(state, last.number, rulebook)
    paid = {
        ref: prize
        for ref, prize in won.items()
        if ref in claimed or (ref not in unclaimed and (whole or ref in ticked))
    }
    for each in state.differences.of(last.coup):
        paid_on = won if each.number is None else paid_out_of(state, each.number, rulebook)
        paid |= _shared(each, sum(won[ref] for ref in each.refs) + each.over, paid_on)
    return paid


def _shared(difference: Difference, paid: int, won: Mapping[str, int]) -> dict[str, int]:
    """Return the payment divided among the bets: each up to its win on the number on which it was paid; the last one
    gets the rest.
    """
    shares = {}
    for ref in difference.refs:
        shares[ref] = min(won[ref], paid)
        paid -= shares[ref]
    shares[difference.refs[-1]] += paid
    return shares
