"""Croupiers take turns at the ball where the rulebook wants it and names no time."""

import msgspec
import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.events import Person
from tables.registers.rota.plan import RotaRules
from tables.registers.rota.planning import FillIn, PlanEntry
from testkit.refusals import expect_refusal
from testkit.rota import RotaInHand, house, minutes, person, spell
from testkit.rulebooks import rules_of
from testkit.shift import JudgedDay

NEXT = Person(id="p9", name="Croupier 9")
SIGNED = tuple(
    e.Signature(person=Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
)


def count(moment: e.Moment) -> c.CountFloat:
    return c.CountFloat(moment=moment, pieces={10_000: 20}, signatures=SIGNED)


def closed(coups: int, *, rulebook: str = "seventh", passed: bool = False) -> list[tuple[str, str | None]]:
    """The violations of a day of so many coups."""
    day = JudgedDay(rules_of(rulebook))
    day.do(count("opening"))
    for _ in range(coups):
        day.pass_time(minutes=90)
        day.coup(17)
    if passed:
        day.do(c.ChangeSpinner(person=NEXT))
    day.do(count("closing"), c.CloseTable())
    raised = day.of_type(e.ViolationRaised)
    return [(each.code, each.clause) for each in raised]


def test_a_day_with_one_person_at_the_ball_throughout_is_a_violation() -> None:
    assert closed(3) == [("ball-never-passed", "seventh/7")]


def test_once_the_ball_was_passed_no_time_is_too_long() -> None:
    assert closed(3, passed=True) == []


def test_day_of_one_coup_has_no_turns() -> None:
    assert closed(1) == []


def test_turns_are_not_judged_without_a_rule() -> None:
    assert "ball-never-passed" not in [code for code, _ in closed(3, rulebook="sixth")]


@pytest.fixture
def rules() -> RotaRules:
    """The house, with the seventh rulebook at one of its tables."""
    usual = house()
    table = msgspec.structs.replace(usual.tables["RA1"], rulebook=rules_of("seventh"))
    return msgspec.structs.replace(usual, tables={"RA1": table})


def at_the_ball(number: int, begins: float, ends: float) -> PlanEntry:
    return spell(number, begins, ends, position="tourneur", spins=True)


def test_a_plan_with_one_person_at_the_ball_is_warned_of(rules: RotaRules) -> None:
    rota = RotaInHand(rules)
    rota.do(at_the_ball(1, 0, 100), at_the_ball(1, 100, 300))
    (warning,) = rota.warned()
    assert (warning.kind, warning.clause, warning.at) == ("ball-never-passed", "seventh/7", minutes(0))
    rota.do(at_the_ball(2, 300, 310))
    assert rota.warned() == []


def test_a_proposed_rotation_has_two_who_take_turns(rules: RotaRules) -> None:
    rota = RotaInHand(rules)
    with expect_refusal("nobody-to-take-the-ball", table="RA1") as refused:
        rota.do(FillIn(table="RA1", people=(person(1),), begins=minutes(0), ends=minutes(120)))
    assert refused.value.clause == "seventh/7"
    rota.do(FillIn(table="RA1", people=(person(1), person(2)), begins=minutes(0), ends=minutes(120)))
    assert rota.warned() == []
