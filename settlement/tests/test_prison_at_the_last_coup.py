"""A stake that ends in prison with the last coup: its line, the float and the day's ledger follow."""

from collections.abc import Iterator

import pytest

from settlement.figures.figures import counted, estimated
from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry, PayoutSheet
from settlement.tests.day_at_a_table import WORTH, count, coup, ledger
from tables.play import commands as c
from tables.stream import rebuild
from testkit.house import OpenHouse
from testkit.rulebooks import SEVENTH, known_folder

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(casino_id: int) -> Iterator[OpenHouse]:
    with known_folder(SEVENTH.parent):
        house = OpenHouse(casino_id, "seventh")
        count(house, "opening")
        coup(house, 17, ("P2", "plein:16", 2_000))
        coup(house, 0, ("P1", "rouge", 10_000), ("P2", "noir", 3_000), ("P3", "plein:5", 2_000))
        yield house


def line(house: OpenHouse, ref: str) -> dict[str, object]:
    sheet = PayoutSheet.objects.get(casino_id=house.casino_id, coup=2)
    assert sheet.total_stake - sheet.total_returned - sheet.total_held == sum(
        each["stake"] - each["returned"] - each["held"] for each in sheet.lines
    )
    return next(each for each in sheet.lines if each["ref"] == ref)


def test_its_line_says_that_it_was_divided_and_the_bank_has_its_half(house: OpenHouse) -> None:
    assert line(house, "b2")["held"] == 10_000
    count(house, "closing", {1_000: 230, 500: 1})
    house.do(c.CloseTable())
    divided = line(house, "b2")
    assert (divided["outcome"], divided["returned"], divided["held"]) == ("divided", 5_000, 0)
    assert divided["clause"] == "seventh/4"
    assert line(house, "b3")["returned"] == 1_500
    of_day = ledger(house)
    # Two stakes of 20 kroner were lost, and the halves of 100 and of 30.
    assert of_day.float_by_record == estimated(WORTH + 4_000 + 6_500, "opening count")
    assert of_day.closing == counted(230_500)
    assert of_day.float_difference == estimated(0, "opening count")
    assert of_day.by_bets == estimated(4_000 + 6_500, "bets")


def test_the_rows_are_the_same_when_they_are_derived_again(house: OpenHouse) -> None:
    count(house, "closing", {1_000: 230, 500: 1})
    house.do(c.CloseTable())
    before = line(house, "b2"), entries(house)
    rebuild("payout_sheet", house.casino_id)
    assert (line(house, "b2"), entries(house)) == before


def entries(house: OpenHouse) -> list[tuple[str, int]]:
    of_house = LedgerEntry.objects.filter(casino_id=house.casino_id, account=Account.FLOAT)
    return sorted(of_house.values_list("reason", "amount"))
