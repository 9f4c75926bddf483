"""What a ball is made of: judged by the rulebook's values when it is registered, inspected, and given to a table."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tables.registers.ball_commands import (
    AssignBall,
    BallCommand,
    InspectBall,
    RegisterBall,
    check_replacing,
    decide_ball,
)
from tables.registers.balls import BALL_EVENTS, RegisteredBall, evolve_ball
from tables.registers.equipment import Rulebooks, Standing
from tables.registers.make import BallMake
from tables.roulette.loader import get_rulebook, load_rulebook
from testkit.equipment import BALL_MAKE
from testkit.refusals import expect_refusal
from testkit.rulebooks import SIXTH

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
BOTH = ("pt-francesa/9", "pt-americana/17")
BLACK_STEEL = replace(BALL_MAKE, material="steel", colour="black")
FIT = InspectBall(serial="B-1", condition="fit")


def handled(
    ball: RegisteredBall, *commands: BallCommand, tables: Iterable[Standing] = (), rulebooks: Rulebooks
) -> RegisteredBall:
    around = {each.table: each for each in tables}
    for command in commands:
        for event in decide_ball(ball, command, NOW, tables=around, rulebooks=rulebooks):
            ball = evolve_ball(ball, event, ball.version + 1, NOW)
    return ball


def register(make: BallMake, *ids: str, diameter_mm: float = 20, **otherwise: Any) -> RegisteredBall:
    command = RegisterBall(serial="B-1", diameter_mm=diameter_mm, make=make, **otherwise)
    return handled(RegisteredBall(), command, rulebooks={id_: get_rulebook(id_) for id_ in ids})


def made(**otherwise: Any) -> BallMake:
    return replace(BALL_MAKE, **otherwise)


def at(clause: str, **otherwise: Any) -> Standing:
    return Standing(table="T1", rulebook=get_rulebook(clause.partition("/")[0]), **otherwise)


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
@pytest.mark.parametrize(
    ("make", "part", "found"),
    [
        (BLACK_STEEL, "material", "steel"),
        (made(colour="black"), "colour", "black"),
        (made(material="glass"), "material", "glass"),
        (made(balanced=False), "balanced", "no"),
    ],
)
def test_a_black_steel_ball_is_not_registered(clause: str, make: BallMake, part: str, found: str) -> None:
    with expect_refusal("equipment-make-wrong", what="ball", part=part, found=found) as refused:
        register(make, clause.partition("/")[0])
    assert refused.value.clause == clause


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
@pytest.mark.parametrize("diameter", [17.9, 24.1])
def test_nor_is_one_of_the_wrong_size(clause: str, diameter: float) -> None:
    with expect_refusal("ball-size-wrong", smallest_mm=18, largest_mm=24) as refused:
        register(BALL_MAKE, clause.partition("/")[0], diameter_mm=diameter)
    assert refused.value.clause == clause


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
@pytest.mark.parametrize("material", ["ivory", "ivorine", "resin", "acetal", "nylon", "teflon"])
def test_ivory_and_what_is_equivalent_comes_to_a_table(clause: str, material: str) -> None:
    ball = register(made(material=material, weight_g=None), clause.partition("/")[0])
    there = at(clause)
    to_table = AssignBall(serial="B-1", table="T1", letter="A")
    assert handled(ball, FIT, to_table, tables=[there], rulebooks={}).letter == "A"


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
def test_whether_it_is_balanced_an_inspection_finds_before_it_comes_to_a_table(clause: str) -> None:
    ball = register(made(balanced=None), clause.partition("/")[0])
    there, to_table = at(clause), AssignBall(serial="B-1", table="T1", letter="A")
    with expect_refusal("equipment-make-unknown", serial="B-1", part="balanced") as refused:
        handled(ball, FIT, to_table, tables=[there], rulebooks={})
    assert refused.value.clause == clause
    balanced = replace(FIT, make=BallMake(balanced=True))
    assert handled(ball, balanced, to_table, tables=[there], rulebooks={}).make == BALL_MAKE


@pytest.mark.clause(*BOTH)
@pytest.mark.parametrize("clause", BOTH)
def test_an_inspection_does_not_find_fit_what_the_rulebook_of_its_table_forbids(clause: str) -> None:
    there = at(clause)
    ball = handled(
        register(BALL_MAKE),
        FIT,
        AssignBall(serial="B-1", table="T1", letter="A"),
        tables=[there],
        rulebooks={},
    )
    with expect_refusal("equipment-make-wrong", part="colour", found="yellow", right=("white",)) as refused:
        handled(ball, replace(FIT, make=BallMake(colour="yellow")), tables=[there], rulebooks={})
    assert refused.value.clause == clause
    with expect_refusal("ball-size-wrong", diameter_mm=17.5):
        handled(ball, replace(FIT, diameter_mm=17.5), tables=[there], rulebooks={})
    worn = replace(FIT, condition="unfit", diameter_mm=17.5, make=BallMake(colour="yellow"))
    found = handled(ball, worn, tables=[there], rulebooks={})
    assert (found.diameter_mm, found.make.colour, found.make.material) == (17.5, "yellow", "ivorine")


@pytest.mark.clause("pt-francesa/10", "pt-francesa/9")
def test_a_black_steel_ball_replaces_none() -> None:
    ball = handled(register(BLACK_STEEL), FIT, rulebooks={})
    with expect_refusal("equipment-make-wrong", part="material", found="steel") as refused:
        check_replacing(ball, "B-1", "T1", get_rulebook("pt-francesa"))
    assert refused.value.clause == "pt-francesa/9"


def test_another_rulebook_asks_for_other_balls() -> None:
    sixth = {"sixth": load_rulebook(SIXTH)}
    steel = RegisterBall(
        serial="B-1",
        diameter_mm=16,
        make=BallMake(material="steel", colour="black", weight_g=9, balanced=False),
    )
    assert handled(RegisteredBall(), steel, rulebooks=sixth).make == steel.make
    for weight in (8.9, 20.1):
        heavy = replace(steel, make=replace(steel.make, weight_g=weight))
        with expect_refusal("ball-weight-wrong", weight_g=weight, lightest_g=9, heaviest_g=20) as refused:
            handled(RegisteredBall(), heavy, rulebooks=sixth)
        assert refused.value.clause == "sixth/1"
    unweighed = replace(steel, make=replace(steel.make, weight_g=None))
    there = Standing(table="T1", rulebook=sixth["sixth"])
    with expect_refusal("equipment-make-unknown", part="weight"):
        handled(
            handled(RegisteredBall(), unweighed, rulebooks=sixth),
            FIT,
            AssignBall(serial="B-1", table="T1", letter="B"),
            tables=[there],
            rulebooks=sixth,
        )


@pytest.mark.parametrize("weight", [0, -1, 1001])
def test_a_weight_that_no_ball_has_is_refused(weight: float) -> None:
    with expect_refusal("equipment-measure-impossible", what="ball", part="weight"):
        register(made(weight_g=weight))


@pytest.mark.parametrize("diameter", [0, -1])
def test_an_inspection_measures_no_ball_without_size(diameter: float) -> None:
    with expect_refusal("ball-diameter-missing", diameter_mm=diameter):
        handled(register(BALL_MAKE), replace(FIT, diameter_mm=diameter), rulebooks={})


@pytest.mark.parametrize(
    ("words", "make", "remarks"),
    [
        ({"material": "ivorine", "colour": "white"}, BallMake(material="ivorine", colour="white"), ""),
        ({"material": "", "colour": "white"}, BallMake(colour="white"), ""),
        (
            {"material": "marfim", "colour": "pearl"},
            BallMake(material="ivory"),
            "colour: pearl",
        ),
    ],
)
def test_an_older_registration_says_what_it_knows(
    words: Mapping[str, Any], make: BallMake, remarks: str
) -> None:
    data: dict[str, Any] = {"serial": "B-1", "diameter_mm": 20.5, **words}
    for upcaster in BALL_EVENTS.upcasters["ball_registered"]:
        data = upcaster(data)
    ball = evolve_ball(RegisteredBall(), BALL_EVENTS.decode("ball_registered", data), 1, NOW)
    assert (ball.make, ball.remarks, ball.diameter_mm, ball.rulebook) == (make, remarks, 20.5, "")
