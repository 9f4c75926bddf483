"""What is set aside of a win that nobody claims is what the payout sheet's line says: to the last minor unit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settlement.payout.engine import settle_coup
from settlement.payout.lines import Stake
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import every_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.winning_chips import win_of

HOUSES = sorted(rulebooks())


@pytest.mark.clause("it-venezia/general-8")
@pytest.mark.clause("it-campione/19")
@pytest.mark.parametrize("house", HOUSES)
@given(data=st.data())
def test_win_and_stake_of_any_bet_at_any_number_are_those_of_its_line(
    house: str, data: st.DataObject
) -> None:
    rulebook = get_rulebook(house)
    bet = data.draw(st.sampled_from(every_bet(rulebook)))
    pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
    amount = pieces * data.draw(st.integers(1, 1_000_000))
    number = data.draw(st.integers(0, 36))
    stake = Stake(ref="b1", player="P1", bet=bet, amount=amount)
    (line,) = settle_coup(rulebook, [stake], number).lines
    win = win_of(rulebook, bet.code, amount, number, wheel=rulebook.first_wheel)
    if line.outcome == "won":
        assert win is not None
        assert (win.stake, win.prize) == (line.returned, line.prize)
        chips = [chip.bet for chip in line.chips if chip.outcome == "won"] or [line.bet]
        assert {code.partition(":")[0] for code in chips} == set(win.kinds)
    else:
        assert win is None
