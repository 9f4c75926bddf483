"""The usual next step at a table, so that a random day gets on: a step further in the coup, or to its closing."""

from collections.abc import Iterator

from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.boxes import chips_in_boxes
from tables.play.float.questions import float_differs
from tables.play.payment.prizes import unticked
from tables.play.prison.questions import ending, open_choices
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from testkit.play import signed_by_house
from testkit.random_days.drawing import DRAWN, Hand
from testkit.random_days.drawn_cash import box_away
from testkit.random_days.drawn_direction import FLOAT, SIGNERS, in_one_series, sensible_opening
from testkit.random_days.drawn_slips import voided

SIGNED = tuple(e.Signature(person=e.Person(id=role, name=role), role=role) for role in SIGNERS)

ON_A_SLIP: dict[e.SlipKind, tuple[type[c.Command], ...]] = {
    "fill": (c.ReceiveFill, c.ReceiveFill, c.TellSlipVoided),
    "credit": (c.HandOverCredit, c.HandOverCredit, c.TellSlipVoided),
}
"""Next commands for a slip at the table."""


def usual(hand: Hand) -> c.Command:
    """The next step of a coup that is played as it should be, with some bets."""
    return signed_by_house(_usual(hand), hand.rulebook, hand.now)


def _usual(hand: Hand) -> c.Command:
    state = hand.state
    if state.phase == "closed":
        by_mistake = state.before_closing is not None and hand.random.randrange(4) == 0
        return DRAWN[c.ReopenTable](hand) if by_mistake else sensible_opening(hand)
    urgent = _to_be_settled(hand) or _before_bets_open(hand)
    if urgent is not None:
        return urgent
    fitting = list(_fitting(state))
    if fitting and hand.random.randrange(2):
        return DRAWN[hand.one(fitting)](hand)
    if hand.random.randrange(3) < 2 and state.phase in ("idle", "betting"):
        return _stake(hand)
    return _a_step_further(hand)


def recovered(hand: Hand) -> c.DeclareNumber:
    """A number that was read off the wheel long after it fell."""
    return c.DeclareNumber(
        number=hand.number(),
        source="reader",
        game=hand.one((None, f"1/{hand.state.coup_of_new_bets}")),
        recovered=True,
        live=False,
    )


def next_game(hand: Hand) -> c.DeclareNumber:
    """Return the number of a later game while numbers wait for a person; now and then one of theirs again."""
    waiting = hand.state.doubted
    games = [f"1/{hand.state.coup_of_new_bets + len(waiting)}", None, *(each.game for each in waiting)]
    return c.DeclareNumber(
        number=hand.number(),
        source="reader",
        game=hand.one((games[0], hand.one(games))),
        recovered=hand.flag(),
    )


def _before_bets_open(hand: Hand) -> c.Command | None:
    state, direction = hand.state, hand.state.direction
    if direction.forced_close is not None:
        return _to_be_explained(state)
    if state.phase == "idle" and direction.last_coup is not None and state.coup >= direction.last_coup:
        return c.RevokeLastCoup(reason="the players stay")
    if state.phase == "idle" and direction.counts_float and direction.float_at_opening is None:
        return _count(hand, "opening")
    return _to_be_explained(state)


def _to_be_explained(state: State) -> c.Command | None:
    if state.direction.forced_close is not None:
        return c.ExplainForcedClose(reason="the slip was found", signatures=SIGNED)
    if float_differs(state):
        return c.ExplainVariance(reason="the last count was wrong", signatures=SIGNED)
    return None


