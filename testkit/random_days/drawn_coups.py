"""A coup's course drawn at random, as staff and readers report it."""

from typing import Any, get_args

from tables.play import commands as c
from tables.play import events as e
from tables.play.payment.prizes import prizes_of
from tables.play.reader.observation import Rotation
from testkit.random_days.drawing import Hand, draws

ROTATIONS: tuple[Rotation | None, ...] = (None, "clockwise", "anticlockwise")


def _seen(hand: Hand) -> dict[str, Any]:
    """Return the source of an observation: mostly staff; a reader names a game of its own, an old one or none."""
    if hand.random.randrange(3) < 2:
        return {}
    known = [past.game for past in hand.state.past if past.game]
    return {
        "source": "reader",
        "game": hand.one((None, f"1/{hand.state.coup}", f"1/{hand.state.coup + 1}", hand.state.game, *known)),
        "live": hand.flag(True),
    }


@draws(c.AnnounceBetsOpen)
def _open(hand: Hand) -> c.AnnounceBetsOpen:
    return c.AnnounceBetsOpen()


@draws(c.LaunchBall)
def _launch(hand: Hand) -> c.LaunchBall:
    return c.LaunchBall(
        rotor_direction=hand.one(ROTATIONS), ball_direction=hand.one(ROTATIONS), **_seen(hand)
    )


@draws(c.SeeDirections)
def _directions(hand: Hand) -> c.SeeDirections:
    state = hand.state
    return c.SeeDirections(
        coup=hand.among((state.coup,), (0, state.coup + 1)),
        launch=hand.among((state.launches,), (0, -1, state.launches + 1)),
        rotor_direction=hand.one(ROTATIONS),
        ball_direction=hand.one(ROTATIONS),
        **_seen(hand),
    )


@draws(c.FailLaunch)
def _fail(hand: Hand) -> c.FailLaunch:
    return c.FailLaunch(reason=hand.words(), **_seen(hand))


@draws(c.CloseBets)
def _close(hand: Hand) -> c.CloseBets:
    return c.CloseBets(**_seen(hand))


@draws(c.SeeVoid)
def _void(hand: Hand) -> c.SeeVoid:
    return c.SeeVoid(reader="W-T1", reasons=hand.some(("stopped", "two balls")), **_seen(hand))


@draws(c.AnnulCoup)
def _annul(hand: Hand) -> c.AnnulCoup:
    return c.AnnulCoup(
        reason=hand.among(hand.rulebook.null_coup.reasons, ("", "nosuch")),
        stopped=hand.flag(False),
        number=hand.among((None, 17), (37, -1)),
        signatures=hand.signatures(["chef_de_table"]),
    )


@draws(c.HangBall)
def _hang(hand: Hand) -> c.HangBall:
    return c.HangBall(**_seen(hand))


@draws(c.FreeBall)
def _free(hand: Hand) -> c.FreeBall:
    return c.FreeBall(**_seen(hand))


@draws(c.CountTurns)
def _turns(hand: Hand) -> c.CountTurns:
    return c.CountTurns(turns=hand.among(range(1, 9), (0, -1, 1000)), **_seen(hand))


@draws(c.DeclareNumber)
def _number(hand: Hand) -> c.DeclareNumber:
    said = _seen(hand)
    reader = bool(said)
    return c.DeclareNumber(
        number=hand.number(),
        coup=None if hand.random.randrange(3) else hand.past_coup(),
        recovered=reader and hand.flag(),
        doubts=("bounced",) if reader and hand.flag() else (),
        turns=hand.one((None, 2, 9)) if reader else None,
        corrects=reader and hand.flag(),
        **said,
    )


@draws(c.MissResults)
def _miss(hand: Hand) -> c.MissResults:
    return c.MissResults(count=hand.among((1, 2), (0, -1, 99)))


@draws(c.DismissDoubt)
def _dismiss(hand: Hand) -> c.DismissDoubt:
    return c.DismissDoubt(coup=hand.among((hand.state.coup_of_new_bets,), (0, -1, 99)))


@draws(c.ResolveDiscrepancy)
def _resolve(hand: Hand) -> c.ResolveDiscrepancy:
    disputed = hand.state.discrepancy
    stands = disputed.numbers if disputed else ()
    return c.ResolveDiscrepancy(number=hand.among(stands, (hand.number(),)), reason=hand.words())


@draws(c.ClearLosers)
def _clear(hand: Hand) -> c.ClearLosers:
    return c.ClearLosers()


@draws(c.PayLines)
def _pay(hand: Hand) -> c.PayLines:
    settled = [bet.ref for bet in hand.state.settled_bets]
    return c.PayLines(
        coup=hand.among(hand.state.payments_open, (hand.past_coup(),)),
        refs=hand.some(settled) if hand.makes_sense() else (hand.bet_ref(),),
    )


@draws(c.PayDifferently)
def _pay_otherwise(hand: Hand) -> c.PayDifferently:
    bet = hand.one([*hand.state.settled_bets]) if hand.state.settled_bets else None
    number = hand.state.number or 0
    right = prizes_of(hand.state, number, hand.rulebook).get(bet.ref, 0) if bet else 0
    return c.PayDifferently(
        coup=hand.among(hand.state.payments_open, (hand.past_coup(),)),
        refs=(bet.ref,) if bet and hand.makes_sense() else (hand.bet_ref(),),
        paid=hand.among((right + 100, max(right - 100, 0), 0), (right, -1)),
        reason=hand.words(),
    )


@draws(c.DecidePaymentDifference)
def _decide_difference(hand: Hand) -> c.DecidePaymentDifference:
    return c.DecidePaymentDifference(
        difference=hand.among((each.difference for each in hand.state.differences.open), ("x0", "")),
        outcome=hand.one(get_args(e.PaymentOutcome)),
        reason=hand.words(),
        signatures=hand.signatures(("pit_boss",)),
    )


@draws(c.ConfirmPayments)
def _confirm(hand: Hand) -> c.ConfirmPayments:
    return c.ConfirmPayments(coup=hand.among((None, *hand.state.payments_open), (hand.past_coup(),)))
