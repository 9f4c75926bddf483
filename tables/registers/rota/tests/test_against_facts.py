"""The plan beside the record: who is not where they should be, who is due next, and whom the plan replaces too late."""

from datetime import timedelta

import pytest

from tables.play import commands as c
from tables.play.state import State
from tables.registers.rota.facts import against_facts, ball_now, due_within
from tables.registers.rota.planning import PlanEntry
from tables.registers.rota.warnings import RotaWarning
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.rota import EVENING, RotaInHand, house, minutes, person, spell


@pytest.fixture
def day() -> DayInHand:
    """RA1 open since eight: Croupier 1 is its payer and spins, its chef is somebody else."""
    day = DayInHand(get_rulebook("pt-americana"), now=EVENING)
    day.do(c.ChangeStaff(position="payer", person=person(1)), c.ChangeSpinner(person=person(1)))
    return day


def found(day: DayInHand, *spells: PlanEntry, at: float = 10) -> list[RotaWarning]:
    rota = RotaInHand()
    rota.do(*spells)
    return list(against_facts(rota.rota, {"RA1": day.state}, minutes(at), house()))


def test_a_table_that_is_as_planned_has_nothing_to_tell(day: DayInHand) -> None:
    assert found(day, spell(1, 0, 30, spins=True), spell(2, 30, 60, spins=True)) == []
    assert found(day) == []


@pytest.mark.clause("pt-americana/35")
def test_late_replacement_is_reported_with_both_times(day: DayInHand) -> None:
    (late,) = found(day, spell(1, 5, 35, spins=True), spell(2, 35, 60, spins=True))
    assert (late.code, late.parameters) == (
        "planned-to-replace-spinner-late",
        {"name": "Croupier 1", "table": "RA1", "begins": minutes(35), "ends": minutes(30)},
    )
    assert (late.clause, late.at) == ("pt-americana/35", minutes(30))


@pytest.mark.clause("pt-americana/35")
def test_a_ball_that_nobody_is_planned_to_take_is_told(day: DayInHand) -> None:
    (alone,) = found(day, spell(1, 0, 40, spins=True))
    assert (alone.code, alone.parameters) == (
        "nobody-planned-to-replace-spinner",
        {"name": "Croupier 1", "table": "RA1", "ends": minutes(30)},
    )


@pytest.mark.clause("pt-americana/35")
def test_an_excused_spinner_is_not_told_of(day: DayInHand) -> None:
    day.do(c.ExcuseTimeAtBall(words="The relief is ill"))
    assert found(day, spell(1, 0, 40, spins=True)) == []


def test_dealer_other_than_planned_is_reported(day: DayInHand) -> None:
    (other,) = found(day, spell(2, 0, 30, spins=True))
    assert (other.code, other.parameters) == (
        "another-at-ball-than-planned",
        {"name": "Croupier 2", "table": "RA1", "other": "Croupier 1", "begins": minutes(0)},
    )


def test_seated_person_other_than_planned_is_reported(day: DayInHand) -> None:
    (seat,) = found(day, spell(3, 0, 30, position="chef"))
    assert (seat.code, seat.parameters["name"]) == ("another-seated-than-planned", "Croupier 3")
    assert seat.parameters["seat"] == {"label": "Chefe de banca", "layout": None}
    day.do(c.BeginBreak(person=person(3)))
    (rests,) = found(day, spell(3, 0, 30, position="chef"))
    assert rests.code == "resting-while-planned-at-table"


def test_seated_person_planned_to_rest_is_reported(day: DayInHand) -> None:
    (sits,) = found(day, spell(1, 0, 15, table=""))
    assert (sits.code, sits.parameters) == (
        "at-table-while-planned-to-rest",
        {"name": "Croupier 1", "table": "RA1", "ends": minutes(15)},
    )
    assert found(day, spell(4, 0, 15, table="")) == []


def test_a_table_that_is_planned_open_and_is_not(day: DayInHand) -> None:
    day.do(c.CloseTable())
    (closed,) = found(day, spell(1, 0, 30))
    assert (closed.code, closed.parameters) == ("table-not-open-as-planned", {"table": "RA1"})
    assert found(day, spell(1, 0, 30), at=31) == []


def test_the_next_at_the_ball_is_whoever_replaces_the_one_who_has_it(day: DayInHand) -> None:
    rota = RotaInHand()
    rota.do(
        spell(1, 0, 20, spins=True),
        spell(1, 20, 30, position="chef", spins=True),
        spell(2, 30, 60, spins=True),
    )
    ball = ball_now(rota.rota.at("RA1"), day.state, day.rulebook, minutes(10))
    assert ball.next is not None and (ball.next.person, ball.next.begins, ball.late) == (
        person(2),
        minutes(30),
        False,
    )
    assert ball_now((), day.state, day.rulebook, minutes(10)).next is None
    assert ball_now(rota.rota.entries, State(), day.rulebook, minutes(-5)).next == rota.rota.entries[0]


def test_rota_lists_changes_due_within_minutes() -> None:
    rota = RotaInHand()
    rota.do(spell(1, 0, 30), spell(2, 30, 60), spell(3, 31, 60, table=""))
    due = due_within(rota.rota, minutes(15), timedelta(minutes=15))
    assert [each.person for each in due] == [person(2)]