def _fitting(state: State) -> Iterator[type[c.Command]]:
    """The kinds of command for which there is something at the table now."""
    if state.payments_open and state.last_coup and state.last_coup.coup in state.payments_open:
        yield from (
            c.ReplayBet,
            c.SeeUnclaimed,
            c.SeeUnclaimed,
            c.PayLines,
            c.PayDifferently,
            c.ReconstituteBets,
            c.ClearLosers,
        )
    yield from (
        type_of
        for bet in state.bets[:1]
        if bet.stays_of
        for type_of in (c.WithdrawBet, c.LiftStakes, c.MoveBet)
    )
    yield from (c.DecidePaymentDifference for _ in state.differences.open[:1])
    if state.choices:
        yield c.ChoosePrison
    yield from (c.DismissDoubt for _ in state.doubted[:1])
    if state.held.items:
        yield from (c.CountHeld, c.ClaimHeld, c.PayIn, c.EndHeld)
    if state.change.open:
        yield from (c.ServeChange, c.FinishChange)
    if state.change.claims:
        yield c.AnswerClaim
    yield from (type_of for each in state.slips.open for type_of in ON_A_SLIP[each.kind])
    yield from (c.TakeCash, c.RemoveBox) if state.cash.box else ()
    yield from (c.CorrectCash for _ in state.cash.taken[:1])
    if state.advances.open:
        yield from (c.PlaceBet, c.RepayAdvance)
    if state.colours.in_play and state.phase == "idle":
        yield from (c.PresentChips, c.RedeemColour, c.BuyMoreChips)
    if state.colours.late:
        yield from (c.PresentChips, c.RedeemLateChips)
    if any(seat.unclaimed for seat in state.live.seats.values()):
        yield c.CollectUnclaimed
    if any(seat.taken and seat.staked == state.coup for seat in state.live.seats.values()):
        yield from (c.LeaveSeat, c.SuspendTable)
    if state.course.hangs_since is not None:
        yield c.FreeBall
    if state.direction.announced_limits is not None:
        yield c.ConfirmSign


def to_closing(hand: Hand) -> c.Command | None:
    """The next step towards the end of the day; None once the table is closed."""
    step = _to_closing(hand)
    return None if step is None else signed_by_house(step, hand.rulebook, hand.now)


def _to_closing(hand: Hand) -> c.Command | None:
    if hand.state.phase == "closed":
        return None
    if not hand.state.staff:
        # A croupier has to sign what leaves the table.
        return c.ChangeStaff(
            position=hand.rulebook.staff.positions[-1], person=e.Person(id="p1", name="Croupier 1")
        )
    urgent = _to_be_settled(hand) or _to_be_ended(hand)
    if urgent is not None:
        return urgent
    if hand.state.phase != "idle" or hand.state.payments_open:
        return _a_step_further(hand)
    return _coup_to_be_played(hand) or _books_closed(hand)


def _coup_to_be_played(hand: Hand) -> c.Command | None:
    """Return the command that brings on a coup which must be played before the table closes; None without one."""
    state, direction = hand.state, hand.state.direction
    if direction.last_coup is None and hand.rulebook.last_coup is not None and state.coup:
        return c.AnnounceLastCoup()
    if any(not bet.level and bet.stays_of is None for bet in state.bets):
        # They are for a coup that is still to be played.
        over = direction.last_coup is not None and state.coup >= direction.last_coup
        return c.RevokeLastCoup(reason="bets lie for another coup") if over else _bets_open(hand)
    played = direction.last_coup is None or (state.last_coup and state.last_coup.coup >= direction.last_coup)
    if not played and state.coup:
        return _bets_open(hand)
    return None


def _books_closed(hand: Hand) -> c.Command:
    direction = hand.state.direction
    for pending in open_choices(hand.state, hand.rulebook):
        return c.ChoosePrison(ref=pending.stake.ref, choice="stay")
    # Chips come to the float when a prison ends, so it is counted after that.
    counted_early = bool(ending(hand.state, hand.rulebook))
    if direction.counts_float and (direction.float_at_closing is None or counted_early):
        return _count(hand, "closing")
    return c.CloseTable(carry_late_chips=True)


def _bets_open(hand: Hand) -> c.Command:
    """Faites vos jeux, after the count of the float where it is still to be made or explained."""
    return _before_bets_open(hand) or c.AnnounceBetsOpen()


def _count(hand: Hand, moment: e.Moment) -> c.CountFloat:
    return c.CountFloat(
        moment=moment,
        pieces=FLOAT,
        by_series=in_one_series(hand, FLOAT),
        colours=chips_in_boxes(hand.state, hand.rulebook),
        signatures=SIGNED,
    )


