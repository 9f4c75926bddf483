"""Bets drawn at random: laid, found, late, taken off, moved, played again, bound, put back."""

from typing import Any, get_args

from tables.play import commands as c
from tables.play.events import AnnouncementRefusal
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import EVEN_CHANCES
from testkit.random_days.drawing import ODD_NAMES, PLAYERS, Hand, draws


def _repeated(hand: Hand, bet: str, *, called: bool = False) -> tuple[str, ...]:
    if not hand.makes_sense():
        return hand.some(("employee", "chief", "nobody"))
    if called:
        return ("employee", "chief")
    try:
        announced = isinstance(parse_bet(bet, hand.rulebook, wheel=hand.wheel), AnnouncedBet)
    except Refused:
        return ()
    return ("employee", "chief") if announced else ()


def _chips(hand: Hand) -> dict[str, Any]:
    """Return the chips of a bet: often plain ones, seldom with all their details."""
    bet, amount = hand.bet_and_amount()
    own = hand.state.colours.in_play
    laid: dict[str, Any] = {"player": hand.player(), "bet": bet, "amount": amount}
    if own and hand.random.randrange(3) < 2:
        colour = hand.one(own)
        laid |= {"player": colour.player, "amount": hand.among((colour.value, 3 * colour.value), (amount,))}
    if hand.random.randrange(4) == 3:
        laid |= {
            "distance": hand.one((None, 1, 2, 0, -1)),
            "layout": hand.among((1, 2 if hand.state.double else 1), (0, 3)),
            "chip": hand.one((None, 0, hand.limits.minimum, 7)),
            "colour": hand.one((None, "yellow", "blue", "nosuch", "")),
            "face_value": hand.flag(),
            "on_behalf_of": hand.one((None, *PLAYERS, *ODD_NAMES)),
            "series": hand.one((None, "A", "B", "nosuch", "")),
            "symbol": hand.one((None, hand.state.colours.symbol, "another", "")),
            "on_advance": hand.among([None, *(each.ref for each in hand.state.advances.open)], ("v9", "")),
        }
    advances = hand.state.advances.open
    if advances and hand.random.randrange(4) == 0:
        advance = hand.one(advances)
        laid |= {"player": advance.player, "on_advance": advance.ref, "amount": hand.one((0, laid["amount"]))}
    return laid


@draws(c.PlaceBet)
def _place(hand: Hand) -> c.PlaceBet:
    chips = _chips(hand)
    called = hand.random.randrange(8) == 0
    return c.PlaceBet(**chips, called=called, repeated=_repeated(hand, chips["bet"], called=called))


@draws(c.FindExcess)
def _find(hand: Hand) -> c.FindExcess:
    chips = _chips(hand)
    return c.FindExcess(
        **(chips | {"amount": hand.among((chips["amount"], 100 * hand.limits.minimum), (0,))})
    )


@draws(c.SeeLateBet)
def _see_late(hand: Hand) -> c.SeeLateBet:
    return c.SeeLateBet(player=hand.player(), bet=hand.bet(), amount=hand.amount())


@draws(c.AcceptLateBet)
def _accept_late(hand: Hand) -> c.AcceptLateBet:
    rule = hand.rulebook.late_bets
    chips = _chips(hand)
    repeated = hand.among((("employee", "chief"),), ((), ("chief",)))
    return c.AcceptLateBet(
        bet=c.PlaceBet(**chips, repeated=repeated),
        signatures=hand.signatures([rule.accepted_by] if rule else ["chef_de_table"]),
    )


@draws(c.RefuseLateBet)
def _refuse_late(hand: Hand) -> c.RefuseLateBet:
    return c.RefuseLateBet(player=hand.player(), bet=hand.bet(), amount=hand.amount(), reason=hand.words())


@draws(c.RefuseAnnouncement)
def _refuse_announcement(hand: Hand) -> c.RefuseAnnouncement:
    reasons = get_args(AnnouncementRefusal)
    return c.RefuseAnnouncement(
        player=hand.player(),
        announcement=hand.among((hand.bet(), hand.words()), ("", "x" * 200)),
        amount=hand.one((0, hand.amount())),
        reason=hand.one(reasons),
        words=hand.words(),
    )


@draws(c.WithdrawBet)
def _withdraw(hand: Hand) -> c.WithdrawBet:
    return c.WithdrawBet(ref=hand.bet_ref())


@draws(c.LiftStakes)
def _lift(hand: Hand) -> c.LiftStakes:
    return c.LiftStakes(player=hand.player(), laid_too=hand.flag())


@draws(c.RepeatBets)
def _repeat(hand: Hand) -> c.RepeatBets:
    return c.RepeatBets(player=hand.player(), repeated=_repeated(hand, "tiers"))


@draws(c.DoubleBets)
def _double(hand: Hand) -> c.DoubleBets:
    return c.DoubleBets(player=hand.player(), repeated=_repeated(hand, "tiers"))


@draws(c.MoveBet)
def _move(hand: Hand) -> c.MoveBet:
    bet = hand.bet()
    return c.MoveBet(ref=hand.bet_ref(), bet=bet, distance=hand.one((None, 1)), repeated=_repeated(hand, bet))


@draws(c.ReplayBet)
def _replay(hand: Hand) -> c.ReplayBet:
    return c.ReplayBet(
        ref=hand.bet_ref(), replay=hand.among(hand.rulebook.replays, ("parol", "nosuch", "a-completare"))
    )


@draws(c.ChoosePrison)
def _choose(hand: Hand) -> c.ChoosePrison:
    asked = [pending.stake.ref for pending in hand.state.choices]
    moves = [f"move:{chance}" for chance in EVEN_CHANCES]
    choice = hand.among(("stay", "partage", *moves), ("", "move:", "move:plein:7", "leave", "move:nosuch"))
    return c.ChoosePrison(ref=hand.among(asked, (hand.bet_ref(),)), choice=choice)


@draws(c.ReconstituteBets)
def _reconstitute(hand: Hand) -> c.ReconstituteBets:
    bets = (c.PutBack(ref=hand.bet_ref(), bet=hand.bet()) for _ in range(hand.among((1, 2), (0,))))
    return c.ReconstituteBets(
        bets=tuple(bets), basis=hand.one(("staff", "technical", "player")), decided_by=hand.person()
    )
