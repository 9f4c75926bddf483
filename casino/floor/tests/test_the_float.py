"""The float on the screen: counted by one and verified by another, what differs said at its place and explained."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from casino.floor.tests.conftest import part, reopened
from casino.people.models import Person, Role
from tables.handling import handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.models import GamingTable
from tables.play import commands as c
from tables.play import events as e
from tables.registers.chip_series_commands import IntroduceSeries
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.play import opening

PIT = e.Signature(person=e.Person(id="boss", name="Boss"), role="pit_boss")
DESK = e.Signature(person=e.Person(id="desk", name="Desk"), role="cash_desk")
FLOAT = {10_000: 10, 500: 40}


def count(moment: e.Moment, pieces: dict[int, int] = FLOAT, **more: Any) -> c.CountFloat:
    return c.CountFloat(moment=moment, pieces=pieces, signatures=(PIT, DESK), **more)


def second_day(house: OpenHouse, **handed_on: Any) -> None:
    """Closes the table with FLOAT, and opens its next day, on which it is to be counted."""
    house.do(count("closing", **handed_on))
    house.do(c.CloseTable())
    house.do(
        replace(opening(house.rulebook, table="T1"), day="2026-11-21", counts_float=True), now=timezone.now()
    )


@pytest.fixture
def verifier(colleague: Callable[..., Person], table: OpenHouse) -> Person:
    """Who signs beside, with the PIN 4711."""
    return colleague(Role.CASH_DESK, casino_id=table.casino_id, pin="4711")


def page(client: Client) -> Element:
    return read_page(client.get("/floor/T1/").content)


def ask(client: Client, where: str, verifier: Person, **form: str) -> tuple[int, Element]:
    sent = {"signer": verifier.username, "pin": "4711"} | form
    answer = client.post(f"/floor/T1/{where}", sent, headers={"HX-Request": "true"})
    return answer.status_code, read_page(answer.content)


def counted_on(client: Client, **pieces: str) -> dict[str, str]:
    """The pad as it would be sent, with so many pieces of a value: `_100="10"`."""
    sent = {"moment": page(client).select("#panel-float [name=moment]")[0]["value"]}
    for row in page(client).select("#panel-float tbody tr[data-minor]"):
        value = find(row, "[type=hidden]")
        sent[value["name"]] = value["value"]
        found = pieces.get(f"_{value['value'].replace('.', '_')}")
        if found is not None:
            sent[find(row, "[data-pieces]")["name"]] = found
    return sent


def test_the_pad_has_what_was_handed_on_beside_each_value(boss: Client, table: OpenHouse) -> None:
    second_day(table)
    shown = page(boss)
    assert "The last day closed with 1,200.00" in part(shown, "#float").get_text()
    pad = part(shown, "#panel-float")
    assert (pad["data-expected"], part(pad, ".float-sums dd:not(:has(output))").get_text()) == (
        "120000",
        "1,200.00",
    )
    beside = {
        row["data-minor"]: find(row, "[data-pieces]")["data-expected"] for row in pad.select("[data-minor]")
    }
    assert (beside["10000"], beside["500"], beside["2000"]) == ("10", "40", "0")
    assert rows_in(pad, "#in-float") == [10_000, 500]
    others = rows_in(pad, "#usual-values")
    assert 2_000 in others and others == sorted(others, reverse=True)
    assert not {10_000, 500} & {*others}


def rows_in(pad: Element, group: str) -> list[int]:
    """The values (minor units) of a group's rows, in its order."""
    return [int(row["data-minor"]) for row in part(pad, group).select("tr[data-minor]")]


def fill_received(house: OpenHouse, pieces: dict[int, int]) -> None:
    asked: dict[str, Any] = {"slip": "F-000001", "pieces": pieces}
    chef = e.Signature(person=e.Person(id="c", name="Chef"), role="chef_de_table")
    person = next(iter(house.state.staff.values()))
    croupier = e.Signature(person=person, role="croupier")
    house.do(c.RequestFill(**asked, signatures=(PIT,)))
    house.do(c.ReceiveFill(**asked, signatures=(croupier, chef)))


