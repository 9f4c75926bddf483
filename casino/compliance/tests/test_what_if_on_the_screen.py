"""What another rulebook would have paid, on the inspectors' page: who reads it, and what it says."""

from collections.abc import Callable
from urllib.parse import unquote

import pytest
from django.test import Client

from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.papers import hash_in_foot, words_of_pdf
from testkit.people import AsRole

PAGE = "/compliance/what-if/"
PDF = "/compliance/what-if.pdf"
READERS = (Role.PIT_BOSS, Role.DIRECTION, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)


@pytest.fixture
def house(new_table: Callable[..., OpenHouse]) -> OpenHouse:
    """Venice: at zero red goes to prison and a final is lost; then 17 is paid alike everywhere."""
    house = new_table("it-venezia")
    house.coup(
        0,
        c.PlaceBet(player="P1", bet="rouge", amount=10_000),
        c.PlaceBet(player="P2", bet="finale:7", amount=3_000),
        c.PlaceBet(player="P2", bet="plein:5", amount=500),
    )
    house.coup(17, c.PlaceBet(player="P2", bet="plein:17", amount=500))
    return house


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def page(client: Client, house: OpenHouse, status: int = 200, **chosen: object) -> Element:
    query = "&".join(f"{name}={value}" for name, value in {"day": house.day, "table": "T1", **chosen}.items())
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content)


def words(element: Element | None) -> str:
    assert element is not None
    return " ".join(element.get_text(" ").split())


def rows(of: Element, table: str = ".what-if-lines") -> list[str]:
    return [words(row) for row in find(of, table).select("tbody tr")]


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.clause("pt-francesa/19")
def test_a_coup_shows_what_differs_first_and_folds_what_comes_to_the_same(
    house: OpenHouse, inspector: Client
) -> None:
    shown = page(inspector, house, coup=1, rulebook="pt-francesa@2")
    assert [words(row) for row in shown.select("#coup-1 .what-if-lines tbody tr")] == [
        "Rosso, 100.00 Yellow, seat 1 In prison 100.00 in prison Il gioco, prigione Lost n.º 19 – 100.00",
        "Finale 7, 30.00 Blue, seat 2 Lost Annunci Not settled "
        "Finale 7: pt-francesa has no such bet n.º 16 –",
        "Pieno 5, 5.00 Blue, seat 2 Lost Pagamenti Lost n.º 18 0.00",
    ]
    assert [
        (words(each.select_one("summary")), each.get("open") is not None)
        for each in shown.select("#coup-1 details")
    ] == [
        ("1 line that the other rulebook does not settle", True),
        ("1 line comes to the same", False),
    ]
    assert "The players would have 100.00 less." in words(find(shown, ".first-page-cards"))
    sums = rows(shown, "#sums table")
    assert sums[2:4] == [
        "Stakes that the bank takes 35.00 30.00 105.00",
        "In prison afterwards 100.00 0.00 0.00",
    ]


def test_a_day_follows_the_prison_and_says_that_nothing_is_won_by_it_in_the_end(
    house: OpenHouse, inspector: Client
) -> None:
    shown = page(inspector, house, rulebook="pt-francesa@2")
    assert [words(each) for each in shown.select("section h2 .sub")] == [
        "The players would have 100.00 less.",
        "The players would have 100.00 more.",
    ]
    assert "No more on the cloth" in rows(find(shown, "#coup-2"))[0]
    assert "The players would have as much." in words(find(shown, ".first-page-cards"))
    link = find(shown, "#coup-1 h2 a")["href"]
    alone = inspector.get(f"{PAGE}{link}")
    assert alone.status_code == 200
    assert "coup 1" in words(read_page(alone.content).select_one("h1"))


def test_comparison_without_a_change_is_marked_as_the_same(house: OpenHouse, inspector: Client) -> None:
    shown = page(inspector, house, rulebook="it-venezia@1")
    assert words(find(shown, ".what-if-same")) == "Nothing would differ: all 5 lines come to the same."
    assert not shown.select(".what-if-lines")


