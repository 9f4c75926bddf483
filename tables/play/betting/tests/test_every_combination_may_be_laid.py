"""A player lays every cavalo, rua, quadro and linha that the cloth has, each within its own limit."""

from collections import Counter

import pytest

from tables.play import commands as c
from tables.refusal import LimitRefused
from tables.roulette.bets import every_bet
from tables.roulette.cloth import Bet
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

MULTIPLES = {"cheval": 60, "transversale": 14, "carre": 22, "quatre-premiers": 1, "sixain": 11}
"""How many there are of each: the cavalos of zero, its two ruas and the first four are among them."""


@pytest.mark.clause("pt-americana/26")
@pytest.mark.clause("pt-americana/24")
def test_all_combinations_are_laid_in_one_coup_and_none_over_its_limit() -> None:
    rulebook = get_rulebook("pt-americana")
    day = DayInHand(rulebook)
    there_are = [bet for bet in every_bet(rulebook) if isinstance(bet, Bet) and bet.kind in MULTIPLES]
    assert Counter(bet.kind for bet in there_are) == MULTIPLES
    least, most = rulebook.default_limits.minimum, rulebook.default_limits.maximums
    day.do(c.AnnounceBetsOpen(), *(c.PlaceBet(player="P1", bet=bet.code, amount=least) for bet in there_are))
    assert len(day.state.bets) == sum(MULTIPLES.values())
    for bet in there_are:
        with expect_refusal("over-maximum", clause="pt-americana/34", kind=LimitRefused, of=bet.kind):
            day.do(c.PlaceBet(player="P1", bet=bet.code, amount=most[bet.kind]))
