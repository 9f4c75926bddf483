"""The ledger of a simulated day, held against a sum over its raw events that knows nothing of sheets and entries."""

from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil, floor
from zoneinfo import ZoneInfo

import pytest

from settlement.day_entries import movements_of
from settlement.day_intervals import hours_of
from settlement.day_ledger import ledger_of_table
from settlement.figures.figures import counted, estimated
from settlement.ledger.accounts import Account
from settlement.table_ledger import TableLedger
from settlement.tests.raw_day import RawCloth, RawDay, read_raw
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from testkit.simulated_day import DAY_AFTER, SIMULATED_DAY, record_simulated_day

pytestmark = pytest.mark.django_db
DAY = SIMULATED_DAY
SEEDS, COUPS = (5, 8, 9, 20), 160
WHEEL = "french"


def simulated(casino_id: int, house: str, seed: int, coups: int = 40) -> TableLedger:
    """The ledger of a day made up at a table whose float is counted."""
    record_simulated_day(casino_id, house, coups=coups, seed=seed)
    ledger = ledger_of_table(casino_id, "RF1", DAY)
    assert ledger is not None
    return ledger


@pytest.mark.parametrize("house", rulebooks())
def test_the_hours_and_the_float_of_every_house_come_to_the_same(casino_id: int, house: str) -> None:
    ledger = simulated(casino_id, house, seed=3)
    hours = hours_of(casino_id, [ledger], now=DAY_AFTER, zone=ZoneInfo("Europe/Rome"))["RF1"]
    assert len(hours) > 1
    assert sum(hour.win.amount or 0 for hour in hours) == ledger.win.amount
    assert sum(hour.drop.amount or 0 for hour in hours) == ledger.drop.amount
    assert hours[-1].float.amount == (ledger.closing - ledger.colours_out).amount
    assert (ledger.float_by_record + ledger.float_difference).amount == ledger.closing.amount


@pytest.mark.parametrize("house", rulebooks())
def test_players_bring_cash_for_what_they_stake_and_the_win_is_about_what_the_bets_brought(
    casino_id: int, house: str
) -> None:
    ledger = simulated(casino_id, house, seed=3)
    taken, brought, turnover = (ledger.drop.amount, ledger.by_bets.amount, ledger.turnover.amount)
    assert taken and turnover and brought is not None and ledger.win.amount is not None
    assert abs(ledger.win.amount - brought) < turnover / 20


@pytest.mark.parametrize("house", rulebooks())
def test_the_ledgers_figures_are_those_of_the_raw_events(casino_id: int, house: str) -> None:
    """Over some days together all there is has happened; on each the ledger has the sums of its events."""
    rulebook, seen = get_rulebook(house), Counter[str]()
    for place, seed in enumerate(SEEDS):
        ledger = simulated(casino_id + place, house, seed, coups=COUPS)
        cloth = RawCloth(rulebook, WHEEL)
        raw = read_raw(casino_id + place, "RF1", DAY, [cloth])
        assert ledger.coups == len(cloth.coups) == COUPS
        the_chips_are_those_of(raw, cloth, ledger)
        assert ledger.held == counted(sum(raw.held.values()))
        assert dict(ledger.tips_by_shift) == raw.tips
        assert ledger.tips.amount == (sum(raw.tips.values()) if raw.tips else None)
        if rulebook.zero.prison is None:
            assert cloth.turnover() > 0
            assert ledger.turnover == counted(cloth.turnover())
            assert ledger.by_bets == estimated(cloth.brought(), "bets")
            the_theory_is_that_of(cloth, ledger)
            if rulebook.seats is None:
                assert moved_in_the_float(casino_id + place) == raw.moved_in_the_float(cloth)
        seen.update(raw.sums)
        seen.update({"drop": raw.drop, "tips": sum(raw.tips.values()), "boxes": len(raw.boxes)})
    assert [each for each in must_be_seen(rulebook) if not seen[each]] == []


def the_chips_are_those_of(raw: RawDay, cloth: RawCloth, ledger: TableLedger) -> None:
    """Counts, slips, colours and the drop, and the win that comes of them."""
    sums = raw.sums
    out = sums["colours bought"] - sums["colours redeemed"] - cloth.brought(of_a_colour=True)
    out -= cloth.paid_beside_colours()
    assert (ledger.opening, ledger.closing) == (counted(sums["opening"]), counted(sums["closing"]))
    assert (ledger.fills, ledger.credits) == (counted(sums["fills"]), counted(sums["credits"]))
    assert (ledger.closing_fills, ledger.closing_credits) == (counted(0), counted(0))
    assert (sums["fill received"], sums["credit received"]) == (sums["fills"], sums["credits"])
    assert ledger.colours_out == counted(out)
    assert ledger.drop == raw.as_far_as_counted(raw.drop)
    assert ledger.win == raw.as_far_as_counted(raw.win(out))


def the_theory_is_that_of(cloth: RawCloth, ledger: TableLedger) -> None:
    """The result in theory with its variance, exact, and 95 % of results about it, in whole minor units."""
    mean, variance = cloth.in_theory()
    assert ledger.played is not None and ledger.within is not None
    assert (ledger.played.result, ledger.played.variance) == (mean, variance)
    assert ledger.theoretical == counted(floor(mean + Fraction(1, 2)))
    with localcontext() as exactly:
        exactly.prec = 60
        middle, squared = (Decimal(each.numerator) / each.denominator for each in (mean, variance))
        away = Decimal("1.959964") * squared.sqrt()
        lower, upper = middle - away, middle + away
    assert (ledger.within.lower, ledger.within.upper) == (floor(lower), ceil(upper))


def must_be_seen(rulebook: Rulebook) -> set[str]:
    """What days of such a table have to have had, so that its sums prove something."""
    seen = {"opening", "closing", "drop", "decided"}
    if rulebook.seats is None:
        seen |= {"fills", "boxes", "cash"}
    if rulebook.held is not None:
        seen |= {"set aside"}
    if rulebook.colour_chips is not None:
        seen |= {"colours bought", "colours redeemed"}
    elif rulebook.seats is None:
        seen |= {"tips", "credits"}
    return seen


def moved_in_the_float(casino_id: int) -> int:
    """By the entries; what a count found beyond the record left out."""
    moves = movements_of(casino_id, "RF1", DAY)
    return sum(each.to(Account.FLOAT) for each in moves if "count" not in each.reason)
