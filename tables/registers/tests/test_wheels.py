"""A wheel's life in the register: what it is registered with, and where it may stand."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from tables.registers.equipment import Rulebooks, Standing
from tables.registers.wheel_commands import (
    InspectWheel,
    MoveWheel,
    RegisterWheel,
    WheelCommand,
    WithdrawWheel,
    decide_wheel,
)
from tables.registers.wheels import Wheel, WheelMoved, WheelRegistered, evolve_wheel
from tables.roulette.loader import get_rulebook
from testkit.equipment import WHEEL_MAKE
from testkit.refusals import expect_refusal

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
ORDERS = {name: wheel.order for name, wheel in get_rulebook("pt-americana").wheels.items()}
FRENCH, AMERICAN = ORDERS["french"], ORDERS["american"]
NO_RULEBOOKS: Rulebooks = {}
FRANCESA, AMERICANA = "pt-francesa", "pt-americana"
HOUSES = (("pt-francesa", "pt-francesa/3-7"), ("pt-americana", "pt-americana/3-6"))


def handled(
    wheel: Wheel,
    *commands: WheelCommand,
    tables: Iterable[Standing] = (),
    rulebooks: Rulebooks = NO_RULEBOOKS,
) -> Wheel:
    """The wheel after the commands, handled one after the other."""
    around = {each.table: each for each in tables}
    for command in commands:
        for event in decide_wheel(wheel, command, NOW, numberings=ORDERS, tables=around, rulebooks=rulebooks):
            wheel = evolve_wheel(wheel, event, wheel.version + 1, NOW)
    return wheel


AS_REGISTERED = RegisterWheel(serial="W-7", maker="Cammegh", diameter_mm=560, pockets=FRENCH, make=WHEEL_MAKE)


def registered(**otherwise: object) -> Wheel:
    return handled(Wheel(), replace(AS_REGISTERED, **otherwise))


def fit(**otherwise: object) -> Wheel:
    return handled(registered(**otherwise), InspectWheel(serial="W-7", condition="fit"))


def at(house: str, **otherwise: object) -> Standing:
    return replace(Standing(table="T1", rulebook=get_rulebook(house)), **otherwise)


def move(wheel: Wheel, there: Standing, taken_from: str | None = None) -> Wheel:
    command = MoveWheel(serial="W-7", table=there.table, taken_from=taken_from)
    return handled(wheel, command, tables=[there])


@pytest.mark.clause("pt-francesa/3-7", "pt-americana/3-6")
def test_a_wheel_is_registered_with_all_that_is_written_of_it() -> None:
    wheel = handled(
        Wheel(),
        replace(AS_REGISTERED, remarks="mahogany", rulebook=FRANCESA),
        rulebooks={FRANCESA: get_rulebook(FRANCESA)},
    )
    assert (wheel.serial, wheel.maker, wheel.diameter_mm, wheel.make) == ("W-7", "Cammegh", 560, WHEEL_MAKE)
    assert (wheel.numbering, wheel.pockets, wheel.remarks, wheel.rulebook) == (
        "french",
        FRENCH,
        "mahogany",
        FRANCESA,
    )
    assert (wheel.table, wheel.inspected) == ("", None)


@pytest.mark.clause("pt-francesa/2", "pt-americana/2")
def test_the_order_may_be_read_off_from_any_pocket() -> None:
    assert registered(pockets=FRENCH[20:] + FRENCH[:20]).numbering == "french"
    assert registered(pockets=tuple(reversed(FRENCH))).numbering == ""


@pytest.mark.clause("pt-americana/2")
@pytest.mark.parametrize(
    ("pockets", "code"),
    [
        (FRENCH[:-1], "wheel-pockets-wrong"),
        ((*FRENCH[:-1], 0), "wheel-pockets-wrong"),
        ((*FRENCH, 38), "wheel-pockets-beyond-numbers"),
    ],
)
def test_a_wheel_has_every_number_once(pockets: tuple[int, ...], code: str) -> None:
    with expect_refusal(code, pockets=len(pockets), highest=36):
        registered(pockets=pockets)


def test_a_wheel_is_not_called_what_it_is_not() -> None:
    with expect_refusal("wheel-numbering-wrong", numbering="american", after=0, found=32, right=2):
        registered(numbering="american")


@pytest.mark.clause("pt-americana/3-6")
def test_the_register_notes_where_colours_do_not_alternate() -> None:
    assert registered().side_by_side == ()
    side_by_side = registered(pockets=AMERICAN).side_by_side
    assert side_by_side and (31, 19) not in side_by_side
    assert all(one in AMERICAN and next_ in AMERICAN for one, next_ in side_by_side)


@pytest.mark.clause("pt-francesa/2")
def test_a_wheel_of_another_order_does_not_come_to_a_french_table() -> None:
    with expect_refusal(
        "wheel-numbering-not-played-here", numbering="american", numberings=("french",)
    ) as refused:
        move(fit(pockets=AMERICAN), at(FRANCESA))
    assert refused.value.clause == "pt-francesa/2"


@pytest.mark.clause("pt-americana/2")
@pytest.mark.parametrize("pockets", [FRENCH, AMERICAN])
def test_american_table_takes_each_of_its_numberings(pockets: tuple[int, ...]) -> None:
    assert move(fit(pockets=pockets), at(AMERICANA)).table == "T1"


@pytest.mark.clause("pt-francesa/2", "pt-americana/2")
@pytest.mark.parametrize("house", [FRANCESA, AMERICANA])
def test_a_wheel_with_two_pockets_exchanged_comes_to_no_table(house: str) -> None:
    exchanged = (0, 15, 32, *FRENCH[3:])
    with expect_refusal("wheel-order-not-played-here", after=0, found=15, right=32) as refused:
        move(fit(pockets=exchanged), at(house))
    assert refused.value.clause == f"{house}/2"


@pytest.mark.clause("pt-francesa/3-7", "pt-americana/3-6")
@pytest.mark.parametrize(("house", "clause"), HOUSES)
@pytest.mark.parametrize(("width", "limit"), [(499, 500), (601, 600)])
def test_a_wheel_of_the_wrong_width_comes_to_no_table(
    house: str, clause: str, width: int, limit: int
) -> None:
    with expect_refusal("wheel-size-wrong", smallest_mm=500, largest_mm=600) as refused:
        move(fit(diameter_mm=width), at(house))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (clause, limit, width)
    assert move(fit(diameter_mm=limit), at(house)).table == "T1"


@pytest.mark.clause("pt-francesa/3-7", "pt-americana/3-6")
@pytest.mark.parametrize(("house", "clause"), HOUSES)
def test_only_what_was_found_fit_comes_to_a_table(house: str, clause: str) -> None:
    with expect_refusal("never-inspected") as never:
        move(registered(), at(house))
    unfit = handled(registered(), InspectWheel(serial="W-7", condition="unfit", remarks="a fret is bent"))
    with expect_refusal("found-unfit-with-remarks", remarks="a fret is bent") as found:
        move(unfit, at(house))
    assert never.value.clause == found.value.clause == clause


@pytest.mark.clause("pt-francesa/3-7", "pt-americana/3-6")
def test_a_wheel_stands_at_one_table_at_a_time() -> None:
    wheel = move(fit(), at(FRANCESA))
    other = at(FRANCESA, table="T2")
    with expect_refusal("wheel-taken-elsewhere", place="T1", taken_from="") as refused:
        handled(wheel, MoveWheel(serial="W-7", table="T2", taken_from=""), tables=[at(FRANCESA), other])
    assert refused.value.clause == "pt-francesa/3-7"
    moved = handled(wheel, MoveWheel(serial="W-7", table="T2", taken_from="T1"), tables=[at(FRANCESA), other])
    assert moved.table == "T2"


@pytest.mark.clause("pt-francesa/3-7")
def test_a_table_has_one_wheel() -> None:
    with expect_refusal("table-has-a-wheel", table="T1", wheel="W-1") as refused:
        move(fit(), at(FRANCESA, wheel="W-1"))
    assert refused.value.clause == "pt-francesa/3-7"


def test_the_wheel_of_an_open_table_stays_there() -> None:
    wheel = move(fit(), at(FRANCESA))
    opened = at(FRANCESA, is_open=True, wheel="W-7")
    for command in (MoveWheel(serial="W-7", table=""), WithdrawWheel(serial="W-7", reason="worn")):
        with expect_refusal("wheel-in-play", table="T1", serial="W-7"):
            handled(wheel, command, tables=[opened])


@pytest.mark.clause("pt-francesa/3-7")
def test_every_move_is_an_event_of_the_wheel() -> None:
    moves = decide_wheel(
        fit(),
        MoveWheel(serial="W-7", table="T1"),
        NOW,
        numberings=ORDERS,
        tables={"T1": at(FRANCESA)},
        rulebooks={},
    )
    assert list(moves) == [WheelMoved(serial="W-7", table="T1", previous="")]


def test_a_wheel_that_was_found_at_its_table_is_written_down_as_it_stands() -> None:
    command = RegisterWheel(serial="W-7", pockets=AMERICAN, found_at="T1")
    made = list(decide_wheel(Wheel(), command, NOW, numberings=ORDERS, tables={}, rulebooks={}))
    assert isinstance(made[0], WheelRegistered)
    assert made[1] == WheelMoved(serial="W-7", table="T1", previous="", found=True)


def test_a_withdrawn_wheel_is_moved_and_inspected_no_more() -> None:
    gone = handled(fit(), WithdrawWheel(serial="W-7", reason="worn out"))
    for command in (MoveWheel(serial="W-7", table=""), InspectWheel(serial="W-7", condition="fit")):
        with expect_refusal("equipment-withdrawn", reason="worn out"):
            handled(gone, command)


@pytest.mark.parametrize(
    ("wheel", "command", "code"),
    [
        (Wheel(), MoveWheel(serial="W-9", table=""), "equipment-not-registered"),
        (registered(), RegisterWheel(serial="W-7", pockets=FRENCH), "wheel-registered-already"),
        (Wheel(), RegisterWheel(serial="W/7", pockets=FRENCH), "serial-malformed"),
        (
            registered(),
            InspectWheel(serial="W-7", condition="fit", next_due="soon"),
            "next-inspection-malformed",
        ),
        (
            registered(),
            InspectWheel(serial="W-7", condition="fit", next_due="2026-01-01"),
            "next-inspection-past",
        ),
        (registered(), WithdrawWheel(serial="W-7", reason=""), "wheel-withdrawn-without-reason"),
        (registered(), MoveWheel(serial="W-7", table=""), "wheel-there-already"),
    ],
)
def test_empty_wheel_command_is_refused(wheel: Wheel, command: WheelCommand, code: str) -> None:
    with expect_refusal(code):
        handled(wheel, command)
