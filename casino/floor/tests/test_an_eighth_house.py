"""The eighth house's law sets bounds: three last coups on the screens, the least odds, ball sizes, a least wheel."""

import json
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from casino.api.access.clients import create_client
from casino.api.access.scopes import TABLES_READ
from casino.api.settlement.settle import settle_request
from casino.floor.tests.conftest import part
from settlement.sheets import sheet
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.pages import Element
from testkit.rulebooks import EIGHTH, known_folder

Screen = Callable[..., Element]


@pytest.fixture
def eighth(new_table: Callable[[str], OpenHouse]) -> Iterator[OpenHouse]:
    """An open table of the eighth house, whose first coup is played and paid."""
    with known_folder(EIGHTH.parent):
        house = new_table("eighth")
        played(house, 7)
        yield house


def played(house: OpenHouse, number: int) -> None:
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet=f"plein:{number}", amount=200))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number), c.ConfirmPayments()):
        house.do(command)


def post(client: Client, path: str) -> str:
    answer = client.post(f"/floor/T1/{path}", headers={"HX-Request": "true"})
    return f"{answer.status_code} {answer.content.decode()}"


def test_screens_announce_the_last_coups_and_the_table_closes_after_all_of_them(
    eighth: OpenHouse, screen: Screen, boss: Client
) -> None:
    panel = part(screen(), "#panel-last-coup").get_text()
    assert "The last coups" in panel and "Coups 2 to 4 will be the last of the day." in panel
    assert part(screen(), "#at-the-table [popovertarget=panel-last-coup]").get_text() == "Last coups"
    assert "the last 3 coups were not announced" in post(boss, "close").lower()
    assert post(boss, "do/announce-last-coup").startswith("200")
    for number in (8, 9):
        assert part(screen(), "#last-coup h2").get_text() == "Coups 2 to 4 are the last"
        assert part(screen(), "#is-last").get_text() == "coups 2 to 4 are the last"
        played(eighth, number)
        assert post(boss, "close").startswith("422")
    played(eighth, 10)
    assert part(screen(), ".next b").get_text() == "Close the table"
    assert post(boss, "close").startswith("200")
    assert eighth.state.phase == "closed"
    assert eighth.state.coup == 4


def test_report_of_the_day_tells_which_coups_were_the_last(
    eighth: OpenHouse, screen: Screen, boss: Client
) -> None:
    post(boss, "do/announce-last-coup")
    report = screen(f"/compliance/report/?table=T1&day={eighth.day}").get_text()
    assert "coups 2 to 4 announced as the last ones" in report.lower()


def test_coups_are_paid_by_the_odds_of_the_house(eighth: OpenHouse) -> None:
    paid = sheet(eighth.casino_id, "T1", eighth.day, 1)
    assert paid is not None
    assert [line.prize for group in paid.groups for line in group.lines] == [7_000]


def test_rules_show_the_least_odds_and_sizes_with_their_clauses(eighth: OpenHouse, screen: Screen) -> None:
    rules = screen("/rules/eighth/")
    assert "at least 34 : 1 (rule 3)" in part(rules, "#bet-plein").get_text()
    assert "at least" not in part(rules, "#bet-noir").get_text()
    said = rules.get_text(" ", strip=True)
    assert "at least 560\u00a0mm" in said
    assert "18.5–21.5\u00a0mm" in said
    assert "8.5–9.5\u00a0g" in said


def test_programs_read_the_least_odds_and_settle_by_those_of_the_house(eighth: OpenHouse) -> None:
    casino = Casino.objects.get(id=eighth.casino_id)
    client = Caller(create_client(name="books", casino=casino, scopes=(TABLES_READ,)))
    bets = {bet["code"]: bet for bet in json.loads(client.get("rulebooks/eighth/bets").content)["bets"]}
    assert (bets["plein:7"]["odds"], bets["plein:7"]["odds_at_least"]) == ("35:1", "34:1")
    assert bets["noir"]["odds_at_least"] is None
    bet = {"ref": "a", "player": "P1", "bet": "plein:7", "amount": 200}
    asked = {"currency": "EUR", "bets": [bet], "results": [7]}
    (coup,) = settle_request(asked, eighth.rulebook)["coups"]
    assert [line["prize"] for line in coup["lines"]] == [7_000]
