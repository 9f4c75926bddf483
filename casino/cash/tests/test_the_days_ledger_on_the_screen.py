"""The ledger's pages: every figure with its label, one table's day with its hours and movements, and who sees them."""

from typing import Literal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.people.models import SIGN_IN, Role
from tables.handling.gaming_day import gaming_day
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
SIGNED = (
    Signature(person=Person(id="boss", name="Boss"), role="pit_boss"),
    Signature(person=Person(id="person/2", name="Desk"), role="cash_desk"),
)
SEES = (Role.PIT_BOSS, Role.DIRECTION, Role.CASH_DESK, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)
DAY = "2026-11-20"


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "it-campione")


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


def page(client: Client, path: str) -> Element:
    response = client.get(path)
    assert response.status_code == 200, path
    return read_page(response.content)


def said(part: Element) -> str:
    return " ".join(part.get_text(" ").split())


def heard(part: Element) -> str:
    """A cell without its mark: the amount, and the words that the mark stands for."""
    marks = {mark.get_text() for mark in part.select(".note-mark")}
    return " ".join(word for word in said(part).split() if word not in marks)


def count(house: OpenHouse, moment: Literal["opening", "closing"], pieces: dict[int, int]) -> None:
    house.do(c.CountFloat(moment=moment, pieces=pieces, signatures=SIGNED))


