"""The voisins of the live table are of seven equal chips, as its source writes, or of nine, as is usual."""

import pytest

from tables.play import commands as c
from tables.play.events import SeatBet
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.clause("it-live/announced")


@pytest.fixture
def live() -> DayInHand:
    day = DayInHand(get_rulebook("it-live"))
    day.do(c.BuyIn(seat="P1", amount=20_000), c.AnnounceBetsOpen())
    return day


def laid(live: DayInHand, bet: str, amount: int) -> str:
    live.do(c.ConfirmBets(seat="P1", bets=(SeatBet(bet=bet, amount=amount),)))
    return live.state.bets[0].bet


@pytest.mark.parametrize(
    ("bet", "amount", "code"),
    [
        ("voisins", 900, "voisins"),
        ("voisins", 700, "voisins:7-chips"),
        ("voisins", 6_300, "voisins"),
        ("voisins:7-chips", 6_300, "voisins:7-chips"),
        ("Voisins du zéro 7 gettoni", 700, "voisins:7-chips"),
    ],
)
def test_an_amount_makes_as_many_chips_as_it_divides_into(
    live: DayInHand, bet: str, amount: int, code: str
) -> None:
    assert laid(live, bet, amount) == code


@pytest.mark.parametrize(
    ("bet", "amount"), [("voisins", 1_000), ("voisins:7-chips", 900), ("voisins:9-chips", 700)]
)
def test_an_amount_that_makes_neither_is_refused(live: DayInHand, bet: str, amount: int) -> None:
    with expect_refusal("amount-does-not-divide", clause="it-live/announced"):
        laid(live, bet, amount)


@pytest.mark.parametrize(
    ("code", "amount", "prize"), [("voisins", 900, 1_600), ("voisins:7-chips", 700, 800)]
)
def test_seven_chips_win_on_the_carre_as_one_and_nine_as_two(
    live: DayInHand, code: str, amount: int, prize: int
) -> None:
    laid(live, code, amount)
    balance = live.state.live.seats["P1"].balance
    live.do(c.CloseBets(), c.DeclareNumber(number=26))
    back = live.state.live.seats["P1"].balance - balance
    assert back == prize + (200 if code == "voisins" else 100)
