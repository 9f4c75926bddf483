"""A registered sign shows what its entry says, at the address of its token, until it is withdrawn or has another."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.signs import rate
from tables.handling import registers
from tables.play import commands as c
from testkit.house import BOSS, OpenHouse
from testkit.pages import Element, read_page

NewTable = Callable[[str], OpenHouse]


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """No test has asked anything yet: all of them ask from one address."""
    rate._limiter.storage.reset()


@pytest.fixture
def new_table(casino_id: int, db: None) -> NewTable:
    return lambda rulebook: OpenHouse(casino_id, rulebook)


def sign(house: OpenHouse, *shows: str) -> str:
    """Register a sign of the table that shows this; its token."""
    of, now = (house.casino_id, "sign", "door"), timezone.now()
    registers.declare(*of, {"table": house.table, "shows": list(shows)}, by=BOSS, now=now)
    return registers.issue_secret(*of, by=BOSS, now=now).secret


def page(token: str, status: int = 200) -> Element:
    response = Client().get(f"/signs/{token}/")
    assert response.status_code == status
    return read_page(response.content)


def words(of: Element, selector: str) -> list[str]:
    return [each.get_text(" ", strip=True) for each in of.select(selector)]


def test_sign_shows_its_registered_parts_alone(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    for number in (17, 0, 32):
        house.do(c.AnnounceBetsOpen())
        house.do(c.DeclareNumber(number=number))
    token = sign(house, "numbers")
    shown = page(token)
    assert words(shown, ".sign-numbers .n") == ["32", "0", "17"]
    assert not shown.select(".least") and not shown.select(".sign-permanence")
    shown = page(sign(house, "limits", "permanence"))
    assert words(shown, ".least b") == ["5"]
    assert words(shown, ".sign-permanence li") == ["1 17", "2 0", "3 32"]
    assert not shown.select(".sign-numbers")


def test_the_colours_of_an_american_table(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "pt-americana", chip_colours={"yellow": 100})
    house.do(c.AssignColour(player="P1", colour="yellow", value=1_000, count=20))
    (marker,) = words(page(sign(house, "colours")), ".markers li")
    assert "Amarelo" in marker and "10" in marker


def test_a_doubtful_number_is_not_shown_as_the_days(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    house.do(c.DeclareNumber(number=17))
    token = sign(house, "permanence")
    house.do(c.DeclareNumber(number=18, source="reader"))
    assert words(page(token), ".sign-permanence li") == []


def test_a_token_that_is_not_in_use_shows_nothing(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    first = sign(house, "limits")
    second = sign(house, "limits")
    page(second)
    page(first, 404)
    page("of-nobody", 404)
    registers.withdraw(house.casino_id, "sign", "door", by=BOSS, now=timezone.now())
    page(second, 404)


def test_a_closed_table_shows_no_limits(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    token = sign(house, "limits")
    house.do(c.CloseTable())
    assert words(page(token), ".is-closed") == ["Questo tavolo è chiuso"]
