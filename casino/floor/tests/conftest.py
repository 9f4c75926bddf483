"""What tests of the screens share."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from casino.people.models import Role
from tables.play.commands import CloseTable, Command
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole
from testkit.play import opening
from testkit.screens import ScreenHouse, ScreenServices

Screen = Callable[..., Element]


@pytest.fixture
def new_table(casino_id: int, db: None) -> Callable[[str], OpenHouse]:
    """`new_table("it-venezia")`: a casino with one open table T1 of that rulebook."""
    return lambda rulebook: OpenHouse(casino_id, rulebook, now=timezone.now())


@pytest.fixture
def table(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    """An open table of the Portuguese French roulette."""
    return new_table("pt-francesa")


@pytest.fixture
def boss(as_role: AsRole) -> Client:
    """The pit boss's browser."""
    return as_role(Role.PIT_BOSS)


@pytest.fixture
def screen(boss: Client) -> Screen:
    """`screen("/floor/")`: a page as the pit boss gets it."""

    def fetch(path: str = "/floor/T1/", **headers: str) -> Element:
        response = boss.get(path, headers=headers)
        assert response.status_code == 200, path
        return read_page(response.content)

    return fetch


def part(page: Element, selector: str) -> Element:
    """The one element that a selector finds."""
    (found,) = page.select(selector)
    return found


def play(house: OpenHouse, *commands: Command) -> None:
    """Says commands one after the other."""
    for command in commands:
        house.do(command)


def reopened(house: OpenHouse, *, double: bool = False, **otherwise: object) -> None:
    """Closes the table and opens its next day as it was, but for what is said: `double=True`, `wheel="french"`."""
    house.do(CloseTable())
    next_day = opening(house.rulebook, table=house.table, day="2026-11-21", double=double)
    house.do(replace(next_day, **otherwise))


@pytest.fixture
def screen_house(
    casino_id: int, transactional_db: None, screen_services: ScreenServices
) -> Iterator[ScreenHouse]:
    """A house with its screens running: one table T1, a pit boss, web and sealer."""
    house = ScreenHouse(OpenHouse(casino_id, "pt-francesa", now=timezone.now()), screen_services)
    yield house
    house.stop()
