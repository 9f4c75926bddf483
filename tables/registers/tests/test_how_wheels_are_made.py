"""How a wheel is made: judged by the rulebook's values when it is registered, inspected, and brought to a table."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tables.registers.equipment import Rulebooks, Standing
from tables.registers.make import WheelMake
from tables.registers.wheel_commands import (
    InspectWheel,
    MoveWheel,
    RegisterWheel,
    WheelCommand,
    decide_wheel,
)
from tables.registers.wheels import WHEEL_EVENTS, Wheel, WheelInspected, evolve_wheel
from tables.roulette.loader import get_rulebook, load_rulebook
from testkit.equipment import WHEEL_MAKE
from testkit.refusals import expect_refusal
from testkit.rulebooks import SIXTH, rules_of

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
ORDERS = {name: wheel.order for name, wheel in get_rulebook("pt-americana").wheels.items()}
FRANCESA, AMERICANA, VENEZIA = (get_rulebook(id_) for id_ in ("pt-francesa", "pt-americana", "it-venezia"))
AS_REGISTERED = RegisterWheel(serial="W-7", diameter_mm=560, pockets=ORDERS["french"], make=WHEEL_MAKE)
PLASTIC = replace(WHEEL_MAKE, material="plastic", deflectors=0)
BOTH = ("pt-francesa/3-7", "pt-americana/3-6")


def handled(
    wheel: Wheel, *commands: WheelCommand, tables: Iterable[Standing] = (), rulebooks: Rulebooks
) -> Wheel:
    """The wheel after the commands, handled one after the other."""
    around = {each.table: each for each in tables}
    for command in commands:
        for event in decide_wheel(wheel, command, NOW, numberings=ORDERS, tables=around, rulebooks=rulebooks):
            wheel = evolve_wheel(wheel, event, wheel.version + 1, NOW)
    return wheel


def played(*ids: str) -> Rulebooks:
    return {id_: get_rulebook(id_) for id_ in ids}


def made(**otherwise: Any) -> WheelMake:
    return replace(WHEEL_MAKE, **otherwise)


def register(make: WheelMake, *ids: str, **otherwise: Any) -> Wheel:
    command = replace(AS_REGISTERED, make=make, **otherwise)
    return handled(Wheel(), command, rulebooks=played(*ids))


@pytest.mark.clause("pt-francesa/3-7")
def test_a_plastic_wheel_is_not_registered_for_the_french_game() -> None:
    with expect_refusal(
        "equipment-make-wrong", what="wheel", part="material", found="plastic", right=("wood",)
    ) as refused:
        register(PLASTIC, "pt-francesa")
    assert refused.value.clause == "pt-francesa/3-7"


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
@pytest.mark.parametrize("deflectors", [0, 1])
def test_wheel_without_deflectors_is_refused(clause: str, deflectors: int) -> None:
    house = clause.partition("/")[0]
    with expect_refusal("wheel-deflectors-missing", serial="W-7", limit=2, value=deflectors) as refused:
        register(made(deflectors=deflectors), house)
    assert refused.value.clause == clause
    assert register(made(deflectors=2), house).make.deflectors == 2


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("plate-shape", {"plate_shape": "convex"}),
        ("plate-smooth", {"plate_smooth": False}),
        ("bearing", {"bearing": "other"}),
        ("walls", {"walls": "plastic"}),
        ("even-pockets", {"even_pockets": False}),
    ],
)
def test_plate_bearing_and_walls_are_as_the_rulebook_says(
    clause: str, part: str, wrong: Mapping[str, Any]
) -> None:
    house = clause.partition("/")[0]
    with expect_refusal("equipment-make-wrong", part=part) as refused:
        register(made(**wrong), house)
    assert refused.value.clause == clause


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("bearing", ["pivot", "ball-bearing"])
def test_the_plate_turns_on_a_pivot_or_on_a_ball_bearing(bearing: str) -> None:
    for house in ("pt-francesa", "pt-americana"):
        assert register(made(bearing=bearing), house).make.bearing == bearing


@pytest.mark.clause("pt-francesa/3-7")
def test_the_french_plate_is_turned_by_hand() -> None:
    with expect_refusal("equipment-make-wrong", part="turned-by-hand", found="no", right=("yes",)):
        register(made(turned_by_hand=False), "pt-francesa")


@pytest.mark.clause("pt-americana/3-6")
def test_part_unnamed_by_the_rules_is_not_required() -> None:
    make = made(material="plastic", turned_by_hand=None, plate_material=None)
    there = Standing(table="T1", rulebook=AMERICANA)
    inspected, move = InspectWheel(serial="W-7", condition="fit"), MoveWheel(serial="W-7", table="T1")
    wheel = register(make, "pt-americana")
    assert handled(wheel, inspected, move, tables=[there], rulebooks={}).table == "T1"


@pytest.mark.clause("it-venezia/cylinder")
def test_the_venetian_cylinder_is_of_wood_and_its_plate_of_metal() -> None:
    with expect_refusal("equipment-make-wrong", part="material", found="plastic") as refused:
        register(made(material="plastic"), "it-venezia")
    assert refused.value.clause == "it-venezia/cylinder"
    with expect_refusal("equipment-make-wrong", part="plate-material", found="wood", right=("metal",)):
        register(made(plate_material="wood"), "it-venezia")
    assert register(made(deflectors=0, walls="plastic"), "it-venezia").serial == "W-7"


@pytest.mark.clause("pt-francesa/3-7")
def test_a_wheel_is_judged_by_the_rulebook_that_it_is_registered_for() -> None:
    with expect_refusal("equipment-make-wrong", part="material"):
        register(made(material="plastic"), "pt-francesa", rulebook="pt-francesa")
    american = replace(AS_REGISTERED, pockets=ORDERS["american"], rulebook="pt-francesa")
    with expect_refusal("wheel-numbering-not-played-here") as refused:
        handled(Wheel(), american, rulebooks=played("pt-francesa"))
    assert refused.value.clause == "pt-francesa/2"


@pytest.mark.clause(*BOTH)
def test_unassigned_wheel_fits_a_rulebook_of_the_casino() -> None:
    plastic = made(material="plastic")
    assert register(plastic, "pt-francesa", "pt-americana").make == plastic
    assert register(PLASTIC).make == PLASTIC
    with expect_refusal("equipment-make-wrong", part="material", found="plastic"):
        register(PLASTIC, "pt-francesa", "pt-americana")


@pytest.mark.clause("pt-francesa/3-7")
def test_uninspected_wheel_is_registered_and_moved_to_no_table() -> None:
    wheel = register(made(walls=None), "pt-francesa")
    there = Standing(table="T1", rulebook=FRANCESA)
    fit, move = InspectWheel(serial="W-7", condition="fit"), MoveWheel(serial="W-7", table="T1")
    with expect_refusal("equipment-make-unknown", serial="W-7", part="walls") as refused:
        handled(wheel, fit, move, tables=[there], rulebooks={})
    assert refused.value.clause == "pt-francesa/3-7"
    looked_at = replace(fit, make=WheelMake(walls="metal"))
    moved = handled(wheel, looked_at, move, tables=[there], rulebooks={})
    assert (moved.table, moved.make) == ("T1", WHEEL_MAKE)


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
def test_an_inspection_does_not_find_fit_what_the_rulebook_of_its_table_forbids(clause: str) -> None:
    there = Standing(table="T1", rulebook=get_rulebook(clause.partition("/")[0]))
    fit, move = InspectWheel(serial="W-7", condition="fit"), MoveWheel(serial="W-7", table="T1")
    wheel = handled(register(WHEEL_MAKE), fit, move, tables=[there], rulebooks={})
    broken = replace(fit, make=WheelMake(deflectors=1))
    with expect_refusal("wheel-deflectors-missing", limit=2, value=1) as refused:
        handled(wheel, broken, tables=[there], rulebooks={})
    assert refused.value.clause == clause
    with expect_refusal("wheel-size-wrong", value=610):
        handled(wheel, replace(fit, diameter_mm=610), tables=[there], rulebooks={})
    found = handled(wheel, replace(broken, condition="unfit"), tables=[there], rulebooks={})
    assert found.inspected is not None
    assert (found.inspected.condition, found.make.deflectors) == ("unfit", 1)


@pytest.mark.parametrize("width", [560, 820])
def test_wheel_of_the_least_width_or_more_comes_to_its_table(width: int) -> None:
    there = Standing(table="T1", rulebook=rules_of("eighth"))
    fit, move = InspectWheel(serial="W-7", condition="fit"), MoveWheel(serial="W-7", table="T1")
    wheel = handled(register(WHEEL_MAKE), replace(fit, diameter_mm=width), move, tables=[there], rulebooks={})
    assert wheel.table == "T1"


def test_wheel_under_the_least_width_is_refused_at_an_inspection() -> None:
    there = Standing(table="T1", rulebook=rules_of("eighth"))
    fit, move = InspectWheel(serial="W-7", condition="fit"), MoveWheel(serial="W-7", table="T1")
    wheel = handled(register(WHEEL_MAKE), replace(fit, diameter_mm=560), move, tables=[there], rulebooks={})
    with expect_refusal("wheel-too-narrow", clause="eighth/1", smallest_mm=560, value=559):
        handled(wheel, replace(fit, diameter_mm=559), tables=[there], rulebooks={})


def test_an_inspection_in_the_store_goes_by_the_rulebook_it_is_registered_for() -> None:
    wheel = register(WHEEL_MAKE, "pt-francesa", rulebook="pt-francesa")
    motor = InspectWheel(serial="W-7", condition="fit", make=WheelMake(turned_by_hand=False))
    with expect_refusal("equipment-make-wrong", part="turned-by-hand"):
        handled(wheel, motor, rulebooks=played("pt-francesa"))


def test_uninspected_part_remains_known() -> None:
    wheel = register(WHEEL_MAKE)
    found = InspectWheel(serial="W-7", condition="fit", diameter_mm=559, make=WheelMake(bearing="pivot"))
    (event,) = decide_wheel(wheel, found, NOW, numberings=ORDERS, tables={}, rulebooks={})
    assert isinstance(event, WheelInspected)
    assert event.make == WheelMake(bearing="pivot")
    assert evolve_wheel(wheel, event, 2, NOW).make == made(bearing="pivot")


def test_another_rulebook_asks_for_other_wheels() -> None:
    sixth = load_rulebook(SIXTH)
    fits = WheelMake(
        material="plastic",
        deflectors=8,
        plate_material="wood",
        plate_shape="flat",
        plate_smooth=True,
        bearing="ball-bearing",
        walls="plastic",
        even_pockets=True,
        turned_by_hand=False,
    )
    wheel = replace(AS_REGISTERED, diameter_mm=800, make=fits)
    assert handled(Wheel(), wheel, rulebooks={"sixth": sixth}).make == fits
    for wrong in ({"deflectors": 7}, {"turned_by_hand": True}, {"bearing": "pivot"}):
        with expect_refusal(
            "wheel-deflectors-missing" if "deflectors" in wrong else "equipment-make-wrong"
        ) as refused:
            handled(Wheel(), replace(wheel, make=replace(fits, **wrong)), rulebooks={"sixth": sixth})
        assert refused.value.clause == "sixth/1"


@pytest.mark.parametrize(
    ("part", "otherwise"),
    [
        ("diameter", {"diameter_mm": 0}),
        ("diameter", {"diameter_mm": 5001}),
        ("deflectors", {"make": WheelMake(deflectors=-1)}),
        ("deflectors", {"make": WheelMake(deflectors=100)}),
    ],
)
def test_measures_that_no_wheel_has_are_refused(part: str, otherwise: Mapping[str, Any]) -> None:
    with expect_refusal("equipment-measure-impossible", what="wheel", part=part):
        handled(Wheel(), replace(AS_REGISTERED, **otherwise), rulebooks={})
    with expect_refusal("equipment-measure-impossible", part=part):
        handled(register(WHEEL_MAKE), InspectWheel(serial="W-7", condition="fit", **otherwise), rulebooks={})


OLDER = {
    "serial": "W-7",
    "maker": "Cammegh",
    "diameter_mm": 560,
    "numbering": "french",
    "pockets": list(ORDERS["french"]),
    "side_by_side": [],
    "deflectors": 8,
    "material": "wood",
    "plate": "slightly concave",
}


@pytest.mark.parametrize(
    ("words", "make", "remarks"),
    [
        ({}, WheelMake(material="wood", deflectors=8, plate_shape="slightly-concave"), ""),
        ({"plate": "", "deflectors": None}, WheelMake(material="wood"), ""),
        (
            {"material": "Mahogany", "plate": "worn"},
            WheelMake(deflectors=8),
            "material: Mahogany; plate: worn",
        ),
    ],
)
def test_an_older_registration_says_what_it_knows(
    words: Mapping[str, Any], make: WheelMake, remarks: str
) -> None:
    data = OLDER | dict(words)
    for upcaster in WHEEL_EVENTS.upcasters["wheel_registered"]:
        data = upcaster(data)
    wheel = evolve_wheel(Wheel(), WHEEL_EVENTS.decode("wheel_registered", data), 1, NOW)
    assert (wheel.make, wheel.remarks, wheel.diameter_mm, wheel.rulebook) == (make, remarks, 560, "")
