"""A refusal is said as people at the table speak: names of bets, seats and reasons, never codes or references."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import play
from casino.kit.sentences import TableNames
from tables.play import commands as c
from tables.roulette.announcements import shown_name
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.house import OpenHouse
from testkit.pages import read_page

NewTable = Callable[[str], OpenHouse]
LAID = {"player": "P1", "chip": "5", "other": ""}


def said(boss: Client, command: str, **form: str) -> str:
    """What the table's page says to a form that is refused."""
    answer = boss.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    page = read_page(answer.content)
    return page.select("[role=alert] .said b")[0].get_text()


def test_the_kind_of_a_bet_has_its_name_at_this_table(new_table: NewTable, boss: Client) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    assert said(boss, "place-bet", **LAID | {"bet": "plein:17", "other": "5000"}) == (
        "Pieno 17: 5,000 EUR is over the maximum 150 EUR of a pieno"
    )


def test_a_combination_of_an_announced_bet_and_the_bet_have_their_names(
    new_table: NewTable, boss: Client
) -> None:
    new_table("it-venezia").do(c.AnnounceBetsOpen())
    over = said(boss, "place-bet", **LAID | {"bet": "tiers", "other": "6000"})
    assert over.startswith("Cavallo 5–8 in Serie 5/8: 6,000 EUR is over the maximum 300 EUR of a cavallo")


def test_every_place_in_a_list_has_its_name(new_table: NewTable, boss: Client) -> None:
    new_table("pt-americana").do(c.AnnounceBetsOpen())
    refused = said(boss, "place-bet", **LAID | {"bet": "plein:17", "other": "5", "face_value": "yes"})
    assert "lie on Par, Ímpar, Menor, Maior, Encarnado, Preto only" in refused
    assert not {"plein", "pair", "impair", "passe"} & set(refused.replace(",", "").split())


def test_typed_text_is_quoted_in_its_refusal(new_table: NewTable, boss: Client) -> None:
    new_table("it-venezia").do(c.AnnounceBetsOpen())
    assert said(boss, "place-bet", **LAID | {"bet": "<b>X/y</b>"}).startswith(
        "“<b>X/y</b>”: not the name of a bet"
    )
    long = "Ñ" * 80
    assert said(boss, "place-bet", **LAID | {"bet": long}).startswith(f"“{long[:59]}…”: not the name")


def test_an_example_is_given_in_the_words_of_the_house(new_table: NewTable, boss: Client) -> None:
    new_table("it-venezia").do(c.AnnounceBetsOpen())
    refused = said(boss, "place-bet", **LAID | {"bet": "vicini 17/9"})
    assert "Vicini 17/2" in refused and "voisins" not in refused


def test_a_null_coups_reasons_are_those_that_the_house_prints(new_table: NewTable, boss: Client) -> None:
    house = new_table("pt-francesa")
    house.do(c.AnnounceBetsOpen())
    refused = said(boss, "null-coup", reason="<i>")
    assert refused.startswith("<i> is no reason for a null coup")
    for key, label in house.rulebook.null_coup.reasons.items():
        assert f"«{label}»" in refused and f" {key}" not in refused


def test_a_bet_is_named_and_whose_it_is_instead_of_its_reference(new_table: NewTable, boss: Client) -> None:
    play(
        new_table("it-venezia"),
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=1000),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=0),
        c.ConfirmPayments(),
        c.AnnounceBetsOpen(),
    )
    refused = said(boss, "withdraw-bet", ref="b1")
    assert refused.startswith("Rosso, 10 (Yellow, seat 1) is in prison")


def test_a_bet_that_is_gone_is_that_bet(new_table: NewTable, boss: Client) -> None:
    new_table("it-venezia").do(c.AnnounceBetsOpen())
    assert said(boss, "withdraw-bet", ref="b14") == "That bet does not lie on the cloth"


def test_the_bets_of_a_company_that_keep_it_together_are_named(new_table: NewTable, boss: Client) -> None:
    play(
        new_table("it-campione"),
        c.AnnounceBetsOpen(),
        c.DeclareGroup(players=("P1", "P3")),
        c.PlaceBet(player="P1", bet="plein:17", amount=1000),
    )
    assert said(boss, "end-company", **{"member-P1": "yes", "member-P3": "yes"}).startswith(
        "Bets of Yellow, seat 1 and Purple, seat 3 lie on the cloth in company, Pieno 17, 10 (Yellow, seat 1): "
    )


@pytest.mark.parametrize("rulebook_id", sorted(rulebooks()))
def test_every_kind_has_a_name_wherever_it_stands(rulebook_id: str) -> None:
    rulebook = get_rulebook(rulebook_id)
    names = {kind: shown_name(rulebook, kind) for kind in rulebook.bets}
    names |= {kind: rule.names[rulebook.language][0] for kind, rule in rulebook.replays.items()}
    for kind, name in names.items():
        words = TableNames(rulebook)
        assert name.casefold() in (words.bet(kind).casefold(), words.way(kind).casefold())


@pytest.mark.clause("pt-americana/34")
def test_a_chip_that_fits_no_series_is_told_which_amounts_do(new_table: NewTable, boss: Client) -> None:
    new_table("pt-americana@1").do(c.AnnounceBetsOpen())
    refused = said(boss, "place-bet", **LAID | {"bet": "voisins", "chip": "10"})
    assert refused.startswith("Série grande: ") and "voisins" not in refused
    huge = said(boss, "place-bet", **LAID | {"bet": "voisins", "other": "9999999999"})
    assert huge.startswith("Série grande: 89,999,999,991 EUR")
    assert refused.endswith("; 450 EUR (9 chips of 50) is the smallest that does")