def test_a_row_says_of_each_figure_how_well_it_is_known(house: OpenHouse, desk: Client) -> None:
    count(house, "opening", {10_000: 20})
    house.coup(1, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    cells = [heard(cell) for cell in page(desk, f"/cash/ledger/?day={DAY}").select("#row-T1-CHF td")]
    opening, fills, _, drop, closing, win, hold, by_bets, theory, _, held = cells
    assert opening == "2,000.00 counted"
    assert fills == "0.00 counted"
    assert drop == "≈ estimated 0.00 by the cash taken"
    assert closing == win == "– no closing count"
    assert hold == "– no win or no drop"
    assert by_bets == "≈ estimated 20.00 by the bets"
    assert theory == "0.27 counted"
    assert held == "0.00 counted"


def test_each_table_of_the_ledger_has_one_legend_for_its_marks(house: OpenHouse, desk: Client) -> None:
    count(house, "opening", {10_000: 20})
    house.coup(1, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    shown = page(desk, f"/cash/ledger/?day={DAY}")
    (legend,) = shown.select("#tables .ledger-legend")
    explained = {
        find(each, "b").get_text(): said(each).partition(" ")[2]
        for each in legend.select("li")
        if each.select("b")
    }
    marks = {said(each): " ".join(each["title"].split()) for each in shown.select("#tables .note-mark")}
    assert marks and marks.items() <= explained.items()
    assert explained.keys() - marks.keys() == {"≈", "–"}
    assert all(each["aria-hidden"] == "true" for each in shown.select("#tables .note-mark"))
    of_hours = dict(said(each).split(" ", 1) for each in shown.select("#by-hour .ledger-legend li"))
    by_the_bets = find(shown, "#row-T1-CHF").select("td")[7].select(".note-mark")[0].get_text()
    assert of_hours[by_the_bets] == "by the bets", "the same mark all over the page"


def test_deviation_interval_and_verdict_have_own_columns(house: OpenHouse, desk: Client) -> None:
    count(house, "opening", {10_000: 20})
    house.coup(1, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    row = find(page(desk, f"/cash/ledger/?day={DAY}"), "#tables tbody.more tr")
    *_, deviation, interval, verdict = [said(cell) for cell in row.select("td")]
    assert deviation not in ("", "–")
    assert interval.startswith("– ") and " to " in interval
    assert verdict == "what the bets brought: within"


def test_the_house_names_what_a_table_lacks(house: OpenHouse, desk: Client) -> None:
    OpenHouse(house.casino_id, "it-campione", table="T2")
    count(house, "opening", {10_000: 20})
    total = find(page(desk, f"/cash/ledger/?day={DAY}"), f"#total-{house.state.currency}")
    assert heard(total.select("td")[0]) == "– no opening count of T2 on 20 Nov"


def test_a_table_has_a_page_with_its_hours_and_its_movements(house: OpenHouse, desk: Client) -> None:
    count(house, "opening", {10_000: 20})
    house.coup(1, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    link = find(page(desk, f"/cash/ledger/?day={DAY}"), "#row-T1-CHF a")["href"]
    shown = page(desk, link)
    moved = [[cell.get_text() for cell in row.select("td")] for row in shown.select("#movements tbody tr")]
    assert [each[1:] for each in moved] == [
        ["", "first count of the float", "Before the record", "Float", "2,000.00"],
        ["1", "stakes lost", "Players' hands", "Float", "20.00"],
    ]
    chart = find(shown, "#by-hour svg")
    names = chart["aria-labelledby"].split()
    assert find(shown, f"#{names[0]}").get_text() == "Result of T1 by hour"
    assert "20.00" in find(shown, f"#{names[1]}").get_text()
    hours = shown.select("#by-hour tbody tr")
    assert len(hours) == len(chart.select("rect")) >= 1
    assert heard(hours[0].select("td")[0]) == "≈ estimated 20.00 by the bets"


def test_closing_count_is_shown_on_the_page_of_the_table(house: OpenHouse, desk: Client) -> None:
    count(house, "opening", {10_000: 20})
    count(house, "closing", {10_000: 19})
    shown = {
        find(each, "dt").get_text(): heard(find(each, "dd"))
        for each in page(desk, f"/cash/ledger/T1/?day={DAY}").select("#figures div")
    }
    assert shown["Count variance"] == "≈ estimated – 100.00 by the opening count"
    assert shown["Win"] == "≈ estimated – 100.00 by the cash taken"
    assert shown["Hold"] == "– no win or no drop"


@pytest.mark.clause("it-campione/19")
def test_safekeeping_is_shown_on_both_pages_until_its_end(house: OpenHouse, desk: Client) -> None:
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.SeeAbandoned(ref=house.state.bets[0].ref))
    item = house.state.held.items[0]
    paths = (f"/cash/ledger/?day={DAY}", f"/cash/ledger/T1/?day={DAY}")
    for path in paths:
        row = find(page(desk, path), "#held tbody tr")
        cells = [said(cell) for cell in row.select("td")]
        assert cells[:2] == [item.receipt, "T1"]
        assert "abandoned stake of coup 1" in cells[2]
        assert find(row, "time")["datetime"] == item.since.isoformat(timespec="seconds")
        assert cells[4] and cells[5] == house.rulebook.clauses["it-campione/19"]
        assert cells[6] == f"10.00 {house.state.currency}"
    house.do(c.ClaimHeld(ref=item.ref, by="P1", reason="seen by the chief"))
    for path in paths:
        assert "Nothing is held" in find(page(desk, path), "#held").get_text()


@pytest.mark.parametrize("role", SIGN_IN)
def test_each_role_sees_the_ledger_that_may(house: OpenHouse, as_role: AsRole, role: Role) -> None:
    client = as_role(role)
    for path in ("/cash/ledger/", f"/cash/ledger/T1/?day={DAY}"):
        assert client.get(path).status_code == (200 if role in SEES else 403)
    menu = page(client, "/rules/").select('nav a[href="/cash/ledger/"]')
    assert bool(menu) is (role in SEES)


@pytest.mark.parametrize("role", [Role.PIT_BOSS, Role.CHEF_DE_TABLE])
def test_a_tables_page_leads_to_its_ledger_whom_it_may(house: OpenHouse, as_role: AsRole, role: Role) -> None:
    client = as_role(role)
    links = [link["href"] for link in page(client, "/floor/T1/").select("#ledger")]
    assert links == ([f"/cash/ledger/T1/?day={DAY}"] if role in SEES else [])
    assert all(client.get(link).status_code == 200 for link in links)


def test_empty_day_is_marked_as_empty(house: OpenHouse, desk: Client) -> None:
    empty = page(desk, "/cash/ledger/?day=2026-11-19")
    assert "No table was opened" in find(empty, "#tables").get_text()
    assert "Nothing is held" in find(empty, "#held").get_text()
    of_table = page(desk, "/cash/ledger/T1/?day=2026-11-19")
    assert "not opened for this gaming day" in find(of_table, "#figures").get_text()
    assert not of_table.select("#movements")


def test_without_a_day_it_is_todays(house: OpenHouse, desk: Client) -> None:
    today = gaming_day(house.casino_id, timezone.now()).isoformat()
    assert find(page(desk, "/cash/ledger/"), "input[name=day]")["value"] == today


@pytest.mark.parametrize("path", ["T9/", f"T9/?day={DAY}", "T1/?day=x", "?day=2026-13-01"])
def test_unknown_ledger_page_is_not_found(house: OpenHouse, desk: Client, path: str) -> None:
    assert desk.get(f"/cash/ledger/{path}").status_code == 404


@pytest.mark.parametrize("path", [f"/cash/ledger/?day={DAY}", f"/cash/ledger/T1/?day={DAY}"])
def test_more_coups_cost_no_more_queries(house: OpenHouse, desk: Client, path: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page(desk, path)
        return len(asked)

    house.coup(1, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    page(desk, path)
    few = queries()
    for number in (2, 4, 6):
        house.coup(number, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    page(desk, path)
    assert queries() == few
