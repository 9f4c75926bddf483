"""Money beside the cloth drawn at random: seats, change, advances, series of chips, what is held."""

from tables.play import commands as c
from tables.play import events as e
from testkit.random_days.drawing import ODD_AMOUNTS, ODD_NAMES, PLAYERS, Hand, draws


def _seat(hand: Hand) -> str:
    return hand.among(hand.state.live.seats or PLAYERS, (*PLAYERS, *ODD_NAMES))


@draws(c.BuyIn)
def _buy(hand: Hand) -> c.BuyIn:
    return c.BuyIn(seat=hand.player(), amount=hand.among((20 * hand.limits.minimum,), ODD_AMOUNTS))


@draws(c.ConfirmBets)
def _confirm(hand: Hand) -> c.ConfirmBets:
    bets = (hand.bet_and_amount() for _ in range(hand.among((1, 2), (0,))))
    return c.ConfirmBets(
        seat=_seat(hand), bets=tuple(e.SeatBet(bet=bet, amount=amount) for bet, amount in bets)
    )


@draws(c.LeaveSeat)
def _leave(hand: Hand) -> c.LeaveSeat:
    return c.LeaveSeat(seat=_seat(hand))


@draws(c.CollectUnclaimed)
def _collect(hand: Hand) -> c.CollectUnclaimed:
    there = [name for name, seat in hand.state.live.seats.items() if seat.unclaimed]
    return c.CollectUnclaimed(seat=hand.among(there, (_seat(hand),)))


@draws(c.AskForChange)
def _ask(hand: Hand) -> c.AskForChange:
    given = hand.among(({500: 4}, {10_000: 1}), ({}, {0: 1}, {500: 0}, {-500: 2}))
    wanted = hand.among(({}, {1000: 2} if given == {500: 4} else {2_500: 4}), ({500: 1}, {0: 0}))
    return c.AskForChange(
        player=hand.player(),
        given=given,
        wanted=wanted,
        handed=hand.one(("chips", "notes")),
        series=hand.one((None, "A", "B", "nosuch")),
    )


@draws(c.ServeChange)
def _serve(hand: Hand) -> c.ServeChange:
    return c.ServeChange()


@draws(c.FinishChange)
def _finish(hand: Hand) -> c.FinishChange:
    serving = hand.state.change.serving
    return c.FinishChange(paid_out=hand.among(({serving.total: 1},) if serving else (), ({}, {1: 3}, {0: 1})))


@draws(c.GiveBackChange)
def _give_back(hand: Hand) -> c.GiveBackChange:
    return c.GiveBackChange(number=hand.among((each.number for each in hand.state.change.open), (0, 99)))


@draws(c.ClaimChange)
def _claim(hand: Hand) -> c.ClaimChange:
    numbered = hand.state.change.numbered
    receipts = [f"{hand.state.table}/{hand.state.day}/c{number}" for number in range(1, numbered + 1)]
    odd = ("", f"{hand.state.table}/{hand.state.day}/c99", f"{hand.state.table}/2020-01-01/c1", "X/c1")
    return c.ClaimChange(receipt=hand.among(receipts, odd), what=hand.words())


@draws(c.AnswerClaim)
def _answer(hand: Hand) -> c.AnswerClaim:
    return c.AnswerClaim(
        claim=hand.among((each.claim for each in hand.state.change.claims), (0, 99)),
        upheld=hand.flag(),
        answer=hand.words(),
    )


@draws(c.AdvanceChips)
def _advance(hand: Hand) -> c.AdvanceChips:
    rule = hand.rulebook.advances
    return c.AdvanceChips(
        player=hand.player(), amount=hand.amount(), signatures=hand.signatures(rule.signed_by if rule else ())
    )


def _advance_ref(hand: Hand) -> str:
    return hand.among((each.ref for each in hand.state.advances.open), ("v0", "v99", ""))


@draws(c.RepayAdvance)
def _repay(hand: Hand) -> c.RepayAdvance:
    ref = _advance_ref(hand)
    left = [each.left for each in hand.state.advances.open if each.ref == ref]
    return c.RepayAdvance(ref=ref, amount=hand.among((*left, *(each // 2 for each in left)), ODD_AMOUNTS))


@draws(c.CarryAdvance)
def _carry(hand: Hand) -> c.CarryAdvance:
    rule = hand.rulebook.advances
    return c.CarryAdvance(ref=_advance_ref(hand), signatures=hand.signatures(rule.signed_by if rule else ()))


@draws(c.TellChipSeries)
def _series(hand: Hand) -> c.TellChipSeries:
    return c.TellChipSeries(
        in_play=hand.among((("A",), ("B",), ("A", "B")), ((), ("",), ("A", "A"))),
        ended=hand.among(((), ("A",), ("B",)), (("",), ("A", "A"))),
        values=hand.among(((), hand.rulebook.limits.chips), ((7,),)),
    )


@draws(c.SeeOldSeries)
def _old_series(hand: Hand) -> c.SeeOldSeries:
    return c.SeeOldSeries(
        series=hand.among(hand.state.chip_series.ended, ("A", "nosuch", "")),
        player=hand.player(),
        amount=hand.amount(),
        where=hand.words(),
    )


@draws(c.SeeUnclaimed)
def _unclaimed(hand: Hand) -> c.SeeUnclaimed:
    settled = [bet.ref for bet in hand.state.settled_bets]
    odd = ((), (hand.bet_ref(),), tuple(settled))
    return c.SeeUnclaimed(
        coup=hand.among(hand.state.payments_open, (hand.past_coup(),)),
        refs=hand.among(((ref,) for ref in settled), odd),
    )


@draws(c.SeeAbandoned)
def _abandoned(hand: Hand) -> c.SeeAbandoned:
    return c.SeeAbandoned(ref=hand.bet_ref())


def _held_ref(hand: Hand) -> str:
    return hand.among((each.ref for each in hand.state.held.items), ("h0", "h99", ""))


@draws(c.ClaimHeld)
def _claim_held(hand: Hand) -> c.ClaimHeld:
    return c.ClaimHeld(ref=_held_ref(hand), by=hand.player(), reason=hand.words())


@draws(c.CountHeld)
def _count_held(hand: Hand) -> c.CountHeld:
    """Chips of its worth in the smallest value that it is made of, or others."""
    ref = _held_ref(hand)
    amount = next((each.amount for each in hand.state.held.items if each.ref == ref), 500)
    value = next(each for each in (500, 100, 50, 1) if amount % each == 0)
    return c.CountHeld(
        ref=ref,
        pieces=hand.among(({value: amount // value},), ({500: 1}, {})),
        signatures=hand.signatures(("chef_de_table", "pit_boss")),
    )


@draws(c.PayIn)
def _pay_in(hand: Hand) -> c.PayIn:
    rule = hand.rulebook.held
    return c.PayIn(ref=_held_ref(hand), signatures=hand.signatures(rule.paid_in_by if rule else ()))


@draws(c.EndHeld)
def _end_held(hand: Hand) -> c.EndHeld:
    return c.EndHeld(ref=_held_ref(hand), outcome=hand.words(), reason=hand.words())
