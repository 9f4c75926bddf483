"""What is held of a coup may end on a later day: its sheet says so also when both days are derived in one go."""

from datetime import timedelta

import pytest

from settlement.models import PayoutSheet
from tables.play import commands as c
from tables.stream import rebuild
from testkit.house import OpenHouse


@pytest.mark.clause("it-venezia/general-8")
def test_a_win_claimed_on_the_next_day_is_claimed_after_a_rebuild(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    bet = c.PlaceBet(player="Ann", bet="pair", amount=500)
    for played in (c.AnnounceBetsOpen(), bet, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=20)):
        house.do(played)
    for ended in (c.SeeUnclaimed(coup=1, refs=("b1",)), c.ConfirmPayments(), c.CloseTable()):
        house.do(ended)
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    house.do(c.ClaimHeld(ref="h1", by="Ann"))
    (rebuilt,) = rebuild("payout_sheet", casino_id)
    assert (rebuilt.removed, rebuilt.added) == (0, 0)
    assert PayoutSheet.objects.get(casino_id=casino_id).unclaimed["b1"]["standing"] == "claimed"
