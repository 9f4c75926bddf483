"""The sign beside a table: a page of its own that always shows the limits in force."""

from collections.abc import Callable

import pytest
from django.test import Client
from msgspec.structs import replace

from casino.floor.tests.conftest import part, reopened
from casino.people.models import Role
from tables.play import commands as c
from tables.roulette.loader import rulebooks
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]


def maximums(page: Element) -> dict[str, str]:
    return {
        part(row, "th").get_text(" ", strip=True): part(row, "td").get_text(strip=True)
        for row in page.select(".sign tr")
    }


@pytest.mark.clause("it-venezia/general-9")
def test_the_sign_shows_the_minimum_and_each_maximum_in_the_rulebooks_language(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    page = screen("/sign/T1/")
    assert part(page, "html")["lang"] == "it"
    assert part(page, "h1").get_text(" ", strip=True) == f"T1 {house.rulebook.title}"
    assert part(page, ".least").get_text(" ", strip=True) == "Minimo Regole generali, 9 5 EUR"
    rule = "Il massimo vincola ogni giocatore, anche quando altri puntano per lui. Regole generali, 9"
    assert part(page, ".sign-rule").get_text(" ", strip=True) == rule
    assert maximums(page) == {
        "Pieno": "150",
        "Cavallo": "300",
        "Terzina": "450",
        "Carré, Quattro primi": "600",
        "Sestina": "900",
        "Dozzina, Colonna": "1.800",
        "Pari, Dispari, Manque, Passe, Rosso, Nero": "2.700",
    }


@pytest.mark.clause("it-campione/5")
@pytest.mark.clause("it-live/minimum")
@pytest.mark.parametrize("rulebook_id", sorted(rulebooks()))
def test_every_kind_of_bet_of_every_rulebook_stands_on_its_sign(
    new_table: NewTable, screen: Screen, rulebook_id: str
) -> None:
    house = new_table(rulebook_id)
    said = ", ".join(maximums(screen("/sign/T1/"))).split(", ")
    assert len(said) >= len(house.rulebook.bets)
    assert "–" not in maximums(screen("/sign/T1/")).values()


@pytest.mark.clause("it-venezia/general-10")
def test_the_sign_shows_other_limits_from_the_moment_they_are_in_force(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    before = screen("/sign/T1/")
    assert house.state.limits is not None
    other = replace(house.state.limits, minimum=1000)
    house.do(c.ChangeLimits(limits=other, players_told=True, sign_changed=True))
    after = screen("/sign/T1/")
    assert part(after, ".least b").get_text() == "10"
    assert int(str(part(after, "#page")["data-version"])) > int(str(part(before, "#page")["data-version"]))


@pytest.mark.clause("pt-americana/34")
def test_whole_series_have_a_line_where_the_wheel_has_series(new_table: NewTable, screen: Screen) -> None:
    house = new_table("pt-americana")
    shown = maximums(screen("/sign/T1/"))
    assert [shown[row] for row in shown if "Série grande" in row] == ["600"]
    reopened(house, wheel="american")
    assert not [row for row in maximums(screen("/sign/T1/")) if "Série grande" in row]


def test_the_sign_of_a_closed_table_says_so_and_shows_no_limits(new_table: NewTable, screen: Screen) -> None:
    new_table("pt-francesa").do(c.CloseTable())
    page = screen("/sign/T1/")
    assert part(page, ".is-closed").get_text() == "Esta banca está encerrada"
    assert maximums(page) == {} and not page.select(".least")


def test_a_sign_is_seen_by_who_sees_the_floor(table: OpenHouse, as_role: Callable[[Role], Client]) -> None:
    assert as_role(Role.GAMES_INSPECTOR).get("/sign/T1/").status_code == 200
    assert as_role(Role.CASH_DESK).get("/sign/T1/").status_code == 403
    assert Client().get("/sign/T1/").status_code == 302
    assert as_role(Role.PIT_BOSS).get("/sign/T9/").status_code == 404
