"""What a plan would break is told before it happens, with its clause and the minute."""

import msgspec
import pytest

from tables.registers.rota.plan import Rota, RotaEntryPlanned, evolve
from tables.registers.rota.planning import PlanEntry
from tables.registers.rota.warnings import warnings
from testkit.rota import RotaInHand, house, minutes, spell


def planned(*spells: PlanEntry, double: bool = False, break_after_s: int | None = None) -> RotaInHand:
    rota = RotaInHand(house(double=double, break_after_s=break_after_s))
    rota.do(*spells)
    return rota


@pytest.mark.clause("pt-americana/35")
def test_longer_at_the_ball_than_half_an_hour_is_warned_of_with_the_minute() -> None:
    (warning,) = planned(spell(1, 0, 45, spins=True)).warned()
    assert (warning.kind, warning.clause, warning.at) == ("time-at-ball", "pt-americana/35", minutes(30))
    assert (warning.code, warning.parameters["minutes"], warning.entries) == (
        "planned-too-long-at-ball",
        30,
        ("1",),
    )
    assert warning.parameters["due_at"] == minutes(30)
    assert planned(spell(1, 0, 30, spins=True), spell(2, 30, 60, spins=True)).warned() == []


@pytest.mark.clause("pt-francesa/25")
@pytest.mark.parametrize(("away", "warned"), [(0, True), (4, True), (5, False)])
def test_dealer_in_another_seat_is_warned_about_an_hour_after_coming(away: int, warned: bool) -> None:
    rota = planned(
        spell(1, 0, 40, "RF1", spins=True),
        spell(2, 40, 90, "RF1", spins=True),
        spell(1, 40 + away, 80, "RF1", "chef"),
    )
    found = [(each.kind, each.clause, each.at, each.entries) for each in rota.warned()]
    assert found == ([("time-at-ball", "pt-francesa/25", minutes(60), ("1", "3"))] if warned else [])


@pytest.mark.clause("it-campione/13")
def test_two_entries_that_follow_each_other_are_one_time_at_the_ball() -> None:
    rota = planned(
        spell(9, 0, 60, "CA1", "chef"),
        spell(1, 0, 20, "CA1", "bout", spins=True),
        spell(1, 20, 40, "CA1", "droite", spins=True),
    )
    (warning,) = rota.warned()
    assert (warning.kind, warning.clause, warning.at) == ("time-at-ball", "it-campione/13", minutes(30))
    assert warning.entries == ("2", "3")


@pytest.mark.clause("it-campione/13")
def test_a_ball_passed_on_before_the_custom_needs_notice() -> None:
    chef = spell(9, 0, 60, "CA1", "chef")
    first, second = spell(1, 0, 20, "CA1", "bout", spins=True), spell(2, 20, 45, "CA1", "bout", spins=True)
    (warning,) = planned(chef, first, second).warned()
    assert (warning.kind, warning.clause, warning.at) == ("ball-passed-early", "it-campione/13", minutes(20))
    assert (warning.parameters["minutes"], warning.parameters["least"]) == (20, 25)
    assert planned(chef, first).warned() == []


@pytest.mark.clause("pt-americana/35")
def test_ball_may_be_passed_early_without_a_custom() -> None:
    assert planned(spell(1, 0, 10, spins=True), spell(2, 10, 40, spins=True)).warned() == []


@pytest.mark.clause("it-venezia/staff")
def test_a_required_position_that_is_nobodys_while_the_table_is_open_is_named() -> None:
    rota = planned(
        spell(1, 0, 60, "VE1", "chef"), spell(2, 0, 60, "VE1", "droite"), spell(3, 15, 45, "VE1", "gauche")
    )
    before, after = rota.warned("position-empty")
    assert (before.code, before.parameters) == (
        "position-not-planned",
        {
            "seat": {"label": "Croupier di sinistra", "layout": None},
            "table": "VE1",
            "begins": minutes(0),
            "ends": minutes(15),
        },
    )
    assert (after.at, after.clause) == (minutes(45), "it-venezia/staff")


@pytest.mark.clause("pt-americana/1")
def test_a_double_table_needs_somebody_at_its_second_layout() -> None:
    (warning,) = planned(spell(1, 0, 30, spins=True), double=True).warned()
    assert (warning.kind, warning.clause) == ("position-empty", "pt-americana/1")
    assert warning.parameters["seat"] == {"label": "Pagador", "layout": 2}


def test_a_rulebook_without_a_time_at_the_ball_warns_of_none() -> None:
    assert planned(spell(1, 0, 600, "LV1", "dealer", spins=True)).warned() == []


def test_work_without_a_break_is_the_houses_own_setting_and_has_no_clause() -> None:
    spells = (spell(1, 0, 90, "LV1", "dealer"), spell(1, 90, 150, position="chef"), spell(2, 90, 150))
    assert planned(*spells).warned() == []
    (warning,) = planned(*spells, break_after_s=7200).warned()
    assert (warning.kind, warning.clause, warning.at) == ("no-break", None, minutes(120))
    assert (warning.parameters["minutes"], warning.parameters["over_at"]) == (120, minutes(120))
    rested = (
        spell(1, 0, 90, "LV1", "dealer"),
        spell(1, 90, 100, table=""),
        spell(1, 100, 200, position="chef"),
    )
    assert planned(*rested, spell(2, 100, 200), break_after_s=7200).warned() == []


def test_two_on_one_seat_and_two_at_one_ball_are_told() -> None:
    (seat,) = planned(spell(1, 0, 30), spell(2, 25, 60)).warned()
    assert (seat.code, seat.parameters["seat"]["label"]) == ("seat-planned-twice", "Pagador")
    assert (seat.parameters["first"], seat.parameters["second"]) == ("Croupier 1", "Croupier 2")
    assert (seat.parameters["begins"], seat.parameters["ends"]) == (minutes(25), minutes(30))
    (ball,) = planned(spell(1, 0, 30, spins=True), spell(2, 25, 50, position="chef", spins=True)).warned(
        "seat-twice"
    )
    assert ball.code == "ball-planned-twice"


def test_somebody_in_two_places_at_once_is_told_of_whatever_brought_the_plan_about() -> None:
    rota = Rota()
    for number, spell_ in enumerate((spell(1, 1, 30), spell(1, 2, 30, "LV1", "dealer")), start=1):
        event = RotaEntryPlanned(entry=str(number), **msgspec.structs.asdict(spell_))
        rota = evolve(rota, event, number)
    (warning,) = warnings(rota, house())
    assert (warning.code, warning.parameters) == (
        "planned-in-two-places",
        {"name": "Croupier 1", "begins": minutes(2), "ends": minutes(30)},
    )
