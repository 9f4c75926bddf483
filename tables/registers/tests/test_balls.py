"""A ball's life in the register: where it may be played with, and what a replacement means to it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tables.registers.ball_commands import (
    AssignBall,
    BallCommand,
    InspectBall,
    RegisterBall,
    WithdrawBall,
    check_replacing,
    decide_ball,
    replacement,
)
from tables.registers.balls import BallAssigned, BallWithdrawn, RegisteredBall, evolve_ball
from tables.registers.equipment import Rulebooks, Standing
from tables.roulette.loader import get_rulebook
from testkit.equipment import BALL_MAKE
from testkit.refusals import expect_refusal

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
NO_RULEBOOKS: Rulebooks = {}
HOUSES = (("pt-francesa", "pt-francesa/9"), ("pt-americana", "pt-americana/17"))


def handled(
    ball: RegisteredBall,
    *commands: BallCommand,
    tables: Iterable[Standing] = (),
    rulebooks: Rulebooks = NO_RULEBOOKS,
) -> RegisteredBall:
    around = {each.table: each for each in tables}
    for command in commands:
        for event in decide_ball(ball, command, NOW, tables=around, rulebooks=rulebooks):
            ball = evolve_ball(ball, event, ball.version + 1, NOW)
    return ball


def fit(diameter_mm: float = 20, serial: str = "B-1") -> RegisteredBall:
    registered = RegisterBall(serial=serial, diameter_mm=diameter_mm, make=BALL_MAKE)
    return handled(RegisteredBall(), registered, InspectBall(serial=serial, condition="fit"))


def at(house: str = "pt-francesa", **otherwise: object) -> Standing:
    return replace(Standing(table="T1", rulebook=get_rulebook(house)), **otherwise)


def assigned(ball: RegisteredBall, letter: str = "A", there: Standing | None = None) -> RegisteredBall:
    there = there or at()
    return handled(ball, AssignBall(serial=ball.serial, table=there.table, letter=letter), tables=[there])


@pytest.mark.clause("pt-francesa/9", "pt-americana/17")
@pytest.mark.parametrize(("house", "clause"), HOUSES)
@pytest.mark.parametrize("diameter", [17.9, 24.1])
def test_a_ball_of_the_wrong_size_comes_to_no_table(house: str, clause: str, diameter: float) -> None:
    with expect_refusal("ball-size-wrong", smallest_mm=18, largest_mm=24) as refused:
        assigned(fit(diameter), there=at(house))
    assert refused.value.clause == clause


@pytest.mark.clause("pt-francesa/9")
def test_only_a_ball_that_was_found_fit_comes_to_a_table() -> None:
    new = handled(RegisteredBall(), RegisterBall(serial="B-1", diameter_mm=20, make=BALL_MAKE))
    with expect_refusal("never-inspected", what="ball", serial="B-1") as refused:
        assigned(new)
    assert refused.value.clause == "pt-francesa/9"
    with expect_refusal("found-unfit-with-remarks", remarks="chipped"):
        assigned(handled(new, InspectBall(serial="B-1", condition="unfit", remarks="chipped")))


def test_a_table_has_one_ball_of_each_letter_and_spares() -> None:
    assert assigned(fit(), "B").letter == "B"
    assert assigned(fit(), "").table == "T1"
    with expect_refusal("ball-letter-taken", letter="A", serial="B-9"):
        assigned(fit(), there=at(balls={"A": "B-9"}))
    with expect_refusal("ball-letter-unknown", letter="C", table="T1", letters=("A", "B")):
        assigned(fit(), "C")


@pytest.mark.clause("pt-francesa/10")
def test_a_ball_of_an_open_table_is_replaced_there_and_not_taken_away() -> None:
    opened = at(is_open=True, balls={"A": "B-1"})
    for command in (AssignBall(serial="B-1", table=""), WithdrawBall(serial="B-1", reason="lost")):
        with expect_refusal("ball-in-play") as refused:
            handled(assigned(fit()), command, tables=[opened])
        assert refused.value.clause == "pt-francesa/10"
    with expect_refusal("ball-replaced-at-open-table", table="T1"):
        assigned(fit(), "B", opened)


@pytest.mark.clause("pt-francesa/10", "pt-americana/18")
def test_a_replacement_withdraws_one_ball_and_gives_its_letter_to_the_other() -> None:
    old, new = assigned(fit()), fit(serial="B-2")
    assert list(replacement(old, new, table="T1", letter="A", reason="fracture")) == [
        BallWithdrawn(serial="B-1", reason="fracture", previous="T1"),
        BallAssigned(serial="B-2", table="T1", letter="A", previous=""),
    ]


@pytest.mark.clause("pt-francesa/10")
@pytest.mark.parametrize(
    ("ball", "code", "because"),
    [
        (RegisteredBall(), "equipment-not-registered", {"what": "ball"}),
        (
            handled(fit(serial="B-2"), WithdrawBall(serial="B-2", reason="worn")),
            "equipment-withdrawn",
            {"reason": "worn"},
        ),
        (
            assigned(fit(serial="B-2"), "B"),
            "replacing-ball-in-use",
            {"letter": "B", "of_table": "T1"},
        ),
        (
            assigned(fit(serial="B-2"), "", at(table="T2")),
            "replacing-ball-is-a-spare-elsewhere",
            {"of_table": "T2"},
        ),
        (
            handled(RegisteredBall(), RegisterBall(serial="B-2", diameter_mm=20, make=BALL_MAKE)),
            "never-inspected",
            {},
        ),
    ],
)
def test_unfit_ball_replaces_no_ball(ball: RegisteredBall, code: str, because: dict[str, Any]) -> None:
    with expect_refusal(code, serial="B-2", **because):
        check_replacing(ball, "B-2", "T1", get_rulebook("pt-francesa"))


def test_a_ball_is_at_one_place() -> None:
    with expect_refusal("ball-taken-elsewhere", place="T1", taken_from=""):
        handled(assigned(fit()), AssignBall(serial="B-1", table="", taken_from=""), tables=[at()])
    with expect_refusal("ball-there-already"):
        handled(assigned(fit()), AssignBall(serial="B-1", table="T1", letter="A"), tables=[at()])


@pytest.mark.parametrize(
    ("ball", "command", "code"),
    [
        (RegisteredBall(), WithdrawBall(serial="B-9", reason="lost"), "equipment-not-registered"),
        (fit(), RegisterBall(serial="B-1", diameter_mm=20), "ball-registered-already"),
        (RegisteredBall(), RegisterBall(serial="B-1", diameter_mm=0), "ball-diameter-missing"),
        (fit(), WithdrawBall(serial="B-1", reason=""), "ball-withdrawn-without-reason"),
        (assigned(fit()), AssignBall(serial="B-1", table="", letter="A"), "stored-ball-with-letter"),
    ],
)
def test_empty_ball_command_is_refused(ball: RegisteredBall, command: BallCommand, code: str) -> None:
    with expect_refusal(code):
        handled(ball, command)
