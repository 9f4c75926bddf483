"""What makes no sense is refused as well by the clause that it would be done by."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play.events import Ball
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

BET = c.PlaceBet(player="Ann", bet="rouge", amount=500)
Played = Callable[[DayInHand], None]


def betting(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), BET)


def closed(day: DayInHand) -> None:
    betting(day)
    day.do(c.LaunchBall(), c.CloseBets())


def at_zero(day: DayInHand) -> None:
    closed(day)
    day.do(c.DeclareNumber(number=0))


SENSELESS: dict[str, tuple[Played, c.Command, str]] = {
    "a bet of nobody": (betting, replace(BET, player=" "), "it-venezia/general-9"),
    "a bet for nobody": (betting, replace(BET, on_behalf_of=""), "it-venezia/general-9"),
    "a late bet of nothing": (
        closed,
        c.RefuseLateBet(player="Ann", bet="rouge", amount=0, reason="too late"),
        "it-venezia/phases",
    ),
    "a stake in prison moved off the even chances": (
        at_zero,
        c.ChoosePrison(ref="b1", choice="move:plein:7"),
        "it-venezia/prison",
    ),
    "bets opened while a coup is paid": (at_zero, c.AnnounceBetsOpen(), "it-venezia/payment-order"),
}


@pytest.mark.parametrize("senseless", SENSELESS)
def test_senseless_request_is_refused_with_the_clause(senseless: str) -> None:
    played, command, clause = SENSELESS[senseless]
    day = DayInHand(get_rulebook("it-venezia"))
    played(day)
    with pytest.raises(Refused) as refused:
        day.do(command)
    assert refused.value.clause == clause


@pytest.mark.clause("pt-francesa/9")
def test_two_balls_of_one_letter_are_not_told_apart() -> None:
    rulebook = get_rulebook("pt-francesa")
    balls = tuple(Ball(name=letter, diameter_mm=20) for letter in "AAB")
    with expect_refusal("ball-named-twice", ball="A") as refused:
        DayInHand(rulebook, opened=False).do(replace(opening(rulebook), balls=balls))
    assert refused.value.clause == "pt-francesa/9"
