"""Even chances under their Italian names pay once their value, at every number."""

import pytest

from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.stake import Stake

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
WINS = {
    "rosso": RED,
    "nero": set(range(1, 37)) - RED,
    "pari": set(range(2, 37, 2)),
    "dispari": set(range(1, 37, 2)),
    "manque": set(range(1, 19)),
    "passe": set(range(19, 37)),
}


@pytest.mark.clause("it-campione/1")
@pytest.mark.parametrize("name", WINS)
def test_an_even_chance_pays_its_value_on_its_eighteen_numbers(name: str) -> None:
    rulebook = get_rulebook("it-campione")
    stake = Stake(ref="b1", player="P1", bet=parse_bet(name, rulebook).code, amount=2_500)
    for number in range(1, 37):
        (line,) = settle_coup(rulebook, [stake], number).lines
        won = number in WINS[name]
        assert (line.outcome, line.prize, line.returned) == (("won", 2_500, 2_500) if won else ("lost", 0, 0))
