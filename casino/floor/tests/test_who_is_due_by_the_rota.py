"""A table's page says who is due next at its ball by the rota, and when."""

from collections.abc import Callable
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from casino.floor.tests.conftest import part
from casino.kit.dates import clock_time
from casino.people.models import Role
from tables.handling import handle
from tables.handling.aggregates.rota import RotaAggregate
from tables.handling.models import Casino
from tables.play.events import Person
from tables.registers.rota.planning import PlanEntry
from testkit.house import BOSS, OpenHouse
from testkit.pages import Element, read_page

Screen = Callable[..., Element]


@pytest.fixture
def house(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    """An American table on which Croupier 2 has just begun to spin."""
    return new_table("pt-americana")


def planned(house: OpenHouse, number: int, begins: float) -> str:
    """Croupier `number` is planned at the ball for half an hour, from so many minutes from now; tells when by the
    clock of the house."""
    spell = PlanEntry(
        person=Person(id=f"p{number}", name=f"Croupier {number}"),
        begins=house.now + timedelta(minutes=begins),
        ends=house.now + timedelta(minutes=begins + 30),
        table="T1",
        position="payer",
        spins=True,
    )
    handle(RotaAggregate(house.casino_id, date.fromisoformat(house.day)), spell, by=BOSS, now=house.now)
    casino = Casino.objects.get(pk=house.casino_id)
    return clock_time(spell.begins, ZoneInfo(casino.time_zone))


@pytest.mark.clause("pt-americana/35")
def test_the_next_at_the_ball_and_when_stand_beside_who_has_it(house: OpenHouse, screen: Screen) -> None:
    Casino.objects.filter(pk=house.casino_id).update(time_zone="Europe/Rome")
    planned(house, 2, -5)
    at = planned(house, 3, 25)
    page = screen()
    assert part(page, "#ball-due").get_text() == f"next Croupier 3 at {at}"
    assert f"Croupier 3 is next at the ball, at {at}." in part(page, "#staff-due").get_text()


@pytest.mark.clause("pt-americana/35")
def test_a_replacement_after_the_rules_end_says_so(house: OpenHouse, screen: Screen) -> None:
    planned(house, 2, 0)
    planned(house, 3, 31)
    due = part(screen(), "#staff-due")
    assert "tone-due" in due.classes and "The rule ends at" in due.get_text()
    assert "Portaria 894/2002, 35" in due.get_text()


def test_without_a_plan_nothing_is_said(house: OpenHouse, screen: Screen) -> None:
    assert not screen().select("#ball-due, #staff-due")
    planned(house, 2, -5)
    assert not screen().select("#ball-due, #staff-due")


def test_who_may_not_see_the_rota_is_not_told_of_it(
    house: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    planned(house, 3, 20)
    page = read_page(as_role(Role.ADMINISTRATOR).get("/floor/T1/").content)
    assert not page.select("#ball-due")
