"""On the page of a closed table a coup of its day is disputed by whoever ran it, and decided by the direction."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.people.models import Person, Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
DISPUTE = {"coup": "1", "player": "P1", "reason": "my chip lay on 17"}


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    house = OpenHouse(casino_id, "it-venezia")
    house.coup(17, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    house.do(c.CloseTable())
    return house


@pytest.fixture
def chief(as_role: AsRole) -> Client:
    return as_role(Role.CHEF_DE_TABLE)


def said(client: Client, path: str, form: dict[str, str]) -> tuple[int, Element]:
    response = client.post(f"/floor/T1/{path}", form, headers={"HX-Request": "true"})
    return response.status_code, read_page(response.content)


def test_a_coup_of_a_closed_day_is_disputed_and_decided_on_its_page(
    house: OpenHouse, chief: Client, as_role: AsRole, colleague: Callable[..., Person]
) -> None:
    page = read_page(chief.get("/floor/T1/").content)
    assert "what is paid now the cash desk pays" in page.get_text()
    assert find(page, "#panel-dispute #dispute-coup")["value"] == "1"
    status, page = said(chief, "do/open-dispute", DISPUTE)
    assert status == 200
    assert "my chip lay on 17" in find(page, "#disputed-d1").get_text()
    assert page.select_one("#d1-outcome") is None, "the chief does not decide it"
    boss = as_role(Role.PIT_BOSS)
    decision = {"dispute": "d1", "outcome": "pay", "amount": "175", "reason": ""}
    status, page = said(boss, "direct/decide-dispute", decision)
    assert status == 422
    assert "the management has not signed" in find(page, "#disputed-d1").get_text()
    director = colleague(Role.DIRECTION, casino_id=house.casino_id, pin="4711")
    page = read_page(boss.get("/floor/T1/").content)
    assert [each["value"] for each in page.select("#d1-signer option")] == ["", director.username]
    signed = {"reason": "camera 3", "signer": director.username, "pin": "4711"}
    assert said(boss, "direct/decide-dispute", decision | signed)[0] == 200
    assert house.state.corrections.disputes == ()
    assert house.events()[-1].data["paid_by"] == "cash_desk"


def test_a_coup_that_was_not_played_is_refused_in_its_form(house: OpenHouse, chief: Client) -> None:
    status, page = said(chief, "do/open-dispute", DISPUTE | {"coup": "9"})
    assert status == 422
    assert "there are 1 to 1" in find(page, "#panel-dispute").get_text()


def test_nothing_else_is_done_at_a_closed_table(house: OpenHouse, chief: Client) -> None:
    status, _ = said(chief, "do/bets-open", {})
    assert status in (404, 422)
    assert house.state.phase == "closed"
