"""A dispute that pays after the books are closed: the float that was handed on stays as it was counted, the cash desk
pays, and the day's win, its kept figures and the sums of its month have it."""

from datetime import timedelta

import pytest
from django.db.models import Sum

from settlement.day_ledger import ledger_of_table
from settlement.figures.figures import counted
from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry, PayoutSheet
from tables.play import commands as c
from tables.play.direction.events import Moment
from tables.play.events import Person, Signature
from testkit.house import OpenHouse
from testkit.play import DIRECTOR
from testkit.refusals import expect_refusal
from testkit.stream import ProjectionContract

BOSS = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
DESK = Signature(person=Person(id="person/2", name="Desk"), role="cash_desk")
DAY = "2026-11-20"
PIECES = {10_000: 20}


def count(house: OpenHouse, moment: Moment) -> None:
    house.do(c.CountFloat(moment=moment, pieces=PIECES, signatures=(BOSS, DESK)))


def closed(casino_id: int) -> OpenHouse:
    """A day of Venice with one coup, counted at both ends, and closed."""
    house = OpenHouse(casino_id, "it-venezia")
    count(house, "opening")
    house.coup(17, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    count(house, "closing")
    house.do(c.CloseTable())
    return house


def pays(house: OpenHouse, amount: int) -> None:
    house.do(c.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    decided = c.DecideDispute(
        dispute="d1", outcome="pay", amount=amount, reason="camera 3", signatures=(DIRECTOR,)
    )
    house.do(decided, now=house.now + timedelta(hours=1))


def at(house: OpenHouse, account: Account) -> int:
    entries = LedgerEntry.objects.filter(casino_id=house.casino_id, account=account)
    return entries.aggregate(sum=Sum("amount"))["sum"] or 0


@pytest.mark.django_db
@pytest.mark.clause("it-venezia/general-12")
def test_the_cash_desk_pays_and_the_float_stays_as_it_was_counted(casino_id: int) -> None:
    house = closed(casino_id)
    before, counted_float = ledger_of_table(casino_id, "T1", DAY), at(house, Account.FLOAT)
    pays(house, 17_500)
    after = ledger_of_table(casino_id, "T1", DAY)
    assert before is not None and after is not None
    assert at(house, Account.FLOAT) == counted_float == 200_000
    assert at(house, Account.DESK) == -17_500
    assert after.after_closing == counted(-17_500)
    assert before.win.amount is not None
    assert after.win.amount == before.win.amount - 17_500
    assert after.closing == before.closing


@pytest.mark.django_db
def test_the_sheet_of_its_coup_has_it_and_all_entries_come_to_nothing(casino_id: int) -> None:
    house = closed(casino_id)
    pays(house, 17_500)
    (adjusted,) = PayoutSheet.objects.get(casino_id=casino_id, table="T1", day=DAY, coup=1).adjustments
    assert (adjusted["dispute"], adjusted["amount"]) == ("d1", 17_500)
    entry = LedgerEntry.objects.get(casino_id=casino_id, account=Account.DESK)
    assert (entry.reason, entry.day, entry.table) == ("dispute-decided:d1", DAY, "T1")
    assert not LedgerEntry.objects.filter(casino_id=casino_id).aggregate(sum=Sum("amount"))["sum"]


@pytest.mark.django_db
def test_the_next_day_waits_for_the_decision_and_opens_with_what_was_counted(casino_id: int) -> None:
    house = closed(casino_id)
    house.do(c.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    with expect_refusal("last-day-disputed", disputes=("d1",), day="2026-11-20"):
        house.open("2026-11-21")
    house.do(c.DecideDispute(dispute="d1", outcome="none", reason="camera 3", signatures=(DIRECTOR,)))
    house.open("2026-11-21")
    assert house.state.direction.float_handed_on == 200_000


class TestTheLedgerWithADisputeAfterTheClosing(ProjectionContract):
    projection = "payout_sheet"

    def write_history(self, casino_id: int) -> None:
        pays(closed(casino_id), 17_500)
        another = OpenHouse(casino_id, "it-venezia", table="T2")
        another.do(c.AnnounceBetsOpen())
        another.do(c.PlaceBet(player="P1", bet="noir", amount=2_000))