def test_at_the_closing_the_values_that_lie_in_the_float_come_first(boss: Client, table: OpenHouse) -> None:
    reopened(table, counts_float=True)
    before = {*rows_in(part(page(boss), "#panel-float"), "#usual-values")}
    table.do(count("opening", {150_000: 2, 500: 40}))
    fill_received(table, {75: 20})
    table.coup(17)
    pad = part(page(boss), "#panel-float")
    assert part(pad, "[name=moment]")["value"] == "closing"
    assert rows_in(pad, "#in-float") == [150_000, 500, 75]
    assert {*rows_in(pad, "#usual-values")} == before - {500}, "the usual values are all there beside them"
    assert pad.select_one("[data-expected]:not([data-expected=''])") is None, "the closing count is blind"


def test_a_value_keeps_its_field_when_another_comes_before_it(boss: Client, table: OpenHouse) -> None:
    reopened(table, counts_float=True)
    table.do(count("opening", {500: 40}))
    name = part(page(boss), "[data-minor='500'] [data-pieces]")["name"]
    fill_received(table, {150_000: 2})
    assert part(page(boss), "[data-minor='500'] [data-pieces]")["name"] == name


def test_without_a_script_the_count_is_sent_as_any_form_is(
    boss: Client, table: OpenHouse, verifier: Person
) -> None:
    second_day(table)
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = boss.cookies
    shown, sent = page(browser), counted_on(browser, _100="10", _5="40")
    pad = part(shown, "#panel-float")
    signed = sent | {"signer": verifier.username, "pin": "4711"}
    assert browser.post(pad["action"], signed).status_code == 403
    token = part(shown, f"[form={pad['id']}]")
    answer = browser.post(pad["action"], signed | {token["name"]: token["value"]})
    assert (answer.status_code, answer["Location"]) == (302, "/floor/T1/")
    assert table.state.direction.float_at_opening == 120_000


def test_a_count_that_agrees_says_who_counted_and_who_verified(
    boss: Client, table: OpenHouse, verifier: Person
) -> None:
    second_day(table)
    status, answer = ask(boss, "direct/count-float", verifier, **counted_on(boss, _100="10", _5="40"))
    assert status == 200
    said = part(answer, "#float").get_text()
    assert "Opening count 1,200.00 EUR, counted by Pit boss" in said
    assert f"verified by {verifier.display_name}" in said
    assert ask(boss, "do/bets-open", verifier)[0] == 200


def test_a_difference_is_said_with_its_chips_and_explained_by_two(
    boss: Client, table: OpenHouse, verifier: Person, as_role: Callable[[Role], Client]
) -> None:
    second_day(table)
    _, answer = ask(boss, "direct/count-float", verifier, **counted_on(boss, _100="9", _5="42"))
    card = part(answer, "#float.is-broken")
    assert "90 EUR less than was handed on" in card.get_text()
    assert [each.get_text() for each in card.select(".chips-differ li")] == [
        "1 × 100 missing",
        "2 × 5 too many",
    ]
    refused, stays = ask(boss, "do/bets-open", verifier)
    assert refused == 422
    assert "explain it with two signatures, before bets open" in stays.get_text()
    chef = as_role(Role.CHEF_DE_TABLE)
    for wrong, says in (
        ({"reason": " "}, "explained in words"),
        ({"reason": "lost", "signer": ""}, "nobody has countersigned"),
        ({"reason": "lost", "pin": "1234"}, "not the PIN"),
        ({"reason": "x" * 201}, "200 at most"),
        ({"reason": "lost\x00"}, "cannot be read"),
    ):
        status, answer = ask(chef, "do/explain-variance", verifier, **wrong)
        assert status == 422, wrong
        assert says in part(answer, "#answer-float-differs .said").get_text()
    assert table.events()[-1].type == "float_variance_found"
    status, answer = ask(chef, "do/explain-variance", verifier, reason="two chips lay in the box")
    assert status == 200
    assert "“two chips lay in the box”" in part(answer, "#float").get_text()
    explained = table.events()[-1]
    assert explained.type == "float_variance_explained"
    assert [each["role"] for each in explained.metadata["signed"]] == ["chef_de_table", "cash_desk"]
    assert ask(boss, "do/bets-open", verifier)[0] == 200


