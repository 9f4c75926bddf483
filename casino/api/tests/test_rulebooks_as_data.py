"""GET rulebooks and what lies below: the rules as data, and every legal bet."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tables.roulette.bets import every_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook_values import values_of

pytestmark = pytest.mark.django_db

HOUSES = ["it-campione", "it-live", "it-venezia", "pt-americana", "pt-francesa"]


def read(system: Any, path: str) -> Any:
    response = system.get(path)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
    return json.loads(response.content)


def test_every_rulebook_is_listed_with_its_versions(caller: Callable[..., Any]) -> None:
    found = read(caller(), "rulebooks")["rulebooks"]
    assert [book["id"] for book in found] == list(rulebooks())
    assert [book["versions"] for book in found if book["id"] == "it-venezia"] == [[1, 2, 3]]


@pytest.mark.clause("pt-americana/in-force")
def test_a_rulebook_says_since_when_it_is_in_force(caller: Callable[..., Any]) -> None:
    system = caller()
    dated = {"since": "2002-07-30", "until": None, "clause": "pt-americana/in-force"}
    by_house = {house: read(system, f"rulebooks/{house}")["in_force"] for house in HOUSES}
    assert by_house == dict.fromkeys(HOUSES) | {"pt-americana": dated}
    listed = {book["id"]: book["in_force"] for book in read(system, "rulebooks")["rulebooks"]}
    assert listed["pt-americana"] == dated


@pytest.mark.parametrize("house", HOUSES)
def test_every_value_comes_with_its_clause_and_our_reading(house: str, caller: Callable[..., Any]) -> None:
    found = read(caller(), f"rulebooks/{house}")
    rulebook = get_rulebook(house)
    assert [value["key"] for value in found["values"]] == [value.key for value in values_of(rulebook)]
    for value in found["values"]:
        reading = rulebook.readings.get(value["clause"])
        assert value["reading"] == (reading and reading.texts)
    assert {id_: clause["ref"] for id_, clause in found["clauses"].items()} == rulebook.clauses
    assert {id_ for id_, clause in found["clauses"].items() if clause["reading"]} == set(rulebook.readings)


def test_amounts_among_the_values_are_money(caller: Callable[..., Any]) -> None:
    values = {value["key"]: value["value"] for value in read(caller(), "rulebooks/it-campione")["values"]}
    assert values["bets.plein.maximum"] == {"amount": 50_000, "currency": "CHF"}
    assert values["bets.plein.odds"] == "35:1"
    amounts = {value.key for value in values_of(get_rulebook("it-campione")) if value.is_amount}
    for key in amounts:
        each = values[key]
        for money in [each] if "currency" in each else each.values():
            assert set(money) == {"amount", "currency"}


@pytest.mark.parametrize("path", ["it-venezia@3", "it-venezia?version=3", "it-venezia@3?version=3"])
def test_a_version_can_be_named_in_either_way(path: str, caller: Callable[..., Any]) -> None:
    system = caller()
    assert read(system, f"rulebooks/{path}") == read(system, "rulebooks/it-venezia")


NOT_THERE = {
    "fr-lyon": (404, "fr-lyon: no such rulebook; there are it-campione"),
    "it-venezia@7": (404, "it-venezia: no version 7; there are 1, 2, 3"),
    "it-venezia?version=7": (404, "it-venezia: no version 7; there are 1, 2, 3"),
    "it-venezia@x": (404, "it-venezia@x: names no rulebook"),
    "it-venezia?version=x": (422, "version: 'x' is no version"),
    "it-venezia?version=": (422, "version: '' is no version"),
    "it-venezia@1?version=2": (422, "version: 2 is asked for, but the address says it-venezia@1"),
    "it-venezia/bets?wheel=square": (422, "wheel: it-venezia knows no 'square' numbering; it knows french"),
    "it-venezia?versoin=1": (422, "versoin: no such parameter; there are version"),
    "it-venezia?version=1&version=2": (422, "version: the address has it more than once"),
    "it-venezia/bets?weel=french": (422, "weel: no such parameter; there are version, wheel"),
    "%00": (404, "/api/v1/rulebooks/\x00: no such address"),
}


@pytest.mark.parametrize("path", NOT_THERE)
def test_unknown_rulebook_path_is_refused_with_the_known_ones(
    path: str, caller: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    status, detail = NOT_THERE[path]
    found = problem(caller().get(f"rulebooks/{path}"))
    assert found["status"] == status
    assert found["detail"].startswith(detail)


@pytest.mark.parametrize("house", HOUSES)
def test_every_legal_bet_is_there_once(house: str, caller: Callable[..., Any]) -> None:
    system = caller()
    rulebook = get_rulebook(house)
    for wheel in rulebook.wheels:
        found = read(system, f"rulebooks/{house}/bets?wheel={wheel}")
        assert (found["rulebook"], found["version"], found["wheel"]) == (house, 3, wheel)
        assert [bet["code"] for bet in found["bets"]] == [
            bet.code for bet in every_bet(rulebook, wheel=wheel)
        ]


def bet_of(system: Any, house: str, code: str) -> Any:
    (found,) = [bet for bet in read(system, f"rulebooks/{house}/bets")["bets"] if bet["code"] == code]
    return found


@pytest.mark.clause("pt-francesa/24")
def test_a_bet_tells_numbers_odds_ratio_and_names(caller: Callable[..., Any]) -> None:
    found = bet_of(caller(), "pt-francesa", "cheval:17-20")
    assert (found["numbers"], found["odds"], found["chips"]) == ([17, 20], "17:1", [])
    assert (found["maximum_ratio"], found["maximum"], found["limit_clause"]) == (60, None, "pt-francesa/24")
    assert found["names"]["pt"] == ["cavalo"]
    assert found["return_to_player"] == {"fraction": "36/37", "percent": "97.30"}


@pytest.mark.clause("it-venezia/prison")
def test_the_return_is_exact_for_who_stays_in_prison_and_for_who_splits(caller: Callable[..., Any]) -> None:
    found = bet_of(caller(), "it-venezia", "rouge")
    assert found["return_to_player"] == {"fraction": "28797985/29198032", "percent": "98.63"}
    assert found["return_if_split"] == {"fraction": "73/74", "percent": "98.65"}
    assert Fraction(found["return_to_player"]["fraction"]) < Fraction(found["return_if_split"]["fraction"])


@pytest.mark.clause("it-live/rtp")
def test_misprinted_odds_are_shown_with_their_return(caller: Callable[..., Any]) -> None:
    found = bet_of(caller(), "it-live", "douzaine:1")
    assert (found["odds"], found["return_to_player"]["percent"]) == ("2:1", "97.30")
    assert found["return_by_misprint"] == {"fraction": "24/37", "percent": "64.86"}


@pytest.mark.clause("pt-americana/34")
def test_an_announced_bet_tells_its_chips_and_the_limit_of_the_whole(caller: Callable[..., Any]) -> None:
    found = bet_of(caller(), "pt-americana", "tiers")
    assert (found["odds"], found["maximum_ratio"], found["limit_clause"]) == (None, 120, "pt-americana/34")
    assert next((chip["bet"], chip["count"]) for chip in found["chips"]) == ("cheval:5-8", 1)
    assert sum(chip["count"] for chip in found["chips"]) == 6
    assert found["numbers"] == [5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36]


@pytest.mark.clause("it-campione/5")
def test_a_maximum_that_the_rulebook_posts_is_money(caller: Callable[..., Any]) -> None:
    found = bet_of(caller(), "it-campione", "sixain:1-2-3-4-5-6")
    assert found["maximum"] == {"amount": 300_000, "currency": "CHF"}
    assert found["names"]["it"][0] == "sei primi"
