"""Who stays at the ball for longer stands before the inspectors as long as it lasts, with why and by which clause."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from casino.compliance.tests.conftest import AsRole
from casino.people.models import Role
from tables.play import commands as c
from tables.play.events import Person
from testkit.house import OpenHouse
from testkit.pages import read_page

NewTable = Callable[..., OpenHouse]


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def excuses(client: Client) -> list[str]:
    """What is said of each, from the part of the page that a live update makes again."""
    page = read_page(client.get("/compliance/").content)
    return [each.get_text(" ", strip=True) for each in page.select("#page #excuses li")]


@pytest.mark.clause("pt-americana/35")
def test_force_majeure_stands_there_at_once_and_until_the_replacement(
    new_table: NewTable, inspector: Client
) -> None:
    house = new_table("pt-americana")
    assert excuses(inspector) == []
    spinner = house.state.spinner
    assert spinner is not None
    (position,) = [seat for seat, holder in house.state.staff.items() if holder == spinner]
    house.do(c.ExcuseTimeAtBall(words="the replacement fell ill"))
    (said,) = excuses(inspector)
    label = house.rulebook.staff.labels.get(position, position)
    for words in (
        spinner.name,
        f"T1, {label}",
        "by force majeure since",
        "the replacement fell ill",
        house.rulebook.clauses["pt-americana/35"],
    ):
        assert words in said
    house.do(c.ChangeSpinner(person=Person(id="relief", name="Relief")))
    assert excuses(inspector) == []


@pytest.mark.clause("it-campione/13")
def test_a_notice_to_the_inspector_stands_there_too_and_the_closing_ends_it(
    new_table: NewTable, inspector: Client
) -> None:
    house = new_table("it-campione")
    house.do(c.ExcuseTimeAtBall(words="inspector 4 was told"))
    (said,) = excuses(inspector)
    assert "by notice to the inspector since" in said and "inspector 4 was told" in said
    if house.rulebook.last_coup is not None:
        house.do(c.AnnounceLastCoup())
        house.coup(17)
    house.do(c.CloseTable())
    assert excuses(inspector) == []


def test_the_newest_stands_first_and_somebody_without_a_seat_is_told_of_too(
    new_table: NewTable, inspector: Client
) -> None:
    first, second = new_table("pt-americana"), new_table("it-campione", table="T2")
    first.do(c.ExcuseTimeAtBall(words="the replacement fell ill"))
    assert second.state.spinner is not None
    second.do(c.BeginBreak(person=second.state.spinner))
    second.do(c.ChangeSpinner(person=Person(id="guest", name="Guest"), notice="inspector 4 was told"))
    second.do(c.ExcuseTimeAtBall(words="inspector 4 was told"), now=second.now + timedelta(minutes=1))
    told = excuses(inspector)
    assert ["T2" in told[0], "T1" in told[1]] == [True, True]
    assert told[0].startswith("Guest T2 by notice")
