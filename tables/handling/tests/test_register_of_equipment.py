"""The register of equipment in the record: moves, openings by what stands there, and a ball replaced in play."""

from datetime import date
from typing import Any

import pytest

from tables.handling import handle
from tables.handling.aggregates.equipment import EquipmentAggregate, numberings
from tables.handling.first_equipment import begin_register
from tables.handling.models import Ball, GamingTable, Wheel
from tables.handling.next_day import opening_of, registered_balls, usual_choices
from tables.handling.projections import equipment
from tables.handling.streams import ball_stream, table_stream, wheel_stream
from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.registers.ball_commands import AssignBall, BallCommand, InspectBall, RegisterBall
from tables.registers.wheel_commands import (
    InspectWheel,
    MoveWheel,
    RegisterWheel,
    WheelCommand,
    WithdrawWheel,
)
from tables.stream import IdempotencyConflict, RecordedEvent, read_stream
from testkit.equipment import BALL_MAKE, WHEEL_MAKE
from testkit.house import BOSS, OpenHouse
from testkit.play import NOON
from testkit.refusals import expect_refusal
from testkit.stream import ProjectionContract

NEXT = date(2026, 11, 21)


def do(casino_id: int, *commands: WheelCommand | BallCommand, **how: Any) -> tuple[RecordedEvent, ...]:
    made: tuple[RecordedEvent, ...] = ()
    for command in commands:
        made += handle(EquipmentAggregate(casino_id), command, by=BOSS, now=NOON, **how).events
    return made


def wheel(casino_id: int, serial: str, table: str = "", *, numbering: str = "french") -> None:
    """A wheel, found fit, at the table or in the store."""
    pockets = numberings(casino_id)[numbering]
    registered = RegisterWheel(serial=serial, diameter_mm=550, pockets=pockets, make=WHEEL_MAKE)
    do(casino_id, registered, InspectWheel(serial=serial, condition="fit"))
    if table:
        do(casino_id, MoveWheel(serial=serial, table=table))


def ball(casino_id: int, serial: str, table: str = "", letter: str = "", mm: float = 20) -> None:
    """A ball, found fit, at the table or in the store."""
    registered = RegisterBall(serial=serial, diameter_mm=mm, make=BALL_MAKE)
    do(casino_id, registered, InspectBall(serial=serial, condition="fit"))
    if table:
        do(casino_id, AssignBall(serial=serial, table=table, letter=letter))


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    """A table that was closed, with a wheel and two balls by the register."""
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.CloseTable())
    wheel(casino_id, "W-1", "T1")
    ball(casino_id, "B-1", "T1", "A")
    ball(casino_id, "B-2", "T1", "B")
    return house


def open_next(house: OpenHouse) -> None:
    table = GamingTable.objects.get(casino_id=house.casino_id, code=house.table)
    house.do(opening_of(table, NEXT, usual_choices(table, house.state, NEXT)))


@pytest.mark.clause("pt-francesa/3-7")
def test_a_table_opens_with_the_wheel_and_the_balls_that_stand_there(house: OpenHouse) -> None:
    open_next(house)
    (opened,) = [event for event in house.events() if event.type == "table_opened"]
    assert (opened.data["wheel_serial"], opened.data["wheel"], opened.data["cylinder_mm"]) == (
        "W-1",
        "french",
        550,
    )
    assert [(each["name"], each["serial"]) for each in opened.data["balls"]] == [("A", "B-1"), ("B", "B-2")]


@pytest.mark.clause("pt-francesa/3-7")
def test_a_table_whose_wheel_was_taken_away_or_found_unfit_does_not_open(house: OpenHouse) -> None:
    unfit = InspectWheel(serial="W-1", condition="unfit", remarks="a fret is bent")
    do(house.casino_id, unfit)
    with expect_refusal("found-unfit-with-remarks", serial="W-1", remarks="a fret is bent") as refused:
        open_next(house)
    assert refused.value.clause == "pt-francesa/3-7"
    do(house.casino_id, MoveWheel(serial="W-1", table=""))
    with expect_refusal("no-wheel-at-table", table="T1") as refused:
        open_next(house)
    assert refused.value.clause == "pt-francesa/3-7"


