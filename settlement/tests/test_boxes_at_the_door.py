"""Drop boxes through their door: removed at the table, counted by two, their notes moved and the difference posted."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Sum

from settlement.blind_count import EVERYTHING
from settlement.box_aggregate import BoxAggregate, UnknownBox, box_state, handle_box_at_table
from settlement.box_rows import not_reconciled
from settlement.boxes import commands as c
from settlement.boxes.state import BoxName, BoxState
from settlement.day_ledger import ledger_of_table
from settlement.figures.figures import Figure, absent, counted, estimated
from settlement.ledger.accounts import Account
from settlement.models import Box, BoxStep, LedgerEntry
from tables.handling import Actor, handle
from tables.play import commands as t
from tables.play.events import Person, Signature
from tables.stream import IdempotencyConflict
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
BOSS = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
CHIEF = Signature(person=Person(id="chief", name="Chief"), role="chef_de_table")
DESK = Signature(person=Person(id="desk", name="Desk"), role="cash_desk")
INSPECTOR = Signature(person=Person(id="inspector", name="Inspector"), role="games_inspector")
AT_THE_DESK = Actor(id="desk", name="Desk", terminal="cash")
BOX = BoxName("T1", "2026-11-20", "T1-A")
NOTES = {10_000: 2, 5_000: 1}
COUNT = c.CountBox(pieces=NOTES, signatures=(DESK, INSPECTOR))
ACCEPT = c.AcceptBox(signatures=(BOSS,))


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def place(house: OpenHouse, serial: str = "T1-A") -> None:
    at_table(house, t.PlaceBox(serial=serial, signatures=(CHIEF, BOSS)))


def remove(house: OpenHouse, serial: str = "T1-A", **more: Any) -> None:
    at_table(house, t.RemoveBox(serial=serial, reason="full", signatures=(CHIEF, BOSS), **more))


def at_table(house: OpenHouse, command: t.PlaceBox | t.RemoveBox) -> None:
    handle_box_at_table(house.casino_id, house.table, command, by=AT_THE_PIT, now=house.now)


def box_with_notes(house: OpenHouse, name: BoxName = BOX) -> BoxName:
    """A box that took 250 EUR and has left the table."""
    place(house, name.serial)
    house.do(t.TakeCash(pieces=NOTES))
    remove(house, name.serial)
    return name


def say(house: OpenHouse, *commands: c.AnyOnBox, name: BoxName = BOX, **how: Any) -> BoxState:
    for command in commands:
        house.now += timedelta(minutes=1)
        box = handle(BoxAggregate(house.casino_id, name), command, by=AT_THE_DESK, now=house.now, **how).state
    return box


def lies(house: OpenHouse) -> dict[str, int]:
    """What lies at the places where there is something."""
    entries = LedgerEntry.objects.filter(casino_id=house.casino_id).order_by()
    at_places = entries.values_list("account").annotate(amount=Sum("amount"))
    return {account: amount for account, amount in at_places if amount}


def test_a_box_that_has_what_the_table_recorded_leaves_no_notes_there(house: OpenHouse) -> None:
    box_with_notes(house)
    assert lies(house)[Account.CASH] == 25_000
    box = say(house, COUNT, ACCEPT)
    assert (box.status, box.total, box.difference) == ("accepted", 25_000, 0)
    assert box == box_state(house.casino_id, BOX)
    assert lies(house) == {
        Account.OUTSIDE: -25_000,
        Account.COUNTED: 25_000,
        Account.FLOAT: -25_000,
        Account.PLAYERS: 25_000,
    }


@pytest.mark.parametrize("found", [24_000, 26_000, 0])
def test_discrepancy_of_a_box_leaves_the_table_at_zero(house: OpenHouse, found: int) -> None:
    box_with_notes(house)
    pieces = {1_000: found // 1_000} if found else {}
    box = say(house, c.CountBox(pieces=pieces, empty=not found, signatures=COUNT.signatures))
    assert box.difference == found - 25_000
    there = lies(house)
    assert Account.CASH not in there
    assert there.get(Account.COUNTED, 0) == found
    assert there[Account.VARIANCE] == 25_000 - found


def test_a_second_count_puts_the_first_right(house: OpenHouse) -> None:
    box_with_notes(house)
    say(house, c.CountBox(pieces={10_000: 2}, signatures=COUNT.signatures))
    again = c.CountBox(pieces=NOTES, reason="a note stuck", signatures=COUNT.signatures)
    assert say(house, again).counts == 2
    there = lies(house)
    assert (there[Account.COUNTED], Account.VARIANCE in there, Account.CASH in there) == (
        25_000,
        False,
        False,
    )
    steps = BoxStep.objects.filter(casino_id=house.casino_id).order_by("version")
    assert [(step.step, step.total, step.words) for step in steps] == [
        ("counted", 20_000, ""),
        ("counted", 25_000, "a note stuck"),
    ]


def test_a_box_that_is_not_counted_comes_to_no_table(house: OpenHouse) -> None:
    box_with_notes(house)
    other = OpenHouse(house.casino_id, "it-venezia", table="T2")
    for there in (house, other):
        with expect_refusal("box-placed-uncounted", serial="T1-A", table="T1", day="2026-11-20"):
            place(there)
    say(house, COUNT)
    place(other)
    assert other.state.cash.box is not None


def test_a_box_is_counted_for_each_use_of_the_day(house: OpenHouse) -> None:
    box_with_notes(house)
    say(house, COUNT)
    place(house)
    house.do(t.TakeCash(total=3_000))
    remove(house, replaced_by="T1-B")
    second = BOX._replace(use=2)
    box = say(house, c.CountBox(pieces={1_000: 3}, signatures=COUNT.signatures), name=second)
    assert (box.recorded, box.total) == (3_000, 3_000)
    boxes = Box.objects.filter(casino_id=house.casino_id).order_by("placed_at", "serial", "use")
    assert [(row.serial, row.use, row.status) for row in boxes] == [
        ("T1-A", 1, "counted"),
        ("T1-A", 2, "counted"),
        ("T1-B", 1, "in_place"),
    ]
    assert Account.CASH not in lies(house)


def test_a_box_that_is_at_its_table_is_not_counted(house: OpenHouse) -> None:
    place(house)
    for name in (BOX, BOX._replace(serial="T1-Z"), BOX._replace(use=2), BOX._replace(day="2026-11-19")):
        with expect_refusal("box-unknown", kind=UnknownBox, table="T1"):
            say(house, COUNT, name=name)
    assert not BoxStep.objects.filter(casino_id=house.casino_id).exists()


def test_remover_of_a_box_cannot_count_the_box(house: OpenHouse) -> None:
    box_with_notes(house)
    with expect_refusal("box-counted-by-its-remover", name="Boss", serial="T1-A", table="T1"):
        say(house, c.CountBox(pieces=NOTES, signatures=(BOSS, INSPECTOR)))


def test_count_from_an_outdated_page_is_refused(house: OpenHouse) -> None:
    box_with_notes(house)
    say(house, COUNT)
    with expect_refusal("box-changed-meanwhile", serial="T1-A", status="counted"):
        say(house, c.CountBox(pieces=NOTES, reason="again", signatures=COUNT.signatures), seen=0)


def test_a_key_gives_the_first_count_again_and_serves_for_no_other(house: OpenHouse) -> None:
    box_with_notes(house)
    first = say(house, COUNT, idempotency_key="one")
    assert say(house, COUNT, idempotency_key="one") == first
    with pytest.raises(IdempotencyConflict):
        say(house, ACCEPT, idempotency_key="one")


def drop_of_the_day(house: OpenHouse) -> Figure:
    found = ledger_of_table(house.casino_id, house.table, house.day, EVERYTHING)
    assert found is not None
    return found.drop


def test_the_drop_is_counted_once_the_last_box_of_the_day_is(house: OpenHouse) -> None:
    assert drop_of_the_day(house) == estimated(0, "cash taken")
    box_with_notes(house)
    assert drop_of_the_day(house) == estimated(25_000, "cash taken")
    say(house, c.CountBox(pieces={10_000: 2}, signatures=COUNT.signatures))
    assert drop_of_the_day(house) == counted(20_000)
    place(house)
    assert drop_of_the_day(house) == estimated(20_000, "cash taken")
    house.do(t.TakeCash(total=4_000))
    remove(house)
    assert drop_of_the_day(house) == estimated(24_000, "cash taken")
    empty = c.CountBox(empty=True, signatures=COUNT.signatures)
    say(house, empty, name=BOX._replace(use=2))
    assert drop_of_the_day(house) == counted(20_000)
    house.do(t.TakeCash(total=1_000))
    assert drop_of_the_day(house) == estimated(21_000, "cash taken"), "it is in no box"


def test_a_day_is_not_reconciled_until_the_count_of_its_last_box_is_accepted(house: OpenHouse) -> None:
    def stand() -> list[str]:
        return [box.status for box in not_reconciled(house.casino_id, house.day)]

    assert stand() == []
    place(house)
    assert stand() == ["in_place"]
    remove(house)
    assert stand() == ["waiting"]
    say(house, c.CountBox(empty=True, signatures=COUNT.signatures))
    assert stand() == ["counted"]
    say(house, ACCEPT)
    assert stand() == []


def test_tips_stand_beside_the_result_by_shift_and_are_absent_until_somebody_counts_them(
    house: OpenHouse,
) -> None:
    def tips() -> tuple[Figure, dict[str, int]]:
        found = ledger_of_table(house.casino_id, house.table, house.day, EVERYTHING)
        assert found is not None
        return found.tips, dict(found.tips_by_shift)

    assert tips() == (absent("count of the tips"), {})
    count = t.CountTips(shift="afternoon", total=0, signatures=(CHIEF, BOSS))
    house.do(count)
    assert tips() == (counted(0), {"afternoon": 0})
    house.do(t.CountTips(shift="night", pieces={500: 3}, signatures=(CHIEF, BOSS)))
    assert tips() == (counted(1_500), {"afternoon": 0, "night": 1_500})
    assert lies(house) == {Account.PLAYERS: -1_500, Account.TIPS: 1_500}


def test_a_box_that_stayed_over_a_forced_close_leaves_both_days_an_estimate(house: OpenHouse) -> None:
    place(house)
    house.do(t.TakeCash(total=9_000))
    house.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    first = Box.objects.get(casino_id=house.casino_id)
    assert (first.status, first.day) == ("left_in_place", "2026-11-20")
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    assert house.state.cash.box is not None
    house.do(t.TakeCash(total=1_000))
    remove(house)
    name = BOX._replace(day="2026-11-21")
    box = say(house, c.CountBox(pieces={10_000: 1}, signatures=COUNT.signatures), name=name)
    assert (box.recorded, box.difference) == (10_000, 0)
    assert Account.CASH not in lies(house)
    drops = [ledger_of_table(house.casino_id, "T1", day, EVERYTHING) for day in ("2026-11-20", "2026-11-21")]
    assert [found.drop for found in drops if found] == [
        estimated(9_000, "cash taken"),
        estimated(1_000, "cash taken"),
    ]
