"""Slips through their door: recorded with the table's own events in one transaction, numbered without a gap."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Sum

from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry, Slip, SlipStep
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate, UnknownSlip, slip_of
from settlement.slips import commands as c
from settlement.slips.state import SlipState
from tables.handling import Actor, handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.play import commands as t
from tables.play.events import Person, Signature, SlipKind
from tables.refusal import Refused
from tables.registers.chip_series_commands import IntroduceSeries
from tables.stream import IdempotencyConflict
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
BOSS = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
CHIEF = Signature(person=Person(id="person/2", name="Chief"), role="chef_de_table")
DESK = Signature(person=Person(id="person/3", name="Desk"), role="cash_desk")
CROUPIER = Signature(person=Person(id="p1", name="Croupier 1"), role="croupier")
AT_THE_DESK = Actor(id="person/3", name="Desk", terminal="cash")
PIECES = {10_000: 5, 500: 20}

ISSUE = c.IssueSlip(carrier="Rosa", signatures=(DESK,))
CARRY = c.CarrySlip(signatures=(DESK,))
RECEIVE = c.ReceiveSlip(signatures=(CROUPIER, CHIEF))
HAND_OVER = c.HandOverSlip(signatures=(CROUPIER, CHIEF))
AT_THE_BANK = c.ReceiveSlip(signatures=(DESK,))
VOID = c.VoidSlip(reason="the wrong chips", signatures=(DESK,))


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def ask(house: OpenHouse, kind: SlipKind = "fill", key: str | None = None, **fields: Any) -> SlipState:
    command = c.RequestSlip(
        kind=kind, table=house.table, **{"pieces": PIECES, "signatures": (BOSS,), **fields}
    )
    return handle(
        NextSlipAggregate(house.casino_id), command, by=AT_THE_PIT, now=house.now, idempotency_key=key
    ).state


def say(house: OpenHouse, number: str, *commands: c.AnyOnSlip, **how: Any) -> SlipState:
    for command in commands:
        house.now += timedelta(minutes=1)
        slip = handle(
            SlipAggregate(house.casino_id, number), command, by=AT_THE_DESK, now=house.now, **how
        ).state
    return slip


def types(house: OpenHouse) -> list[str]:
    return [event.type for event in house.events()[1:]]


def test_a_fill_goes_its_way_and_is_in_the_float_once_it_is_received(house: OpenHouse) -> None:
    number = ask(house).number
    assert (number, types(house)) == ("F-000001", ["fill_requested"])
    say(house, number, ISSUE, CARRY)
    assert types(house) == ["fill_requested"]
    assert say(house, number, RECEIVE).status == "received"
    assert types(house) == ["fill_requested", "fill_received"]
    assert house.state.slips.moved.worth == 60_000
    assert {each["role"] for each in house.events()[-1].metadata["signed"]} == {"croupier", "chef_de_table"}


def test_a_credit_leaves_the_float_when_it_is_handed_over(house: OpenHouse) -> None:
    number = ask(house, "credit", pieces={500: 10}).number
    say(house, number, ISSUE, HAND_OVER)
    assert (number, house.state.slips.moved.worth) == ("C-000001", -5_000)
    say(house, number, AT_THE_BANK)
    assert types(house) == ["credit_requested", "credit_handed_over"]
    assert slip_of(house.casino_id, number).status == "received"


def test_received_fill_equals_the_issued_fill(house: OpenHouse) -> None:
    number = ask(house).number
    other = c.IssueSlip(carrier="Rosa", pieces={10_000: 4}, reason="four were left", signatures=(DESK,))
    say(house, number, other, CARRY, RECEIVE)
    assert dict(house.state.slips.moved.pieces) == {10_000: 4}


def test_each_kind_is_numbered_by_itself_in_the_whole_house(house: OpenHouse) -> None:
    other = OpenHouse(house.casino_id, "it-venezia", table="T2")
    wanted: tuple[tuple[OpenHouse, SlipKind], ...] = (
        (house, "fill"),
        (other, "fill"),
        (house, "credit"),
        (house, "fill"),
    )
    numbers = [ask(at, kind).number for at, kind in wanted]
    assert numbers == ["F-000001", "F-000002", "C-000001", "F-000003"]


def test_a_refused_request_uses_no_number_up(house: OpenHouse) -> None:
    mistakes: tuple[dict[str, Any], ...] = (
        {"pieces": {}},
        {"signatures": (DESK,)},
        {"by_series": {"nosuch": PIECES}},
    )
    for wrong in mistakes:
        with pytest.raises(Refused):
            ask(house, **wrong)
    assert ask(house).number == "F-000001"
    house.do(t.TellSlipVoided(slip="F-000001", reason="not needed", signatures=(BOSS,)))
    house.do(t.CloseTable())
    with expect_refusal("table-closed"):
        ask(house)
    assert Slip.objects.filter(casino_id=house.casino_id).count() == 1


def test_refusal_at_the_table_leaves_the_slip_unchanged(house: OpenHouse) -> None:
    number = ask(house).number
    say(house, number, ISSUE, CARRY)
    stranger = Signature(person=Person(id="nobody", name="Nobody"), role="croupier")
    with expect_refusal("croupier-without-position", name="Nobody", table="T1"):
        say(house, number, c.ReceiveSlip(signatures=(stranger, CHIEF)))
    assert slip_of(house.casino_id, number).status == "carried"
    assert types(house) == ["fill_requested"]


def test_the_same_slip_is_not_received_twice_whatever_is_pressed(house: OpenHouse) -> None:
    number = ask(house).number
    say(house, number, ISSUE, CARRY)
    say(house, number, RECEIVE, idempotency_key="press")
    assert say(house, number, RECEIVE, idempotency_key="press").status == "received"
    for key in (None, "another press"):
        with expect_refusal("slip-ended", step="received"):
            say(house, number, RECEIVE, idempotency_key=key)
    with pytest.raises(IdempotencyConflict):
        say(house, number, VOID, idempotency_key="press")
    assert types(house).count("fill_received") == 1


def test_a_request_pressed_twice_is_one_slip(house: OpenHouse) -> None:
    assert ask(house, key="press").number == ask(house, key="press").number == "F-000001"
    assert ask(house, key="another").number == "F-000002"
    with pytest.raises(IdempotencyConflict):
        ask(house, key="press", pieces={500: 1})


def test_a_step_meant_for_an_earlier_standing_is_not_made(house: OpenHouse) -> None:
    number = ask(house).number
    say(house, number, ISSUE, seen=1)
    with expect_refusal("slip-changed-meanwhile", step="issued"):
        say(house, number, VOID, seen=1)
    say(house, number, VOID, seen=2)


def test_a_voided_slip_is_told_at_its_table_which_may_close_then(house: OpenHouse) -> None:
    number = ask(house).number
    say(house, number, ISSUE)
    with expect_refusal("slips-open", slips=("F-000001",)):
        house.do(t.CloseTable())
    say(house, number, VOID)
    assert types(house) == ["fill_requested", "slip_void_told"]
    house.do(t.CloseTable())


def test_a_credit_that_comes_back_is_in_the_float_again(house: OpenHouse) -> None:
    number = ask(house, "credit").number
    say(house, number, ISSUE, HAND_OVER)
    with expect_refusal("signature-missing") as refused:
        say(house, number, VOID)
    assert "back" in refused.value.parameters["subject"]
    say(house, number, c.VoidSlip(reason="nobody came", signatures=(CROUPIER, CHIEF)))
    assert house.state.slips.moved.worth == 0


def test_a_slip_of_a_day_before_the_last_does_not_touch_the_table(house: OpenHouse) -> None:
    number = ask(house, "credit").number
    say(house, number, ISSUE, HAND_OVER)
    for day in ("2026-11-21", "2026-11-22"):
        house.do(t.CloseTable())
        house.open(day)
    with expect_refusal(
        "slip-of-another-day", slip="C-000001", day="2026-11-20", table="T1", open_for="2026-11-22"
    ):
        say(house, number, c.VoidSlip(reason="nobody came", signatures=(CROUPIER, CHIEF)))
    assert say(house, number, AT_THE_BANK).status == "received"


def test_there_is_no_slip_that_nobody_asked_for(house: OpenHouse) -> None:
    for number in ("F-000001", "", "C-9"):
        with pytest.raises(UnknownSlip):
            say(house, number, ISSUE)


def test_a_house_that_counts_its_series_fills_with_their_values_only(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-campione")
    made = IntroduceSeries(series="A", pieces={500: 1_000, 10_000: 50})
    handle(SeriesAggregate(casino_id), made, by=AT_THE_PIT, now=house.now)
    with expect_refusal("slip-of-unknown-value"):
        ask(house, pieces={700: 3})
    assert ask(house, by_series={"A": PIECES}).by_series == {"A": PIECES}
    assert house.state.slips.open[0].by_series == (("A", ((10_000, 5), (500, 20))),)


def test_the_rows_say_how_a_slip_stands_and_who_made_each_step(house: OpenHouse) -> None:
    number = ask(house).number
    say(house, number, ISSUE, CARRY, RECEIVE, c.ReprintSlip(signatures=(DESK,)))
    row = Slip.objects.get(casino_id=house.casino_id, number=number)
    assert (row.status, row.carrier, row.reprints, row.total, row.version) == (
        "received",
        "Rosa",
        1,
        60_000,
        5,
    )
    steps = SlipStep.objects.filter(casino_id=house.casino_id, number=number).order_by("version")
    assert [(each.step, each.by) for each in steps] == [
        ("requested", "Pit boss (demo)"),
        ("issued", "Desk"),
        ("carried", "Desk"),
        ("received", "Desk"),
        ("reprinted", "Desk"),
    ]
    assert [each["role"] for each in steps[3].signed] == ["croupier", "chef_de_table"]


def lies(house: OpenHouse) -> dict[str, int]:
    """What lies at each place by the ledger."""
    sums = (
        LedgerEntry.objects.filter(casino_id=house.casino_id)
        .order_by()
        .values_list("account")
        .annotate(amount=Sum("amount"))
    )
    return {account: amount for account, amount in sums if amount}


def test_the_ledger_has_a_fill_from_the_bank_to_the_float_and_a_credit_all_the_way_back(
    house: OpenHouse,
) -> None:
    fill = ask(house).number
    assert lies(house) == {}
    say(house, fill, ISSUE)
    assert lies(house) == {Account.BANK: -60_000, Account.TRANSIT: 60_000}
    say(house, fill, CARRY, RECEIVE)
    assert lies(house) == {Account.BANK: -60_000, Account.FLOAT: 60_000}
    credit = ask(house, "credit").number
    say(house, credit, ISSUE, HAND_OVER)
    assert lies(house) == {Account.BANK: -60_000, Account.TRANSIT: 60_000}
    say(house, credit, AT_THE_BANK)
    assert lies(house) == {}


def test_a_fill_voided_on_its_way_is_back_in_the_bank_by_the_ledger(house: OpenHouse) -> None:
    say(house, ask(house).number, ISSUE, CARRY, VOID)
    assert lies(house) == {}
    assert {entry.reason for entry in LedgerEntry.objects.filter(casino_id=house.casino_id)} == {
        "fill:F-000001",
        "slip-voided:F-000001",
    }
