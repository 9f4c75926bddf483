"""Chips of colours drawn at random: bought, presented, redeemed, late, foreign."""

from tables.play import commands as c
from tables.play.colours.chips_out import chips_out
from testkit.random_days.drawing import COLOURS, Hand, draws

ODD_COUNTS = (0, -1, 1000)


def _colour(hand: Hand) -> str:
    return hand.among((each.colour for each in hand.state.colours.in_play), (*COLOURS, "nosuch", ""))


def _count(hand: Hand, colour: str) -> int:
    own = hand.state.colours.of(colour)
    out = chips_out(hand.state, own, hand.rulebook) if own else hand.state.colours.late.get(colour, 0)
    return hand.among((out, max(out - 1, 0)), (*ODD_COUNTS, out + 1))


@draws(c.AssignColour)
def _assign(hand: Hand) -> c.AssignColour:
    minimum = hand.limits.minimum
    return c.AssignColour(
        player=hand.player(),
        colour=hand.among(hand.state.colours.free, (*COLOURS, "nosuch", "")),
        value=hand.among((minimum, 2 * minimum), (0, -minimum, minimum + 1, 10**9)),
        count=hand.among((5, 20, 40), ODD_COUNTS),
    )


@draws(c.BuyMoreChips)
def _buy(hand: Hand) -> c.BuyMoreChips:
    minimum = hand.limits.minimum
    return c.BuyMoreChips(
        colour=_colour(hand),
        count=hand.among((1, 5, 20), ODD_COUNTS),
        value=hand.among((None, minimum), (2 * minimum, 0, 7)),
    )


@draws(c.PresentChips)
def _present(hand: Hand) -> c.PresentChips:
    late = bool(hand.state.colours.late) and hand.random.randrange(2) == 0
    colour = hand.among(hand.state.colours.late, (_colour(hand),)) if late else _colour(hand)
    return c.PresentChips(colour=colour, count=_count(hand, colour), late=late, player=hand.one(("", "P4")))


@draws(c.RedeemColour)
def _redeem(hand: Hand) -> c.RedeemColour:
    counted = [each for each in hand.state.colours.presented if not each.late]
    if counted and hand.makes_sense():
        presented = hand.one(counted)
        return c.RedeemColour(colour=presented.colour, count=presented.count, accepted=hand.flag(True))
    colour = _colour(hand)
    return c.RedeemColour(colour=colour, count=_count(hand, colour), accepted=hand.flag(True))


@draws(c.RedeemLateChips)
def _redeem_late(hand: Hand) -> c.RedeemLateChips:
    counted = [each for each in hand.state.colours.presented if each.late]
    if counted and hand.makes_sense():
        presented = hand.one(counted)
        return c.RedeemLateChips(colour=presented.colour, count=presented.count, accepted=hand.flag(True))
    colour = hand.among(hand.state.colours.late, (*COLOURS, ""))
    return c.RedeemLateChips(colour=colour, count=_count(hand, colour), accepted=hand.flag(True))


@draws(c.SeeForeignChips)
def _foreign(hand: Hand) -> c.SeeForeignChips:
    return c.SeeForeignChips(
        symbol=hand.among(("another",), ("", hand.state.colours.symbol)),
        player=hand.player(),
        count=hand.among((1, 3), ODD_COUNTS),
        where=hand.words(),
    )