def test_without_a_rulebook_there_is_the_form_with_what_was_followed_here(
    house: OpenHouse, inspector: Client
) -> None:
    shown = page(inspector, house, coup=2)
    assert find(shown, "[name=coup]")["value"] == "2"
    assert find(shown, "[name=day]")["value"] == house.day
    offered = [str(each["value"]) for each in shown.select("[name=rulebook] option")]
    assert {"", "it-venezia@1", "it-venezia@2", "pt-francesa@2"} <= set(offered)
    assert not shown.select("[role=alert]")


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"rulebook": "fr-lyon@1"}, "fr-lyon: no such rulebook"),
        ({"rulebook": "it-venezia@9"}, "it-venezia: no version 9; there are 1, 2, 3"),
        ({"rulebook": ""}, "This field is required."),
        ({"rulebook": "it-venezia@1", "coup": 9}, "no number fell at T1 in coup 9"),
        ({"rulebook": "it-venezia@1", "coup": "x"}, "Enter a whole number."),
        ({"rulebook": "it-venezia@1", "day": "2026-11-19"}, "T1 was not opened on 2026-11-19"),
        ({"rulebook": "it-venezia@1", "table": "T9"}, "T9"),
    ],
)
def test_impossible_what_if_is_refused_at_its_field(
    house: OpenHouse, inspector: Client, chosen: dict[str, object], said: str
) -> None:
    shown = page(inspector, house, status=422, **chosen)
    (error,) = shown.select("[role=alert]")
    assert said in words(error)
    assert not shown.select("[data-content=payouts]")


@pytest.mark.parametrize("role", list(Role))
def test_comparison_is_shown_and_linked_for_permitted_roles(
    house: OpenHouse, as_role: AsRole, role: Role
) -> None:
    client = as_role(role)
    answer = client.get(f"{PAGE}?day={house.day}&table=T1&rulebook=pt-francesa@2")
    assert answer.status_code == (200 if role in READERS else 403)
    sheet = client.get("/floor/T1/sheet/1/").content.decode()
    assert (f"{PAGE}?day={house.day}&amp;table=T1&amp;coup=1" in sheet) == (role in READERS)
    day = client.get(f"/compliance/day/?day={house.day}").content.decode()
    assert (f"{PAGE}?day={house.day}" in day) == (role in READERS)


def test_the_table_as_it_stood_leads_there_once_its_coup_was_paid(
    house: OpenHouse, inspector: Client
) -> None:
    def links(version: int) -> list[str]:
        shown = inspector.get(f"/floor/T1/moment/?day={house.day}&event={version}").content
        return [str(link["href"]) for link in read_page(shown).select("#sheet a[href*=what-if]")]

    fell, paid = (
        next(each.version for each in house.events() if each.type == type_)
        for type_ in ("number_fell", "payments_confirmed")
    )
    assert links(fell) == []
    assert links(paid) == [f"{PAGE}?day={house.day}&table=T1&coup=1"]


def test_the_paper_has_the_lines_and_the_sums_of_the_page(house: OpenHouse, inspector: Client) -> None:
    query = f"?day={house.day}&table=T1&coup=1&rulebook=pt-francesa@2"
    link = find(page(inspector, house, coup=1, rulebook="pt-francesa@2"), ".export a")["href"]
    assert unquote(str(link)) == PDF + query
    paper = words_of_pdf(inspector, PDF + query)
    for said in (
        "What if T1, coup 1,",
        "The players would have 100.00 less.",
        "Rosso",
        "In prison; 100.00 in prison; Il gioco, prigione",
        "Lost; n.º 19",
        "Not settled; Finale 7: pt-francesa has no such bet; n.º 16",
        "Stakes that the bank takes 35.00 30.00 105.00",
        "Lines that come to the same",
        "Pieno 5",
    ):
        assert said in paper, said


def test_the_paper_of_a_day_lists_its_coups(house: OpenHouse, inspector: Client) -> None:
    paper = words_of_pdf(inspector, f"{PDF}?day={house.day}&table=T1&rulebook=pt-francesa@2")
    assert "Coups in which something would differ" in paper
    assert "1 0 1 1 The players would have 100.00 less." in paper
    assert "No more on the cloth" in paper


def test_the_paper_is_dated_by_the_record_and_another_once_the_day_goes_on(
    house: OpenHouse, inspector: Client
) -> None:
    address = f"{PDF}?day={house.day}&table=T1&rulebook=pt-francesa@2"
    before = hash_in_foot(inspector, address)
    house.coup(20, c.PlaceBet(player="P1", bet="noir", amount=1_000))
    assert hash_in_foot(inspector, address) != before


def test_impossible_what_if_has_no_paper(house: OpenHouse, inspector: Client, as_role: AsRole) -> None:
    for chosen, said in (
        ("rulebook=fr-lyon@1", "no such rulebook"),
        ("rulebook=it-venezia@1&coup=9", "coup 9"),
    ):
        answer = inspector.get(f"{PDF}?day={house.day}&table=T1&{chosen}")
        assert answer.status_code == 422 and said in answer.content.decode()
    assert as_role(Role.CASH_DESK).get(f"{PDF}?day={house.day}&table=T1").status_code == 403
