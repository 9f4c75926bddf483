"""What the seventh house asks is on its tables' page: a float by the minimum, another minimum by reopening."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part
from casino.people.models import Person as Colleague
from casino.people.models import Role
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.house import OpenHouse
from testkit.pages import Element
from testkit.rulebooks import SEVENTH, known_folder

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]
BOTH = tuple(
    Signature(person=Person(id=role, name=role), role=role) for role in ("pit_boss", "games_inspector")
)


@pytest.fixture
def seventh(new_table: NewTable) -> Iterator[OpenHouse]:
    with known_folder(SEVENTH.parent):
        yield new_table("seventh")


def count(house: OpenHouse, amount: int) -> None:
    pieces = {1_000: amount // 1_000}
    house.do(c.CountFloat(moment="opening", pieces=pieces, signatures=BOTH))


def test_the_big_button_says_that_the_float_is_too_small(seventh: OpenHouse, screen: Screen) -> None:
    count(seventh, 199_000)
    button = part(screen("/floor/T1/"), ".next")
    assert part(button, "b").get_text() == "Bring the float up"
    assert "worth 1,990" in button.get_text() and "opens with 2,000" in button.get_text()
    count(seventh, 200_000)
    assert part(screen("/floor/T1/"), ".next b").get_text() == "Faites vos jeux"


def test_another_minimum_is_in_force_once_the_tick_says_that_the_table_was_opened_again(
    seventh: OpenHouse, screen: Screen, boss: Client, colleague: Callable[..., Colleague]
) -> None:
    count(seventh, 400_000)
    inspector = colleague(Role.GAMES_INSPECTOR, casino_id=seventh.casino_id, pin="4711")
    assert "§ 3" in part(screen("/floor/T1/"), "#panel-limits label:has(#limits-reopened)").get_text()
    told = {"minimum": "40", "players_told": "yes", "sign_changed": "yes"}
    told |= {"signer": inspector.username, "pin": "4711", "agreed_by": "Dr. Lund", "ground": "a quiet night"}
    told |= {"agreed_at": f"{timezone.localtime():%Y-%m-%dT%H:%M}"}
    refused = boss.post("/floor/T1/limits", told, headers={"HX-Request": "true"})
    assert "closes for it and opens again" in refused.content.decode()
    boss.post("/floor/T1/limits", told | {"reopened": "yes"}, headers={"HX-Request": "true"})
    assert seventh.state.limits is not None and seventh.state.limits.minimum == 4_000


def test_no_tick_where_limits_change_at_an_open_table(new_table: NewTable, screen: Screen) -> None:
    new_table("pt-francesa")
    assert screen("/floor/T1/").select("#limits-reopened") == []
