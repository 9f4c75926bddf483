"""Every page by every role: what opens, what is on it, and what may be pressed there."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client

from casino.floor.tests.conftest import play
from casino.people.models import SIGN_IN, Role
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.people import AsRole


class Opens(NamedTuple):
    """What a role opens. `record` is also its strip on the table's page, `sheet` its card there."""

    floor: bool
    sheet: bool
    record: bool
    runs: bool
    opens_and_closes: bool


ROLES = {
    Role.CHEF_DE_TABLE: Opens(floor=True, sheet=True, record=False, runs=True, opens_and_closes=False),
    Role.PIT_BOSS: Opens(floor=True, sheet=True, record=True, runs=True, opens_and_closes=True),
    Role.DIRECTION: Opens(floor=True, sheet=True, record=True, runs=False, opens_and_closes=True),
    Role.GAMES_INSPECTOR: Opens(floor=True, sheet=True, record=True, runs=False, opens_and_closes=False),
    Role.PUBLIC_CONTROLLER: Opens(floor=True, sheet=True, record=True, runs=False, opens_and_closes=False),
    Role.CASH_DESK: Opens(floor=False, sheet=True, record=False, runs=False, opens_and_closes=False),
    Role.ADMINISTRATOR: Opens(floor=True, sheet=False, record=False, runs=False, opens_and_closes=False),
    Role.CROUPIER: Opens(floor=False, sheet=False, record=False, runs=False, opens_and_closes=False),
}
COUNTED_BY = tuple(
    Signature(person=Person(id=f"person/{role}", name=role), role=role) for role in ("pit_boss", "cash_desk")
)
BY_ROLE = pytest.mark.parametrize(("role", "opens"), ROLES.items(), ids=list(ROLES))


@pytest.fixture
def paying(table: OpenHouse) -> OpenHouse:
    """A table with a coup to be paid."""
    bet = c.PlaceBet(player="P1", bet="rouge", amount=1000)
    play(table, c.AnnounceBetsOpen(), bet, c.CloseBets(), c.DeclareNumber(number=1))
    return table


def test_every_role_is_in_the_table() -> None:
    assert set(ROLES) == set(Role)


@BY_ROLE
def test_a_role_opens_the_pages_that_are_its_own(
    paying: OpenHouse, as_role: AsRole, role: Role, opens: Opens
) -> None:
    client = as_role(role)
    pages = {
        "/floor/": opens.floor,
        "/floor/T1/": opens.floor,
        "/floor/T1/record/": opens.record,
        "/floor/sheets/": opens.sheet,
        "/floor/T1/sheet/1/": opens.sheet,
        "/sign/T1/": opens.floor,
    }
    assert {page: client.get(page).status_code for page in pages} == {
        page: 200 if may else 403 for page, may in pages.items()
    }


@BY_ROLE
def test_a_tables_page_has_what_the_role_may_see_and_press(
    paying: OpenHouse, as_role: AsRole, role: Role, opens: Opens
) -> None:
    page = read_page(as_role(role).get("/floor/T1/").content)
    shown = {
        "#sheet": opens.floor and opens.sheet,
        "#record": opens.record,
        "#next": opens.runs,
        "#panel-limits": opens.opens_and_closes,
        "#panel-close": opens.opens_and_closes,
    }
    assert {part: bool(page.select(part)) for part in shown} == shown


def test_the_administrator_reads_neither_payouts_nor_cash_nor_float_on_a_tables_page(
    new_table: Callable[[str], OpenHouse], as_role: AsRole
) -> None:
    house = new_table("pt-francesa")
    house.do(c.CountFloat(moment="opening", pieces={500: 40}, signatures=COUNTED_BY))
    house.do(c.TakeCash(total=12_300))
    bet = c.PlaceBet(player="P1", bet="plein:1", amount=1_700)
    play(house, c.AnnounceBetsOpen(), bet)
    kinds = ("#costs text", "#costs-in-words", "#cash", "#float")

    def shown(role: Role) -> dict[str, bool]:
        page = read_page(as_role(role).get("/floor/T1/").content)
        return {kind: bool(page.select(kind)) for kind in kinds}

    assert shown(Role.ADMINISTRATOR) == dict.fromkeys(kinds, False)
    assert shown(Role.GAMES_INSPECTOR) == dict.fromkeys(kinds, True)
    play(house, c.CloseBets(), c.DeclareNumber(number=1))
    page = as_role(Role.ADMINISTRATOR).get("/floor/T1/").content.decode()
    # The prize of 35 times the stake, the float, the cash.
    assert not [amount for amount in ("595.00", "200.00", "123.00") if amount in page]


