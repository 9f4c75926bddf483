"""The rows of the chip bank are derived from its stream, from slips and from series; whatever is pressed twice, or at
once, happens once; and the ledger has as much at the bank as the stock is worth."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from settlement.bank import commands as c
from settlement.bank.pieces import worth
from settlement.bank_aggregate import BankAggregate, stock_of
from settlement.ledger.accounts import Account
from settlement.models import BankEntry, LedgerEntry
from settlement.slips import commands as slips
from settlement.tests.test_slips_at_the_door import CARRY, DESK, HAND_OVER, ISSUE, RECEIVE, VOID, ask, say
from tables.handling import handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.play.events import Person, Signature
from tables.refusal import Refused
from tables.registers import chip_series_commands as series
from tables.stream import IdempotencyConflict
from testkit.house import BOSS, OpenHouse
from testkit.refusals import expect_refusal
from testkit.stream import ProjectionContract

PIT = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
BOTH = (DESK, PIT)
OF_B = {"B": {10_000: 90, 500: 400}}
COUNT = c.CountBank(currency="CHF", by_series=OF_B, signatures=BOTH)
SELL = c.SellChips(currency="CHF", by_series={"B": {500: 10}}, signatures=(DESK,))


def at_bank(house: OpenHouse, command: c.AnyAtTheBank, key: str | None = None) -> None:
    handle(BankAggregate(house.casino_id), command, by=BOSS, now=house.now, idempotency_key=key)


def with_series(casino_id: int) -> OpenHouse:
    """A house with a series, of which 100 of 100 and 500 of 5 were issued."""
    house = OpenHouse(casino_id, "it-campione")
    chips = series.IntroduceSeries(series="B", pieces={10_000: 100, 500: 500})
    handle(SeriesAggregate(casino_id), chips, by=BOSS, now=house.now)
    return house


def much_happens(casino_id: int) -> OpenHouse:
    """A bank that is counted, sells and redeems; a fill that comes, one that is voided, a credit; chips exchanged."""
    house = with_series(casino_id)
    say(house, ask(house).number, ISSUE)
    at_bank(house, COUNT)
    at_bank(house, SELL)
    at_bank(house, c.RedeemChips(currency="CHF", by_series={"B": {10_000: 1}}, signatures=(DESK,)))
    say(house, ask(house).number, ISSUE, CARRY, RECEIVE)
    say(house, ask(house).number, ISSUE, VOID)
    credit = ask(house, "credit").number
    one_less = slips.ReceiveSlip(pieces={500: 19, 10_000: 5}, reason="one is missing", signatures=(DESK,))
    say(house, credit, ISSUE, HAND_OVER, one_less)
    for command in (
        series.IntroduceSeries(series="C", pieces={1_000: 300}),
        series.EndSeries(series="B"),
        series.ExchangeChips(series="B", into="C", pieces={10_000: 2}, given={1_000: 20}),
        series.WithdrawChips(series="B", pieces={500: 100}),
    ):
        handle(SeriesAggregate(casino_id), command, by=BOSS, now=house.now)
    found = {"B": {500: 200}, "C": {1_000: 280}}
    at_bank(house, c.CountBank(currency="CHF", by_series=found, reason="as found", signatures=BOTH))
    return house


class TestChipBank(ProjectionContract):
    projection = "chip_bank"

    def write_history(self, casino_id: int) -> None:
        much_happens(casino_id)


@pytest.mark.django_db
@pytest.mark.clause("it-campione/20")
def test_the_ledger_has_as_much_at_the_bank_as_its_stock_is_worth(casino_id: int) -> None:
    house = with_series(casino_id)
    assert bank_by_the_ledger(house) == worth(stock_of(casino_id, "CHF")) == 1_250_000
    house = much_happens(casino_id + 1)
    assert stock_of(house.casino_id, "CHF") == {"B": {500: 200}, "C": {1_000: 280}}
    assert bank_by_the_ledger(house) == worth(stock_of(house.casino_id, "CHF"))


def bank_by_the_ledger(house: OpenHouse) -> int:
    entries = LedgerEntry.objects.filter(casino_id=house.casino_id, account=Account.BANK)
    return sum(entries.values_list("amount", flat=True))


@pytest.mark.django_db
def test_chips_of_an_exchange_are_out_of_circulation_and_others_left_the_bank(casino_id: int) -> None:
    house = with_series(casino_id)
    for command in (
        series.IntroduceSeries(series="C", pieces={1_000: 300}),
        series.EndSeries(series="B"),
        series.ExchangeChips(series="B", into="C", pieces={10_000: 2}, given={1_000: 20}),
    ):
        handle(SeriesAggregate(casino_id), command, by=BOSS, now=house.now)
    assert stock_of(casino_id, "CHF") == {"B": {10_000: 100, 500: 500}, "C": {1_000: 280}}
    with expect_refusal("exchange-not-value-for-value"):
        handle(
            SeriesAggregate(casino_id),
            series.ExchangeChips(series="B", into="C", pieces={10_000: 2}, given={1_000: 19}),
            by=BOSS,
            now=house.now,
        )


@pytest.mark.django_db
def test_the_same_key_gives_the_first_outcome_and_another_command_is_a_conflict(casino_id: int) -> None:
    house = with_series(casino_id)
    at_bank(house, COUNT, "k")
    at_bank(house, COUNT, "k")
    assert BankEntry.objects.filter(casino_id=casino_id).count() == 1
    with pytest.raises(IdempotencyConflict):
        at_bank(house, SELL, "k")


@pytest.mark.django_db(transaction=True)
def test_ten_sales_at_once_sell_no_more_than_there_is(casino_id: int) -> None:
    house = with_series(casino_id)
    at_bank(house, COUNT)
    all_of_them = c.SellChips(currency="CHF", by_series={"B": {10_000: 45}}, signatures=(DESK,))

    def sell(place: int) -> bool:
        try:
            handle(BankAggregate(casino_id), all_of_them, by=BOSS, now=house.now + timedelta(seconds=place))
        except Refused:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(5) as desks:
        assert sum(desks.map(sell, range(10))) == 2
    assert stock_of(casino_id, "CHF") == {"B": {500: 400}}