@pytest.mark.clause("pt-francesa/10", "pt-francesa/3-7")
def test_an_open_table_hears_that_its_wheel_or_a_ball_of_it_was_found_unfit(house: OpenHouse) -> None:
    open_next(house)
    ball(house.casino_id, "B-3", "T1")
    for serial in ("B-2", "B-3"):
        do(house.casino_id, InspectBall(serial=serial, condition="unfit", remarks="chipped"))
    do(house.casino_id, InspectWheel(serial="W-1", condition="unfit"))
    heard = [event for event in house.events() if event.type in ("equipment_unfit", "violation_raised")]
    assert [event.data.get("serial") or event.data["clause"] for event in heard] == [
        "B-2",
        "pt-francesa/10",
        "W-1",
        "pt-francesa/3-7",
    ]
    assert heard[1].data["code"] == "ball-unfit"
    assert heard[1].data["parameters"] == {"ball": "B", "serial": "B-2", "remarks": "chipped"}


def test_a_closed_table_hears_nothing_of_it(house: OpenHouse) -> None:
    before = len(house.events())
    do(house.casino_id, InspectBall(serial="B-2", condition="unfit", remarks="chipped"))
    assert len(house.events()) == before


@pytest.mark.clause("pt-francesa/2", "pt-americana/2")
@pytest.mark.parametrize("rulebook", ["pt-francesa", "pt-americana"])
def test_a_wheel_of_another_order_that_was_found_at_a_table_does_not_open_it(
    casino_id: int, db: None, rulebook: str
) -> None:
    house = OpenHouse(casino_id, rulebook)
    house.do(c.CloseTable())
    mirrored = tuple(reversed(numberings(casino_id)["french"]))
    found = RegisterWheel(serial="W-1", diameter_mm=550, pockets=mirrored, found_at="T1")
    do(casino_id, found, InspectWheel(serial="W-1", condition="fit"))
    with expect_refusal("wheel-order-not-played-here") as refused:
        open_next(house)
    assert refused.value.clause == f"{rulebook}/2"


@pytest.mark.clause("pt-americana/2")
def test_the_wheel_says_which_numbering_is_played(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "pt-americana")
    house.do(c.CloseTable())
    wheel(casino_id, "W-1", "T1", numbering="american")
    open_next(house)
    assert house.state.wheel == "american"


@pytest.mark.clause("pt-francesa/3-7", "pt-francesa/2")
def test_wheels_move_between_tables_and_every_move_is_recorded(house: OpenHouse) -> None:
    GamingTable.objects.create(
        casino_id=house.casino_id, code="T2", name="T2", rulebook="pt-americana", limits={}, balls=[]
    )
    do(
        house.casino_id,
        MoveWheel(serial="W-1", table="T2", taken_from="T1"),
        MoveWheel(serial="W-1", table=""),
    )
    moves = [each for each in read_stream(house.casino_id, wheel_stream("W-1")) if each.type == "wheel_moved"]
    places = [("", "T1"), ("T1", "T2"), ("T2", "")]
    assert [(each.data["previous"], each.data["table"]) for each in moves] == places
    assert {each.metadata["by"]["id"] for each in moves} == {BOSS.id}
    wheel(house.casino_id, "W-2", numbering="american")
    with expect_refusal("wheel-numbering-not-played-here", numberings=("french",)) as refused:
        do(house.casino_id, MoveWheel(serial="W-2", table="T1"))
    assert refused.value.clause == "pt-francesa/2"


def test_a_colleague_may_sign_an_inspection(house: OpenHouse) -> None:
    inspector = Signature(person=Person(id="person/2", name="Inspector"), role="games_inspector")
    command = InspectWheel(serial="W-1", condition="fit", next_due="2027-05-31", signatures=(inspector,))
    do(house.casino_id, command)
    found = equipment.wheel_named(house.casino_id, "W-1").inspected
    assert found is not None
    assert (found.signatures, found.next_due) == ((inspector,), "2027-05-31")


def test_a_command_sent_twice_is_carried_out_once(house: OpenHouse) -> None:
    command = MoveWheel(serial="W-1", table="")
    first = do(house.casino_id, command, idempotency_key="one")
    assert do(house.casino_id, command, idempotency_key="one") == first
    with pytest.raises(IdempotencyConflict):
        do(house.casino_id, WithdrawWheel(serial="W-1", reason="worn"), idempotency_key="one")