@BY_ROLE
def test_a_role_is_refused_what_it_may_not_do(
    paying: OpenHouse, as_role: AsRole, role: Role, opens: Opens
) -> None:
    client = as_role(role)
    before, lying = len(paying.events()), len(paying.state.bets)
    run = client.post("/floor/T1/do/payments-confirmed").status_code
    assert run == (302 if opens.runs else 403)
    limits = client.post("/floor/T1/limits", {"minimum": "5"}).status_code
    assert limits == (422 if opens.opens_and_closes else 403)
    forced = client.post("/floor/T1/force-close", {"reason": "fire"}).status_code
    assert forced == (422 if opens.opens_and_closes else 403)
    closed = client.post("/floor/T1/close").status_code
    # Who cannot confirm the payments is refused to close over them.
    closes = opens.opens_and_closes and opens.runs
    assert closed == (302 if closes else 422 if opens.opens_and_closes else 403)
    opened = client.post("/floor/T1/open", {"day": "2026-11-19"}).status_code
    assert opened == (422 if opens.opens_and_closes else 403)
    closing = 1 + lying  # what lies on goes back to its owner
    assert len(paying.events()) - before == opens.runs + closes * closing


@BY_ROLE
def test_a_closed_table_leads_only_where_the_role_may_go(
    table: OpenHouse, as_role: AsRole, role: Role, opens: Opens
) -> None:
    table.do(c.CloseTable())
    page = as_role(role).get("/floor/T1/").content.decode()
    assert ("/floor/T1/record/" in page) is (opens.floor and opens.record)


@pytest.mark.parametrize("role", SIGN_IN)
def test_signed_in_person_begins_on_the_page_of_the_role(
    paying: OpenHouse, as_role: AsRole, role: Role
) -> None:
    client = as_role(role)
    begins = client.get("/", follow=True)
    assert begins.status_code == 200
    inspects = role in (Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)
    first = "/compliance/" if inspects else "/floor/" if ROLES[role].floor else "/floor/sheets/"
    first = "/registers/" if role is Role.ADMINISTRATOR else first
    assert begins.redirect_chain[-1][0] == first
    menu = read_page(begins.content).select("nav a")
    assert all(client.get(str(link["href"])).status_code == 200 for link in menu)
    assert [link["aria-current"] for link in menu if link.has_attr("aria-current")] == ["page"]


def test_the_cash_desk_sees_the_sheet_of_every_table_that_pays(paying: OpenHouse, as_role: AsRole) -> None:
    other = OpenHouse(paying.casino_id, "it-venezia", table="T2", now=paying.now)
    client = as_role(Role.CASH_DESK)
    page = read_page(client.get("/floor/sheets/").content)
    assert [sheet["id"] for sheet in page.select(".of-table section")] == ["sheet-T1"]
    assert "10.00 to pay" in find(page, "#sheet-T1").get_text()
    assert not page.select("#page form")
    play(
        other,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="noir", amount=1000),
        c.DeclareNumber(number=2),
    )
    assert "sheet-T2" in client.get("/floor/sheets/").content.decode()


def test_a_table_leads_to_the_rules_that_it_is_played_by(table: OpenHouse, boss: Client) -> None:
    page = read_page(boss.get("/floor/T1/").content)
    (rules,) = page.select(".head #rules")
    assert rules["href"] == "/rules/pt-francesa/3/"
    assert boss.get(str(rules["href"])).status_code == 200


def test_spoken_announcement_is_marked_with_its_language(
    new_table: Callable[[str], OpenHouse], boss: Client
) -> None:
    house = new_table("it-venezia")
    lying = c.PlaceBet(player="P1", bet="plein:17", amount=500)
    play(house, c.AnnounceBetsOpen(), lying, c.CloseBets(), c.DeclareNumber(number=17))
    page = read_page(boss.get("/floor/T1/").content)
    (said,) = page.select(".head .announcement")
    assert (said["lang"], said.get_text()) == ("fr", f"{house.state.announcement} – Plein")
    aloud = page.select("#sheet .result [lang], #sheet .aloud")
    assert len(aloud) > 1 and {each["lang"] for each in aloud} == {"fr"}
