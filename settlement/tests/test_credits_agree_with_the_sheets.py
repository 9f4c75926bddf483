"""What is credited to the seats of a live table is what their payout sheet comes to: the two are worked out apart."""

import pytest

from settlement.payout.engine import settle_coup
from settlement.payout.lines import Stake
from settlement.sheets import sheet
from tables.house.testing import OpenHouse
from tables.play import commands as c
from tables.play.events import SeatBet
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import positions
from tables.roulette.loader import get_rulebook
from tables.roulette.wheel import NUMBERS
from tables.roulette.winnings import credit

ANNOUNCED = ("tiers", "voisins", "orphelins", "voisins-de:8", "finale:7", "finale:0")


@pytest.mark.clause("it-live/result")
def test_every_bet_at_every_number_is_credited_as_its_line_says() -> None:
    rulebook = get_rulebook("it-live")
    codes = (*(bet.code for bet in positions(rulebook.reds) if bet.kind in rulebook.bets), *ANNOUNCED)
    bets = {code: parse_bet(code, rulebook, wheel="french") for code in codes}
    amounts = {code: 100 * getattr(bet, "pieces", 1) for code, bet in bets.items()}
    stakes = [Stake(ref=code, player="P1", bet=bet, amount=amounts[code]) for code, bet in bets.items()]
    for number in NUMBERS:
        for line in settle_coup(rulebook, stakes, number).lines:
            credited = credit(rulebook, line.ref, amounts[line.ref], number, "french")
            assert credited == line.prize + line.returned, (line.ref, number)


@pytest.mark.clause("it-live/result")
def test_a_number_and_another_one_that_stands_are_credited_as_the_sheet_is_amended(
    casino_id: int, db: None
) -> None:
    house = OpenHouse(casino_id, "it-live", table="LV1")
    bets = (
        SeatBet(bet="plein:27", amount=100),
        SeatBet(bet="tiers", amount=600),
        SeatBet(bet="noir", amount=50),
    )
    for command in (
        c.BuyIn(seat="P1", amount=5000),
        c.AnnounceBetsOpen(),
        c.ConfirmBets(seat="P1", bets=bets),
        c.CloseBets(),
        c.DeclareNumber(number=27, source="reader", game="1/1"),
    ):
        house.do(command)
    for number, say in (
        (27, ()),
        (33, (c.DeclareNumber(number=33, coup=1), c.ResolveDiscrepancy(number=33, reason="seen"))),
    ):
        for command in say:
            house.do(command)
        found = sheet(casino_id, "LV1", house.day, 1)
        assert found is not None
        assert found.number == number
        assert house.state.live.seats["P1"].balance == 4250 + found.total_prize + found.total_returned