def test_a_table_that_there_is_not_gets_no_wheel(house: OpenHouse) -> None:
    with expect_refusal("table-unknown", table="T9", tables=("T1",)):
        do(house.casino_id, MoveWheel(serial="W-1", table="T9"))


@pytest.mark.clause("pt-francesa/10")
def test_a_replaced_ball_is_withdrawn_and_the_other_takes_its_letter(house: OpenHouse) -> None:
    ball(house.casino_id, "B-3")
    open_next(house)
    command = c.ReplaceBall(ball="A", reason="fracture", serial="B-3")
    for _ in range(2):
        house.do(command, idempotency_key="replace")
    old, new = (equipment.ball_named(house.casino_id, serial) for serial in ("B-1", "B-3"))
    assert (old.withdrawn, old.table, new.table, new.letter) == ("fracture", "", "T1", "A")
    (said,) = [each for each in read_stream(house.casino_id, ball_stream("B-3")) if each.data.get("letter")]
    assert said.metadata["cause"].startswith(table_stream("T1", "2026-11-21"))
    assert registered_balls(GamingTable.objects.get(code="T1", casino_id=house.casino_id))[0].serial == "B-3"
    house.do(c.CloseTable())


@pytest.mark.clause("pt-francesa/10")
def test_a_ball_of_another_diameter_replaces_none_and_nothing_is_recorded(house: OpenHouse) -> None:
    ball(house.casino_id, "B-3", mm=21)
    open_next(house)
    with expect_refusal("ball-of-other-diameter", diameter=21, right=20) as refused:
        house.do(c.ReplaceBall(ball="A", reason="defect", serial="B-3", diameter_mm=20))
    assert refused.value.clause == "pt-francesa/10"
    assert equipment.ball_named(house.casino_id, "B-1").table == "T1"
    with expect_refusal("equipment-not-registered", what="ball"):
        house.do(c.ReplaceBall(ball="A", reason="defect", diameter_mm=20))


def fit_but_not_looked_at(serial: str) -> InspectWheel | InspectBall:
    kind = InspectWheel if serial == "T1-W" else InspectBall
    return kind(serial=serial, condition="fit")


def looked_at(serial: str) -> InspectWheel | InspectBall:
    if serial == "T1-W":
        return InspectWheel(serial=serial, condition="fit", make=WHEEL_MAKE)
    return InspectBall(serial=serial, condition="fit", make=BALL_MAKE)


@pytest.mark.clause("pt-francesa/3-7", "pt-francesa/9")
def test_an_older_table_comes_into_the_register_once_and_opens_when_it_was_inspected(
    casino_id: int, db: None
) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    brought = [line for _ in range(2) for line in begin_register(NOON)]
    assert brought == [
        "T1: its wheel is in the register as T1-W",
        "T1: its ball A is in the register as T1-A",
        "T1: its ball B is in the register as T1-B",
    ]
    house.do(c.CloseTable())
    for serial in ("T1-W", "T1-A", "T1-B"):
        with expect_refusal("never-inspected"):
            open_next(house)
        do(casino_id, fit_but_not_looked_at(serial))
        with expect_refusal("equipment-make-unknown", serial=serial) as refused:
            open_next(house)
        assert refused.value.clause == ("pt-francesa/3-7" if serial == "T1-W" else "pt-francesa/9")
        do(casino_id, looked_at(serial))
    open_next(house)
    assert house.state.balls[1].serial == "T1-B"


class TestEquipmentContract(ProjectionContract):
    projection = "equipment"

    def write_history(self, casino_id: int) -> None:
        OpenHouse(casino_id, "pt-francesa").do(c.CloseTable())
        wheel(casino_id, "W-1", "T1")
        wheel(casino_id, "W-2")
        ball(casino_id, "B-1", "T1", "A")
        do(casino_id, WithdrawWheel(serial="W-2", reason="worn"))
        assert Wheel.objects.filter(casino_id=casino_id).count() == 2
        assert Ball.objects.get(casino_id=casino_id).letter == "A"
