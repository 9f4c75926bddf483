"""Colours are judged again by each sign: a chip is worth the minimum or a whole multiple, up to the pleno's maximum."""

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play.colours.questions import unplayable
from tables.roulette.limits import limits_for
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

CLAUSE = pytest.mark.clause("pt-americana/9-11")


def opened(value: int) -> DayInHand:
    """A table with a minimum of 5, at which P1 has yellow chips of this value."""
    day = DayInHand(get_rulebook("pt-americana"), opened=False)
    day.do(replace(opening(day.rulebook), chip_symbol="star", chip_colours={"yellow": 200, "blue": 200}))
    day.do(c.AssignColour(player="P1", colour="yellow", value=value, count=40), c.AnnounceBetsOpen())
    return day


def minimum(day: DayInHand, to: int) -> None:
    day.do(c.ChangeLimits(limits=limits_for(day.rulebook, to), players_told=True, sign_changed=True))


def bet(chips: int, day: DayInHand) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet="rouge", amount=chips * day.state.colours.in_play[0].value)


@CLAUSE
@pytest.mark.parametrize(
    ("value", "to", "code", "limit"),
    [
        (500, 1_000, "colour-below-minimum", 1_000),
        (1_500, 1_000, "colour-no-multiple-of-minimum", 1_000),
        (2_500, 1_000, "colour-no-multiple-of-minimum", 1_000),
        (5_000, 250, "colour-over-maximum-value", 2_500),
    ],
)
def test_colour_that_the_new_sign_does_not_allow_is_not_played_nor_sold(
    value: int, to: int, code: str, limit: int
) -> None:
    day = opened(value)
    day.do(bet(4, day), c.WithdrawBet(ref="b1"))
    minimum(day, to)
    assert unplayable(day.state, day.state.colours.in_play[0], day.rulebook) is not None
    for refused_command in (bet(4, day), c.BuyMoreChips(colour="yellow", count=1)):
        with expect_refusal(
            code,
            clause="pt-americana/9-11",
            colour="yellow",
            value=Money(value, "EUR"),
            limit=Money(limit, "EUR"),
        ):
            day.do(refused_command)


@CLAUSE
@pytest.mark.parametrize(("value", "to"), [(1_000, 1_000), (3_000, 1_000), (2_500, 250), (5_000, 500)])
def test_colour_that_the_new_sign_allows_is_played_on(value: int, to: int) -> None:
    day = opened(value)
    minimum(day, to)
    day.do(bet(1, day), c.BuyMoreChips(colour="yellow", count=1))


@CLAUSE
def test_colour_gets_another_value_once_all_its_chips_are_handed_back() -> None:
    day = opened(1_500)
    minimum(day, 1_000)
    day.do(
        c.PresentChips(colour="yellow", count=40), c.RedeemColour(colour="yellow", count=40, accepted=True)
    )
    day.do(c.AssignColour(player="P1", colour="yellow", value=2_000, count=10))
    day.do(bet(1, day))
    assert day.state.bets[0].chip == 2_000


@pytest.mark.clause("pt-americana/9-11", "pt-americana/28")
def test_parol_in_a_colour_that_the_sign_does_not_allow_any_more_is_refused() -> None:
    day = opened(1_500)
    day.do(c.PlaceBet(player="P1", bet="tiers", amount=6 * 1_500), c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=5))
    minimum(day, 1_000)
    with expect_refusal("colour-no-multiple-of-minimum", clause="pt-americana/9-11"):
        day.do(c.ReplayBet(ref="b1", replay="parol"))


@CLAUSE
def test_stake_that_lies_in_such_a_colour_plays_and_wins() -> None:
    day = opened(1_500)
    day.do(bet(2, day))
    minimum(day, 1_000)
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=1))
    assert [(each.bet, each.amount) for each in day.state.settled_bets] == [("rouge", 3_000)]
    assert day.state.payments_open == (1,)