def test_a_table_that_played_nothing_is_counted_at_the_closing_too_and_then_no_more_at_the_opening(
    boss: Client, table: OpenHouse, verifier: Person
) -> None:
    second_day(table)
    sent = counted_on(boss, _100="10", _5="40")
    assert ask(boss, "direct/count-float", verifier, **sent)[0] == 200
    moments = [each["value"] for each in page(boss).select("#panel-float button[name=moment]")]
    assert moments == ["opening", "closing"]
    assert ask(boss, "direct/count-float", verifier, **sent | {"moment": "closing"})[0] == 200
    assert part(page(boss), "#panel-float [name=moment]")["value"] == "closing"
    assert ask(boss, "direct/count-float", verifier, **sent)[0] == 422


def test_counted_again_the_float_agrees_and_nothing_is_to_be_explained(
    boss: Client, table: OpenHouse, verifier: Person
) -> None:
    second_day(table)
    ask(boss, "direct/count-float", verifier, **counted_on(boss, _100="9", _5="40"))
    assert page(boss).select_one("#count-again") is not None
    ask(boss, "direct/count-float", verifier, **counted_on(boss, _100="10", _5="40"))
    assert page(boss).select_one("#float.is-broken") is None
    assert ask(boss, "do/bets-open", verifier)[0] == 200
    status, answer = ask(boss, "do/explain-variance", verifier, reason="nothing was wrong")
    assert status == 422
    assert "No difference of the float waits" in part(answer, "#answer-float-differs .said").get_text()


@pytest.mark.parametrize("table", ["it-campione"], indirect=True)
def test_a_house_with_two_series_counts_in_a_column_for_each(
    boss: Client, table: OpenHouse, verifier: Person
) -> None:
    of_a, of_b = {"A": {10_000: 10}, "B": {500: 40}}, {"1": "10", "2": "40"}
    second_day(table, by_series=of_a)
    shown = part(page(boss), "#panel-float")
    assert [each.get_text() for each in shown.select("thead th")] == ["Value", "A", "B", "Worth"]
    hundred, five = part(shown, "[data-minor='10000']"), part(shown, "[data-minor='500']")
    assert [each["data-expected"] for each in hundred.select("[data-pieces]")] == ["10", "0"]
    sent = {"moment": "opening", "series-1": "A", "series-2": "B"}
    for row, column in ((hundred, "1"), (five, "2")):
        value = find(row, "[type=hidden]")
        sent |= {
            value["name"]: value["value"],
            f"{value['name'].replace('value-', '')}-{column}": of_b[column],
        }
    unsaid = {name: said for name, said in sent.items() if not name.startswith("series-")}
    assert ask(boss, "direct/count-float", verifier, **unsaid)[0] == 422
    assert ask(boss, "direct/count-float", verifier, **(sent | {"series-1": "Z"}))[0] == 422
    status, answer = ask(boss, "direct/count-float", verifier, **sent)
    assert status == 200, answer.select_one("#panel-float .said")
    counted = table.events()[-1]
    assert (counted.type, counted.data["by_series"]) == (
        "float_counted",
        {"A": {"10000": 10}, "B": {"500": 40}},
    )


@pytest.fixture
def table(request: pytest.FixtureRequest, new_table: Callable[[str], OpenHouse], casino_id: int) -> OpenHouse:
    """An open table; that of a house that tells two series apart, where the rulebook does."""
    rulebook = getattr(request, "param", "pt-francesa")
    house = new_table(rulebook)
    if rulebook != "it-campione":
        return house
    for series in ("A", "B"):
        made = IntroduceSeries(series=series, pieces={500: 1_000, 10_000: 50})
        handle(SeriesAggregate(casino_id), made, by=AT_THE_PIT, now=timezone.now())
    return house


def test_an_imprest_table_begins_with_its_par(boss: Client, table: OpenHouse) -> None:
    GamingTable.objects.filter(casino_id=table.casino_id).update(par={"10000": 20})
    table.do(c.CloseTable())
    table.do(
        replace(opening(table.rulebook, table="T1"), day="2026-11-21", counts_float=True, par={10_000: 20}),
        now=timezone.now(),
    )
    assert "The par is 2,000.00" in part(page(boss), "#float").get_text()
