"""Announced bets come with their amount, each time anew: nothing of them stands for the next coup by itself."""

import pytest

from tables.play import commands as c
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


@pytest.fixture
def campione() -> DayInHand:
    return DayInHand(get_rulebook("it-campione"))


def announced(bet: str, amount: int) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=bet, amount=amount)


@pytest.mark.clause("it-campione/17")
@pytest.mark.parametrize("bet", ["tiers", "voisins", "orphelins", "finale:1", "finale-cheval:3-6"])
@pytest.mark.parametrize("amount", [0, -600])
def test_an_announcement_without_its_amount_is_refused(campione: DayInHand, bet: str, amount: int) -> None:
    campione.do(c.AnnounceBetsOpen())
    with expect_refusal("announced-without-amount-or-advance", bet=bet) as refused:
        campione.do(announced(bet, amount))
    assert (refused.value.clause, refused.value.value) == ("it-campione/17", amount)


@pytest.mark.clause("it-campione/18")
@pytest.mark.parametrize("number", [5, 1])
def test_a_habitual_game_is_announced_each_time_with_its_amount(campione: DayInHand, number: int) -> None:
    campione.coup(number, announced("tiers", 3000))
    campione.do(c.AnnounceBetsOpen())
    assert not campione.state.bets, "nothing of it stands, won or lost"
    with expect_refusal("announced-without-amount-or-advance"):
        campione.do(announced("tiers", 0))
    campione.do(announced("tiers", 3000))
    assert [(bet.ref, bet.bet, bet.amount) for bet in campione.state.bets] == [("b2", "tiers", 3000)]


@pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))
def test_no_house_takes_an_announcement_without_its_amount(rulebook: Rulebook) -> None:
    day = DayInHand(rulebook)
    day.do(c.AnnounceBetsOpen())
    bet = "complete:17" if "complete" in rulebook.announced else "tiers"
    code = "announced-without-amount-or-advance" if rulebook.advances else "announced-without-amount"
    with expect_refusal(code, bet=bet) as refused:
        day.do(announced(bet, 0))
    assert refused.value.clause == rulebook.announced[bet.partition(":")[0]].clause
