"""A proposed rotation breaks no rule: of any rulebook, with as many people as it needs or more."""

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from tables.registers.rota.planning import FillIn
from testkit.refusals import expect_refusal
from testkit.rota import RotaInHand, house, minutes, person, spell


def filled(
    table: str, people: int, *, lasts: float = 400, rota: RotaInHand | None = None, first: int = 1
) -> RotaInHand:
    rota = rota or RotaInHand()
    named = tuple(person(number) for number in range(first, first + people))
    rota.do(FillIn(table=table, people=named, begins=minutes(0), ends=minutes(lasts)))
    return rota


@pytest.mark.clause("pt-francesa/25", "pt-americana/35", "it-campione/13")
@pytest.mark.parametrize("spare", [0, 1, 3])
@pytest.mark.parametrize(("table", "least"), [("RF1", 2), ("RA1", 2), ("CA1", 2), ("VE1", 4), ("LV1", 1)])
def test_a_rotation_breaks_no_rule_and_has_somebody_at_the_ball_all_the_time(
    table: str, least: int, spare: int
) -> None:
    rota = filled(table, least + spare)
    assert rota.warned() == []
    spins = [each for each in rota.rota.at(table) if each.spins]
    assert spins[0].begins == minutes(0) and spins[-1].ends == minutes(400)
    assert all(one.ends == other.begins for one, other in pairwise(spins))


@pytest.mark.clause("pt-americana/35")
def test_everybody_is_at_the_ball_for_half_an_hour_by_turns_and_then_rests() -> None:
    rota = filled("RA1", 3, lasts=90)
    first = [each for each in rota.rota.entries if each.person == person(1)]
    assert [(each.rests, each.spins, each.ends) for each in first] == [
        (False, True, minutes(30)),
        (True, False, minutes(90)),
    ]


def test_dealer_of_the_last_ball_does_not_begin() -> None:
    rota = RotaInHand()
    rota.do(spell(1, -30, 0, spins=True))
    filled("RA1", 2, rota=rota)
    assert rota.warned() == []


def test_breaks_of_the_house_are_kept_by_shorter_turns() -> None:
    rota = filled("VE1", 5, rota=RotaInHand(house(break_after_s=int(timedelta(hours=2).total_seconds()))))
    assert rota.warned() == []


@pytest.mark.clause("pt-americana/35")
def test_dealer_alone_cannot_have_the_ball_for_a_shift() -> None:
    with expect_refusal("alone-at-the-ball-too-long", minutes=30) as refusal:
        filled("RA1", 1)
    assert refusal.value.clause == "pt-americana/35"
    assert filled("RA1", 1, lasts=30).warned() == []


@pytest.mark.parametrize(
    ("table", "people", "break_after_s", "code", "right"),
    [
        ("VE1", 3, None, "too-few-people", {"seats": 4}),
        ("VE1", 4, 7200, "nobody-can-rest", {"least": 5}),
        ("CA1", 3, 2400, "turns-too-short", {"least_minutes": 25}),
    ],
)
def test_too_few_people_are_refused_with_how_many_would_be_right(
    table: str, people: int, break_after_s: int | None, code: str, right: dict[str, Any]
) -> None:
    with expect_refusal(code, **right):
        filled(table, people, rota=RotaInHand(house(break_after_s=break_after_s)))


def test_person_planned_elsewhere_is_not_filled_in() -> None:
    rota = RotaInHand()
    rota.do(spell(2, 60, 90, "LV1", "dealer"))
    with expect_refusal("at-a-table-then", name="Croupier 2", table="LV1"):
        filled("RA1", 3, rota=rota)
    with expect_refusal("named-twice"):
        rota.do(FillIn(table="RA1", people=(person(1), person(1)), begins=minutes(0), ends=minutes(60)))
