"""What is credited to the seats of a live table is what their payout sheet comes to."""

import pytest

from settlement.sheets import sheet
from tables.play import commands as c
from tables.play.events import SeatBet
from testkit.house import OpenHouse


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
    corrected: tuple[tuple[int, tuple[c.Command, ...]], ...] = (
        (27, ()),
        (33, (c.DeclareNumber(number=33, coup=1), c.ResolveDiscrepancy(number=33, reason="seen"))),
    )
    for number, say in corrected:
        for each in say:
            house.do(each)
        found = sheet(casino_id, "LV1", house.day, 1)
        assert found is not None
        assert found.number == number
        assert house.state.live.seats["P1"].balance == 4250 + found.total_prize + found.total_returned
