"""Slips that a close under pressure leaves open are finished on the next day; no chip is lost or made on the way."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import Sum
from msgspec.structs import replace

from casino.kit.sentences import listed
from settlement.day_ledger import ledger_of_table
from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate, slip_of
from settlement.slips import commands as c
from tables.handling import handle
from tables.play import commands as t
from tables.play.events import LeftOpen, Moment, Person, Signature, SlipKind
from tables.refusal import Refused
from tables.stream.rebuilding import rebuild
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse
from testkit.play import opening
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
BOSS = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
CHIEF = Signature(person=Person(id="person/2", name="Chief"), role="chef_de_table")
DESK = Signature(person=Person(id="person/3", name="Desk"), role="cash_desk")
INSPECTOR = Signature(person=Person(id="person/4", name="Inspector"), role="games_inspector")
CROUPIER = Signature(person=Person(id="p1", name="Croupier 1"), role="croupier")
FLOAT = {10_000: 10, 500: 40}
PIECES = {10_000: 5, 500: 20}

ISSUE = c.IssueSlip(carrier="Rosa", signatures=(DESK,))
CARRY = c.CarrySlip(signatures=(DESK,))
RECEIVE = c.ReceiveSlip(signatures=(CROUPIER, CHIEF))
HAND_OVER = c.HandOverSlip(signatures=(CROUPIER, CHIEF))
AT_THE_BANK = c.ReceiveSlip(signatures=(DESK,))
VOID = c.VoidSlip(reason="the alarm", signatures=(DESK,))
BACK = c.VoidSlip(reason="nobody came", signatures=(CROUPIER, CHIEF))


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """A table whose float was counted at its opening and at its closing, and lies there."""
    house = OpenHouse(casino_id, "pt-francesa")
    count(house, "opening")
    count(house, "closing")
    return house


def count(house: OpenHouse, moment: Moment, pieces: dict[int, int] = FLOAT) -> list[str]:
    counted = t.CountFloat(moment=moment, pieces=pieces, signatures=(BOSS, DESK))
    return [event.type for event in house.do(counted).events]


def ask(house: OpenHouse, kind: SlipKind, *, closing: bool = False) -> str:
    command = c.RequestSlip(kind=kind, table=house.table, pieces=PIECES, closing=closing, signatures=(BOSS,))
    return handle(NextSlipAggregate(house.casino_id), command, by=AT_THE_PIT, now=house.now).state.number


def say(house: OpenHouse, number: str, *commands: c.AnyOnSlip) -> str:
    for command in commands:
        house.now += timedelta(minutes=1)
        status = handle(
            SlipAggregate(house.casino_id, number), command, by=AT_THE_PIT, now=house.now
        ).state.status
    return status


def over_the_night(house: OpenHouse) -> None:
    """Closed under pressure, opened for the next day, and explained."""
    house.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    house.do(replace(opening(house.rulebook, table="T1"), day="2026-11-21", counts_float=True))
    house.do(t.ExplainForcedClose(reason="all are back", signatures=(BOSS, DESK)))


def lies(house: OpenHouse) -> dict[str, int]:
    """What lies at each place by the ledger."""
    entries = LedgerEntry.objects.filter(casino_id=house.casino_id).order_by()
    sums = entries.values_list("account").annotate(amount=Sum("amount"))
    return {account: amount for account, amount in sums if amount}


@pytest.mark.parametrize("before", [(), (ISSUE,), (ISSUE, CARRY)], ids=["requested", "issued", "carried"])
def test_a_fill_left_open_is_received_on_the_next_day(
    house: OpenHouse, before: tuple[c.AnyOnSlip, ...]
) -> None:
    number = ask(house, "fill")
    for step in before:
        say(house, number, step)
    over_the_night(house)
    assert say(house, number, *(ISSUE, CARRY)[len(before) :], RECEIVE) == "received"
    assert lies(house) == {Account.BEFORE: -120_000, Account.FLOAT: 180_000, Account.BANK: -60_000}
    # It came before the opening count, which finds it there; it is a fill of the day, and nobody has won or lost by it.
    assert count(house, "opening", {10_000: 15, 500: 60}) == ["float_counted"]
    count(house, "closing", {10_000: 15, 500: 60})
    ledger = ledger_of_table(house.casino_id, "T1", "2026-11-21")
    assert ledger is not None
    figures = (ledger.opening, ledger.fills, ledger.closing, ledger.win, ledger.float_difference)
    assert [each.amount for each in figures] == [120_000, 60_000, 180_000, 0, 0]


def test_while_the_table_is_closed_its_fill_waits_on_the_way(house: OpenHouse) -> None:
    number = ask(house, "fill")
    say(house, number, ISSUE)
    house.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    say(house, number, CARRY)
    with expect_refusal("chips-wait-for-opening", table="T1", day="2026-11-20"):
        say(house, number, RECEIVE)
    assert slip_of(house.casino_id, number).status == "carried"
    assert lies(house)[Account.TRANSIT] == 60_000


@pytest.mark.parametrize("before", [(), (ISSUE,), (ISSUE, CARRY)], ids=["requested", "issued", "carried"])
def test_a_fill_left_open_is_voided_while_the_table_is_closed_and_its_chips_are_at_the_bank(
    house: OpenHouse, before: tuple[c.AnyOnSlip, ...]
) -> None:
    number = ask(house, "fill")
    say(house, number, *before) if before else None
    house.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    for nothing in (c.VoidSlip(reason="", signatures=(DESK,)), c.VoidSlip(reason="the alarm", signatures=())):
        with pytest.raises(Refused):
            say(house, number, nothing)
    assert say(house, number, VOID) == "voided"
    assert lies(house) == {Account.BEFORE: -120_000, Account.FLOAT: 120_000}
    assert not house.state.slips.open
    house.do(replace(opening(house.rulebook, table="T1"), day="2026-11-21", counts_float=True))
    assert not house.state.slips.open, "it is no longer handed on"
    left = LeftOpen(kind="slip", code="slip-left-open", parameters={"slip": "F-000001"})
    with expect_refusal("forced-close-not-explained", left=(left,)):
        house.do(t.AnnounceBetsOpen())
    house.do(t.ExplainForcedClose(reason="it was voided", signatures=(BOSS, DESK)))
    assert count(house, "opening") == ["float_counted"]
    house.do(t.AnnounceBetsOpen())


def test_a_credit_that_was_asked_for_is_voided_while_the_table_is_closed_and_one_that_left_is_not(
    house: OpenHouse,
) -> None:
    requested, left = ask(house, "credit"), ask(house, "credit")
    say(house, left, ISSUE, HAND_OVER)
    house.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    with expect_refusal("chips-wait-for-opening"):
        say(house, left, BACK)
    assert say(house, requested, VOID) == "voided"
    assert say(house, left, AT_THE_BANK) == "received"
    assert lies(house) == {Account.BEFORE: -120_000, Account.FLOAT: 60_000, Account.BANK: 60_000}


def test_slip_voided_while_the_table_was_closed_is_rebuilt_the_same(house: OpenHouse) -> None:
    number = ask(house, "fill")
    say(house, number, ISSUE)
    house.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    say(house, number, VOID)
    before = lies(house)
    (rebuilt,) = rebuild("payout_sheet", house.casino_id)
    assert (rebuilt.removed, rebuilt.added) == (0, 0)
    assert lies(house) == before


def test_a_fill_left_open_is_voided_on_the_next_day_and_back_at_the_bank(house: OpenHouse) -> None:
    number = ask(house, "fill")
    say(house, number, ISSUE, CARRY)
    over_the_night(house)
    assert say(house, number, VOID) == "voided"
    assert lies(house) == {Account.BEFORE: -120_000, Account.FLOAT: 120_000}
    assert count(house, "opening") == ["float_counted"]
    house.do(t.AnnounceBetsOpen())


def test_a_credit_left_open_is_handed_over_on_the_next_day(house: OpenHouse) -> None:
    number = ask(house, "credit")
    over_the_night(house)
    assert say(house, number, ISSUE, HAND_OVER) == "handed_over"
    assert lies(house)[Account.TRANSIT] == 60_000
    assert say(house, number, AT_THE_BANK) == "received"
    assert lies(house) == {Account.BEFORE: -120_000, Account.FLOAT: 60_000, Account.BANK: 60_000}
    assert count(house, "opening", {10_000: 5, 500: 20}) == ["float_counted"]


def test_a_credit_that_left_comes_back_to_the_float_of_the_day_that_is_open(house: OpenHouse) -> None:
    number = ask(house, "credit", closing=True)
    say(house, number, ISSUE, HAND_OVER)
    house.do(t.CloseTable())
    house.do(replace(opening(house.rulebook, table="T1"), day="2026-11-21", counts_float=True))
    assert house.state.direction.pieces_handed_on == {10_000: 5, 500: 20}
    assert say(house, number, BACK) == "voided"
    assert lies(house) == {Account.BEFORE: -120_000, Account.FLOAT: 120_000}
    assert count(house, "opening") == ["float_counted"]
    came_back = LedgerEntry.objects.filter(casino_id=house.casino_id, reason=f"slip-voided:{number}")
    assert {entry.day for entry in came_back} == {"2026-11-21"}


def test_the_ledger_says_of_the_day_that_it_was_closed_under_pressure(house: OpenHouse) -> None:
    ask(house, "fill")
    over_the_night(house)
    for day, forced in (("2026-11-20", "slip F-000001"), ("2026-11-21", None)):
        ledger = ledger_of_table(house.casino_id, "T1", day)
        assert ledger is not None
        left = ledger.forced and listed(ledger.forced.left)
        assert left == forced
        assert ledger.reconciled == ("all are back" if forced else "")


def test_an_imprest_table_that_was_not_counted_at_a_forced_close_has_no_closing(
    casino_id: int, house: OpenHouse, uncounted: Callable[[str], OpenHouse]
) -> None:
    other = uncounted("T2")
    command = c.RequestSlip(kind="fill", table="T2", pieces=PIECES, signatures=(BOSS,))
    handle(NextSlipAggregate(casino_id), command, by=AT_THE_PIT, now=house.now)
    other.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    ledger = ledger_of_table(casino_id, "T2", "2026-11-20")
    assert ledger is not None
    assert ledger.closing.amount is None


@pytest.fixture
def uncounted(casino_id: int) -> Callable[[str], OpenHouse]:
    """An imprest table whose float nobody counts."""

    def opened(table: str) -> OpenHouse:
        return OpenHouse(casino_id, "pt-francesa", table=table, par={500: 100})

    return opened


def test_a_rebuild_brings_the_same_entries_over_the_night(house: OpenHouse) -> None:
    number = ask(house, "fill")
    over_the_night(house)
    say(house, number, ISSUE, CARRY, RECEIVE)
    before = lies(house)
    (rebuilt,) = rebuild("payout_sheet", house.casino_id)
    assert (rebuilt.removed, rebuilt.added) == (0, 0)
    assert lies(house) == before
