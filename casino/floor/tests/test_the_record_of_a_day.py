"""The record of a day on its page: sentences, a search, filters kept in the address, an address for each event."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.presenters.read_day import Wanted
from casino.floor.presenters.record import ON_A_PAGE, found_in
from casino.people.models import Role
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.pages import Element, read_page

AsRole = Callable[[Role], Client]


@pytest.fixture
def played(table: OpenHouse) -> OpenHouse:
    """Two coups: a bet on red in each, and a ball put back in between."""
    table.coup(7, c.PlaceBet(player="P1", bet="rouge", amount=31_250))
    table.do(c.ConfirmPayments())
    table.do(c.ChangeBall(ball="A", announced=True))
    table.coup(20, c.PlaceBet(player="P2", bet="plein:17", amount=1_000))
    return table


def page(client: Client, query: str = "") -> Element:
    answer = client.get(f"/floor/T1/record/{query}")
    assert answer.status_code == 200
    return read_page(answer.content)


def told(client: Client, query: str = "") -> list[str]:
    return [cell.get_text(strip=True) for cell in page(client, query).select(".events .told")]


def test_a_bet_is_a_sentence_with_its_seat_its_amount_and_the_houses_name_of_it(
    played: OpenHouse, boss: Client
) -> None:
    assert "Blue, seat 2 bets 10 EUR on Pleno 17 in coup 2" in told(boss)


def test_words_are_searched_in_what_the_page_says(played: OpenHouse, boss: Client) -> None:
    assert told(boss, "?words=pleno+17") == ["Blue, seat 2 bets 10 EUR on Pleno 17 in coup 2"]
    assert told(boss, "?words=no-such-thing") == []


def test_a_coup_stands_as_it_went(played: OpenHouse, boss: Client) -> None:
    of_coup = told(boss, "?coup=1")
    assert of_coup[0] == "bets are open for coup 1" and of_coup[-1] == "coup 1 paid"
    assert not any("coup 2" in words for words in of_coup)


def test_filters_narrow_each_other_and_stay_in_the_form(played: OpenHouse, boss: Client) -> None:
    found = page(boss, "?kind=Bet&coup=2")
    assert [cell.get_text(strip=True) for cell in found.select(".events .kind")] == ["Bet"]
    assert found.select_one("select[name=kind] option[selected]")["value"] == "Bet"  # type: ignore[index]
    assert found.select_one("input[name=coup]")["value"] == "2"  # type: ignore[index]


def test_a_persons_events_are_found(played: OpenHouse, boss: Client) -> None:
    everybody = page(boss).select("select[name=person] option")
    names = [option["value"] for option in everybody if option["value"]]
    assert names
    for name in names:
        assert told(boss, f"?person={name}")
    assert told(boss, "?person=Nobody") == []


def test_each_event_has_an_address_that_finds_its_page(played: OpenHouse, boss: Client) -> None:
    links = page(boss).select(".events td:first-child a")
    assert links
    for link in links:
        query, _, anchor = str(link["href"]).partition("#")
        assert page(boss, query).select(f"#{anchor}.is-chosen")


def test_a_long_day_is_read_page_by_page(played: OpenHouse) -> None:
    events = read_stream(played.casino_id, table_stream("T1", played.state.day))
    opening, *rest = events
    many = [opening, *(rest * 40)]
    first, last = found_in(many, Wanted()), found_in(many, Wanted(), page=99)
    assert len(first.events) == ON_A_PAGE and first.page.has_next()
    assert last.events[-1].version == 1 and not last.page.has_next()
    assert found_in(many, Wanted(event=1)).events[-1].version == 1


@pytest.mark.parametrize("query", ["?coup=x", "?coup=0", "?day=never"])
def test_malformed_coup_or_day_is_refused_at_its_field(played: OpenHouse, boss: Client, query: str) -> None:
    answer = boss.get(f"/floor/T1/record/{query}")
    assert answer.status_code == 422
    assert read_page(answer.content).select(".record-filter em[role=alert]")
