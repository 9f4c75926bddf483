"""What a bet wins is its winning chips and their prizes, to the last minor unit: by hand, beside the engine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import every_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.stake import Stake

HOUSES = sorted(rulebooks())


@pytest.mark.clause("it-venezia/general-8")
@pytest.mark.clause("it-campione/19")
@pytest.mark.clause("it-live/result")
@pytest.mark.parametrize("house", HOUSES)
@given(data=st.data())
def test_win_and_stake_of_any_bet_at_any_number_are_those_of_its_winning_chips(
    house: str, data: st.DataObject
) -> None:
    rulebook = get_rulebook(house)
    bet = data.draw(st.sampled_from(every_bet(rulebook)))
    laid = bet.chips if isinstance(bet, AnnouncedBet) else ((bet, 1),)
    value = data.draw(st.integers(1, 1_000_000))
    number = data.draw(st.integers(0, 36))
    amount = value * sum(weight for _, weight in laid)
    stake = Stake(ref="b1", player="P1", bet=bet.code, amount=amount)
    (line,) = settle_coup(rulebook, [stake], number).lines
    won = [(chip, weight * value) for chip, weight in laid if number in chip.numbers]
    odds = [rulebook.bets[chip.kind].odds for chip, _ in won]
    prizes = [
        -(-laid_there * each.numerator // each.denominator)
        for (_, laid_there), each in zip(won, odds, strict=True)
    ]
    assert (line.outcome == "won") == bool(won)
    assert line.prize == sum(prizes)
    assert line.kinds_won == {chip.kind for chip, _ in won}
    if won:
        assert line.returned == sum(laid_there for _, laid_there in won)
