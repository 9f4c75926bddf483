"""Cash at the table: what is recorded of it goes into the box that takes it away; and what tips two people count."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.invariants import kept
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
DESK = e.Signature(person=e.Person(id="person/3", name="Desk"), role="cash_desk")
CROUPIER = e.Signature(person=e.Person(id="p1", name="Croupier 1"), role="croupier")
TWO = (BOSS, DESK)
PLACE = c.PlaceBox(serial="T1-A", signatures=TWO)
REMOVE = c.RemoveBox(serial="T1-A", reason="closing", signatures=TWO)
TIPS = c.CountTips(shift="night", pieces={500: 10}, signatures=TWO)
NOTES = c.TakeCash(pieces={10_000: 2, 5_000: 1}, player="P1")


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(get_rulebook("pt-francesa"))


def test_a_box_takes_away_what_was_recorded_since_the_last_one_left(day: DayInHand) -> None:
    day.do(PLACE, NOTES, c.TakeCash(total=3_000))
    (removed,) = day.do(REMOVE)
    assert removed == e.BoxRemoved(serial="T1-A", use=1, reason="closing", recorded=28_000)
    assert (day.state.cash.box, day.state.cash.recorded) == (None, 0)
    assert [(each.serial, each.recorded) for each in day.state.cash.removed] == [("T1-A", 28_000)]
    assert kept(day.state) == day.state


def test_notes_that_come_while_no_box_is_there_go_into_the_next_one(day: DayInHand) -> None:
    day.do(NOTES, PLACE, NOTES)
    assert day.do(REMOVE)[0] == e.BoxRemoved(serial="T1-A", reason="closing", recorded=50_000)


def test_notes_handed_in_for_change_are_in_the_box_once_the_change_is_paid_out(day: DayInHand) -> None:
    handed = c.AskForChange(player="P1", given={5_000: 1}, wanted={500: 10}, handed="notes")
    day.do(PLACE, handed, c.ServeChange())
    assert day.state.cash.recorded == 0
    day.do(c.FinishChange(paid_out={500: 10}))
    assert day.state.cash.recorded == 5_000
    day.do(replace(handed, handed="chips"), c.ServeChange(), c.FinishChange(paid_out={500: 10}))
    assert day.state.cash.recorded == 5_000


def test_a_seat_that_buys_in_brings_notes_and_one_that_leaves_takes_some_back() -> None:
    day = DayInHand(get_rulebook("it-live"))
    day.do(c.BuyIn(seat="1", amount=20_000), c.BuyIn(seat="2", amount=5_000), c.LeaveSeat(seat="2"))
    assert day.state.cash.recorded == 20_000
    with expect_refusal("cash-comes-with-seat"):
        day.do(NOTES)


def test_a_box_is_replaced_at_once_and_the_same_one_may_come_back(day: DayInHand) -> None:
    day.do(PLACE, NOTES)
    assert day.do(replace(REMOVE, reason="full", replaced_by="T1-B")) == [
        e.BoxRemoved(serial="T1-A", use=1, reason="full", recorded=25_000),
        e.BoxPlaced(serial="T1-B", use=1),
    ]
    day.do(c.RemoveBox(serial="T1-B", reason="other", signatures=TWO))
    assert day.do(PLACE) == [e.BoxPlaced(serial="T1-A", use=2)]


def test_table_has_one_box_and_removes_that_box_alone(day: DayInHand) -> None:
    with expect_refusal("no-box-in-place", serial="T1-A", table="T1"):
        day.do(REMOVE)
    day.do(PLACE)
    with expect_refusal("box-in-place", serial="T1-A", table="T1"):
        day.do(replace(PLACE, serial="T1-B"))
    with expect_refusal("another-box-in-place", serial="T1-B", table="T1", there="T1-A"):
        day.do(replace(REMOVE, serial="T1-B"))
    with expect_refusal("box-replaced-by-itself", serial="T1-A"):
        day.do(replace(REMOVE, replaced_by="T1-A"))


@pytest.mark.parametrize("serial", ["", "t1-a", " T1-A", "T1/A", "-A", "X" * 21, "T1-٣"])
def test_malformed_serial_is_refused(day: DayInHand, serial: str) -> None:
    with expect_refusal("box-serial-malformed"):
        day.do(replace(PLACE, serial=serial))
    assert day.state.cash.box is None


@pytest.mark.parametrize(
    ("signatures", "code"),
    [
        ((), "signature-in-charge-missing"),
        ((BOSS,), "countersignature-missing"),
        ((BOSS, replace(BOSS, role="chef_de_table")), "countersignature-missing"),
        ((DESK, CROUPIER), "signature-in-charge-missing"),
        ((BOSS, replace(DESK, role="croupier")), "croupier-without-position"),
    ],
)
def test_boxes_and_tips_are_signed_by_two_people(
    day: DayInHand, signatures: tuple[e.Signature, ...], code: str
) -> None:
    for command in (PLACE, TIPS):
        with expect_refusal(code):
            day.do(replace(command, signatures=signatures))
    day.do(replace(PLACE, signatures=(BOSS, CROUPIER)))
    with expect_refusal(code):
        day.do(replace(REMOVE, signatures=signatures))


@pytest.mark.parametrize(
    ("told", "code", "parameters"),
    [
        ({}, "cash-of-nothing", {}),
        ({"pieces": {5_000: 0}}, "told-in-no-whole-pieces", {"subject": "cash-taken"}),
        ({"pieces": {0: 2}}, "told-in-no-whole-pieces", {"subject": "cash-taken"}),
        ({"total": -500}, "told-in-no-whole-pieces", {"subject": "cash-taken"}),
        (
            {"pieces": {5_000: 2}, "total": 9_000},
            "pieces-do-not-come-to-total",
            {"subject": "cash-taken", "worth": Money(10_000, "EUR"), "total": Money(9_000, "EUR")},
        ),
        ({"total": 500, "player": " P1"}, "name-with-blanks", {}),
    ],
)
def test_malformed_sum_of_notes_is_refused(
    day: DayInHand, told: dict[str, Any], code: str, parameters: dict[str, Any]
) -> None:
    with expect_refusal(code, **parameters):
        day.do(c.TakeCash(**told))
    assert day.state.cash.recorded == 0


CORRECT = c.CorrectCash(taken=3, total=2_500, reason="a nought too many", signatures=TWO)


def test_cash_that_was_recorded_wrongly_is_put_right_by_an_event_of_its_own(day: DayInHand) -> None:
    day.do(PLACE, NOTES, c.TakeCash(total=500))
    assert [(each.event, each.total, each.player) for each in day.state.cash.taken] == [
        (3, 25_000, "P1"),
        (4, 500, ""),
    ]
    assert day.do(CORRECT) == [
        e.CashCorrected(taken=3, before=25_000, total=2_500, reason="a nought too many")
    ]
    assert day.state.cash.recorded == 3_000
    again = day.do(replace(CORRECT, total=0, reason="it was another table's"))
    assert again == [e.CashCorrected(taken=3, before=2_500, total=0, reason="it was another table's")]
    assert [each.total for each in day.state.cash.taken] == [0, 500]
    assert day.do(REMOVE) == [e.BoxRemoved(serial="T1-A", reason="closing", recorded=500)]


@pytest.mark.parametrize(
    ("changed", "code", "parameters"),
    [
        ({"taken": 2}, "no-cash-taken-in-event", {"event": 2, "events": (3,)}),
        ({"taken": -1}, "no-cash-taken-in-event", {"event": -1, "events": (3,)}),
        ({"total": 25_000}, "cash-corrected-to-same", {"event": 3, "total": Money(25_000, "EUR")}),
        ({"reason": " "}, "cash-corrected-without-reason", {}),
        ({"reason": "x" * 201}, "cash-reason-too-long", {"limit": 200, "value": 201}),
        ({"total": -5}, "told-in-no-whole-pieces", {"subject": "cash-corrected"}),
        (
            {"pieces": {5_000: 2}, "total": 9_000},
            "pieces-do-not-come-to-total",
            {"worth": Money(10_000, "EUR"), "total": Money(9_000, "EUR")},
        ),
        ({"signatures": (BOSS,)}, "countersignature-missing", {"subject": "cash-corrected"}),
        ({"signatures": (DESK, CROUPIER)}, "signature-in-charge-missing", {"subject": "cash-corrected"}),
    ],
)
def test_a_correction_that_is_none_is_refused(
    day: DayInHand, changed: dict[str, Any], code: str, parameters: dict[str, Any]
) -> None:
    day.do(PLACE, NOTES)
    with expect_refusal(code, **parameters):
        day.do(replace(CORRECT, **changed))
    assert day.state.cash.recorded == 25_000


@pytest.mark.parametrize("total", [25_000, 25_500])
def test_cash_amount_is_not_found_by_a_correction_of_one_person(day: DayInHand, total: int) -> None:
    """A person who may count the box gets the same answer for the recorded amount as for another one."""
    day.do(PLACE, NOTES)
    with expect_refusal("countersignature-missing", subject="cash-corrected"):
        day.do(replace(CORRECT, total=total, signatures=(BOSS,)))


def test_cash_of_a_removed_box_cannot_be_corrected(day: DayInHand) -> None:
    day.do(PLACE, NOTES, REMOVE)
    with expect_refusal("no-cash-taken-in-event", events=()):
        day.do(CORRECT)


def test_a_table_closes_when_its_box_and_its_notes_are_away(day: DayInHand) -> None:
    day.do(PLACE, NOTES)
    with expect_refusal("box-not-removed", serial="T1-A"):
        day.do(c.CloseTable())
    day.do(REMOVE, c.TakeCash(total=500))
    with expect_refusal("cash-without-box", serial="T1-A"):
        day.do(c.CloseTable())
    day.do(PLACE, REMOVE)
    (closed,) = day.do(c.CloseTable())
    assert isinstance(closed, e.TableClosed)
    assert closed.box is None


def test_a_table_that_has_no_boxes_closes_with_its_notes(day: DayInHand) -> None:
    day.do(NOTES, c.CloseTable())
    after = DayInHand(get_rulebook("pt-francesa"), opened=False, after=day.state)
    assert after.state.cash.recorded == 25_000
    assert after.state.cash.box is None


def test_tips_are_counted_by_shift_and_put_right_with_a_reason(day: DayInHand) -> None:
    day.do(TIPS, replace(TIPS, shift=" afternoon ", pieces={}, total=1_250))
    assert [(each.shift, each.total) for each in day.state.cash.tips] == [
        ("night", 5_000),
        ("afternoon", 1_250),
    ]
    with expect_refusal("tips-counted-already", shift="night", total=Money(5_000, "EUR")):
        day.do(replace(TIPS, pieces={500: 11}))
    reason = "one lay under the box"
    assert day.do(replace(TIPS, pieces={500: 11}, reason=reason)) == [
        e.TipsCounted(shift="night", total=5_500, pieces={500: 11}, before=5_000, reason=reason)
    ]
    assert day.state.cash.tips_counted == 6_750


@pytest.mark.parametrize("shift", ["", "  ", "x" * 41])
def test_tips_are_of_a_shift(day: DayInHand, shift: str) -> None:
    with expect_refusal("tips-without-shift"):
        day.do(replace(TIPS, shift=shift))


def test_a_shift_may_have_brought_no_tips(day: DayInHand) -> None:
    day.do(replace(TIPS, pieces={}))
    assert [each.total for each in day.state.cash.tips] == [0]


def test_a_box_that_stays_over_a_forced_close_is_the_next_days_with_what_is_in_it(day: DayInHand) -> None:
    day.do(PLACE, NOTES)
    inspector = e.Signature(person=e.Person(id="person/4", name="Inspector"), role="games_inspector")
    day.do(c.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, inspector)))
    assert day.events[-1].event.box == e.CarriedBox(serial="T1-A", recorded=25_000)  # type: ignore[attr-defined]
    after = DayInHand(get_rulebook("pt-francesa"), after=day.state)
    after.do(c.TakeCash(total=500))
    assert after.do(REMOVE) == [
        e.BoxRemoved(serial="T1-A", use=1, reason="closing", recorded=25_500, from_before=25_000)
    ]
    assert kept(after.state) == after.state
