"""The chip bank is counted by two, and sells and redeems what the house has; a count that differs is explained."""

from typing import Any

import pytest
from msgspec.structs import replace

from settlement.bank import commands as c
from settlement.bank import events as e
from settlement.bank.decide import BankState, decide
from tables.money import Money
from tables.play.events import Person, Signature
from testkit.refusals import expect_refusal

DESK = Signature(person=Person(id="person/1", name="Desk"), role="cash_desk")
BOSS = Signature(person=Person(id="person/2", name="Boss"), role="pit_boss")
BOTH = (DESK, BOSS)
CHIPS = {"": {10_000: 50, 500: 200}}
NEW = BankState(day="2026-11-20", currency="EUR", stock={}, was_counted=False)
KNOWN = replace(NEW, stock=CHIPS, was_counted=True)
WITH_SERIES = BankState(
    day="2026-11-20",
    currency="CHF",
    stock={"B": {10_000: 50}},
    was_counted=True,
    in_play=("B",),
    ended=("A",),
    values=(500, 10_000),
)


def count(chips: dict[str, dict[int, int]], **more: Any) -> c.CountBank:
    return c.CountBank(currency="EUR", by_series=chips, **{"signatures": BOTH, **more})


def test_the_first_count_needs_no_words_and_says_that_it_is_the_first() -> None:
    counted = decide(replace(NEW, stock={"": {10_000: -5}}), count(CHIPS))
    assert isinstance(counted, e.BankCounted)
    assert (counted.first, counted.total, counted.expected) == (True, 600_000, {"": {10_000: -5}})


def test_a_count_that_agrees_needs_no_words() -> None:
    counted = decide(KNOWN, count(CHIPS))
    assert isinstance(counted, e.BankCounted)
    assert (counted.first, counted.expected) == (False, CHIPS)


@pytest.mark.parametrize("found", [{"": {10_000: 49, 500: 200}}, {"": {10_000: 49, 500: 220}}])
def test_a_count_that_differs_says_what_is_known_of_it(found: dict[str, dict[int, int]]) -> None:
    with expect_refusal("bank-count-differs-without-reason"):
        decide(KNOWN, count(found))
    counted = decide(KNOWN, count(found, reason=" one was torn "))
    assert isinstance(counted, e.BankCounted)
    assert counted.reason == "one was torn"


@pytest.mark.parametrize(
    ("signed", "code", "because"),
    [
        ((), "signature-missing", {"subject": "bank-counted", "role": "cash_desk"}),
        ((DESK,), "second-signature-missing", {"subject": "count-of-bank"}),
        ((BOSS,), "signature-missing", {"subject": "bank-counted", "role": "cash_desk"}),
    ],
)
def test_a_count_is_signed_by_the_desk_and_another(
    signed: tuple[Signature, ...], code: str, because: dict[str, Any]
) -> None:
    with expect_refusal(code, **because):
        decide(NEW, count(CHIPS, signatures=signed))


def test_the_desk_sells_what_there_is_and_redeems_what_comes() -> None:
    sold = decide(KNOWN, c.SellChips(currency="EUR", by_series={"": {10_000: 50}}, signatures=(DESK,)))
    assert isinstance(sold, e.ChipsSold) and sold.total == 500_000
    redeemed = decide(KNOWN, c.RedeemChips(currency="EUR", by_series={"": {10_000: 51}}, signatures=(DESK,)))
    assert isinstance(redeemed, e.ChipsRedeemed)
    with expect_refusal("bank-lacks-chips", limit=50, value=51) as refused:
        decide(KNOWN, c.SellChips(currency="EUR", by_series={"": {10_000: 51}}, signatures=(DESK,)))
    assert (refused.value.limit, refused.value.value) == (50, 51)


@pytest.mark.parametrize("command", [c.SellChips, c.RedeemChips])
def test_nobody_but_the_desk_sells_and_redeems(command: type[c.SellChips]) -> None:
    with expect_refusal("signature-missing"):
        decide(KNOWN, command(currency="EUR", by_series=CHIPS, signatures=(BOSS,)))


@pytest.mark.parametrize(
    ("chips", "code", "because"),
    [
        ({}, "no-chips-named", {}),
        ({"B": {}}, "no-chips-named", {}),
        ({"B": {10_000: 0}}, "no-chips-named", {}),
        ({"B": {-500: 2}}, "no-chips-named", {}),
        ({"": {500: 2}}, "bank-series-not-dealt-in", {"series": ""}),
        ({"C": {500: 2}}, "bank-series-not-dealt-in", {"series": "C"}),
        ({"B": {700: 2}}, "no-chips-of-value", {"amount": Money(700, "CHF")}),
    ],
)
@pytest.mark.parametrize("command", [c.CountBank, c.SellChips, c.RedeemChips])
def test_foreign_chips_are_neither_counted_nor_sold(
    chips: dict[str, dict[int, int]], code: str, because: dict[str, Any], command: type[c.SellChips]
) -> None:
    with expect_refusal(code, **because):
        decide(WITH_SERIES, command(currency="CHF", by_series=chips, signatures=BOTH))


@pytest.mark.clause("it-campione/20")
def test_an_ended_series_is_counted_but_neither_sold_nor_redeemed_for_money() -> None:
    old = {"A": {500: 3}}
    for command in (c.SellChips, c.RedeemChips):
        with expect_refusal("bank-series-not-dealt-in", series="A", known=("B",)):
            decide(WITH_SERIES, command(currency="CHF", by_series=old, signatures=BOTH))
    assert decide(WITH_SERIES, replace(count(old | WITH_SERIES.stock, reason="found"), currency="CHF"))


def test_a_house_without_series_tells_none() -> None:
    with expect_refusal("series-not-told-apart"):
        decide(NEW, count({"B": {500: 2}}))