def _to_be_settled(hand: Hand) -> c.Command | None:
    """Return the command that settles an obstacle; None without one."""
    state = hand.state
    if state.direction.suspension is not None:
        told = state.direction.suspension.notified_at
        return c.ResumeTable() if told else c.NotifyControl(notice="by telephone")
    if state.discrepancy is not None:
        return c.ResolveDiscrepancy(number=state.discrepancy.others[-1], reason="seen by the chief")
    if state.doubted:
        number, coup = state.doubted[0].number, state.coup_of_new_bets
        return c.DismissDoubt(coup=coup) if hand.flag() else c.DeclareNumber(number=number, coup=coup)
    doubtful = next((past for past in state.past if past.doubts and not past.confirmed), None)
    if doubtful is not None:
        return c.DeclareNumber(number=doubtful.number, coup=doubtful.coup)
    return None


def _to_be_decided(state: State) -> c.Command | None:
    """Return the command for a decision that waits for the management; None without one."""
    for dispute in state.corrections.disputes:
        return c.DecideDispute(dispute=dispute.dispute, outcome="none", reason="nothing was wrong")
    for difference in state.differences.open:
        return c.DecidePaymentDifference(
            difference=difference.difference, outcome="stands", reason="so it was", signatures=SIGNED
        )
    return None


def _to_be_ended(hand: Hand) -> c.Command | None:
    """Return the command that ends one of the things that must not be open when the table closes; None without one."""
    state = hand.state
    if state.direction.unnotified:
        return c.NotifyControl(notice="by telephone")
    decided = _to_be_decided(state)
    if decided is not None:
        return decided
    if state.change.open:
        return c.GiveBackChange(number=state.change.open[0].number)
    if state.slips.open:
        return voided(hand, state.slips.open[0].slip)
    for advance in state.advances.open:
        if not advance.carried:
            return c.RepayAdvance(ref=advance.ref, amount=advance.left)
    return _to_be_explained(state) or box_away(hand)


def _stake(hand: Hand) -> c.Command:
    """Return a bet, or a purchase of chips for one."""
    state, minimum = hand.state, hand.limits.minimum
    if hand.rulebook.seats is not None:
        if len(state.live.seats) < 2:
            return c.BuyIn(seat=f"P{len(state.live.seats) + 1}", amount=100 * minimum)
        return DRAWN[c.ConfirmBets](hand)
    if state.colours.free and len(state.colours.in_play) < 2:
        return c.AssignColour(
            player=f"P{len(state.colours.in_play) + 1}", colour=state.colours.free[0], value=minimum, count=20
        )
    return DRAWN[c.PlaceBet](hand)


def _a_step_further(hand: Hand) -> c.Command:
    state = hand.state
    match state.phase:
        case "paying":
            return _the_rest_paid(hand) or c.ConfirmPayments(coup=next(iter(state.payments_open), None))
        case "betting":
            return c.LaunchBall(rotor_direction=hand.one(("clockwise", "anticlockwise")))
        case "launched":
            return c.CloseBets()
        case "bets_closed":
            return c.DeclareNumber(number=_number(hand))
        case _:
            return _the_rest_paid(hand) or (
                c.ConfirmPayments() if state.payments_open else c.AnnounceBetsOpen()
            )


def _the_rest_paid(hand: Hand) -> c.PayLines | None:
    """Return the payment of the open lines of the coup to be paid next, if some lines of it are paid already."""
    state = hand.state
    coup = next(iter(state.payments_open), None)
    if coup is None or all(prize.coup != coup for prize in state.course.paid):
        return None
    left = unticked(state, coup, hand.rulebook)
    return c.PayLines(coup=coup, refs=left) if left else None


def _number(hand: Hand) -> int:
    """Return zero, a number with a bet on it, or any number."""
    if hand.state.bets and hand.random.randrange(2):
        bet = parse_bet(hand.one(hand.state.bets).bet, hand.rulebook, wheel=hand.wheel)
        numbers = bet.chips[0][0].numbers if isinstance(bet, AnnouncedBet) else bet.numbers
        return hand.one(sorted(numbers))
    return hand.one(hand.rulebook.numbers) * hand.random.randrange(2)
