"""Guests read the limits of a table without signing in: these alone, always those in force, and not too often."""

from collections.abc import Callable

import pytest
from django.test import Client
from msgspec.structs import replace
from pytest_django import Settings

from casino.kit.guest_signs import guest_sign_path
from casino.people.models import Role
from casino.signs import rate
from tables.play import commands as c
from tables.roulette.loader import rulebooks
from testkit.house import OpenHouse
from testkit.pages import Element, read_page

NewTable = Callable[[str], OpenHouse]


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """No test has asked anything yet: all of them ask from one address."""
    rate._limiter.storage.reset()


@pytest.fixture
def new_table(casino_id: int, db: None) -> NewTable:
    """`new_table("it-venezia")`: a casino with one open table T1 of that rulebook."""
    return lambda rulebook: OpenHouse(casino_id, rulebook)


def address(house: OpenHouse, code: str = "T1") -> str:
    return guest_sign_path(house.casino_id, code)


def guest_reads(house: OpenHouse) -> Element:
    response = Client().get(address(house))
    assert response.status_code == 200
    return read_page(response.content)


def text(page: Element, selector: str) -> str:
    (found,) = page.select(selector)
    return str(found.get_text(" ", strip=True))


@pytest.mark.clause("it-venezia/general-9")
def test_a_guest_reads_minimum_and_maximums_without_signing_in(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    page = guest_reads(house)
    assert text(page, "h1") == f"T1 {house.rulebook.title}"
    assert text(page, ".least") == "Minimo Regole generali, 9 5 EUR"
    rows = dict(row.get_text("|", strip=True).split("|") for row in page.select(".sign tr"))
    assert (rows["Pieno"], rows["Cavallo"], rows["Dozzina, Colonna"]) == ("150", "300", "1.800")


@pytest.mark.clause("it-campione/5")
@pytest.mark.clause("it-live/minimum")
@pytest.mark.parametrize("rulebook_id", sorted(rulebooks()))
def test_every_houses_sign_is_open_to_guests(new_table: NewTable, rulebook_id: str) -> None:
    page = guest_reads(new_table(rulebook_id))
    assert len(page.select(".sign tr")) > 3 and page.select(".least b")


@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("it-venezia/general-10")
def test_other_limits_stand_on_it_from_the_moment_they_are_in_force(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    assert text(guest_reads(house), ".least b") == "5"
    assert house.state.limits is not None
    other = replace(house.state.limits, minimum=1_000)
    house.do(c.ChangeLimits(limits=other, players_told=True, sign_changed=True))
    assert text(guest_reads(house), ".least b") == "10"


def test_a_closed_table_shows_no_limits(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.do(c.CloseTable())
    page = guest_reads(house)
    assert text(page, ".is-closed") == "Esta banca está encerrada"
    assert not page.select(".least, table")


def test_nothing_of_the_game_is_told_and_nothing_is_kept_of_the_guest(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    before = Client().get(address(house))
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=1_700))
    after = Client().get(address(house))
    assert not after.cookies
    assert "data-version" not in after.content.decode()
    for kept in (b"17", b"boss", b"P1"):
        assert after.content.count(kept) == before.content.count(kept), kept
    assert after["Cache-Control"].startswith("max-age=0, no-cache, no-store")


@pytest.mark.parametrize(("casino_off", "code"), [(0, "T9"), (1, "T1"), (2**70, "T1")])
def test_no_sign_is_found_of_a_table_that_does_not_exist(
    new_table: NewTable, casino_off: int, code: str
) -> None:
    house = new_table("pt-francesa")
    assert Client().get(guest_sign_path(house.casino_id + casino_off, code)).status_code == 404


def test_casinos_and_tables_are_not_found_by_counting(new_table: NewTable) -> None:
    """Without its key no address tells whether there is such a casino or table: all answer alike."""
    house = new_table("pt-francesa")
    own, key = address(house), address(house).split("/")[-2]
    assert len(key) == 22 and Client().get(own).status_code == 200
    counted = [
        f"/public/{house.casino_id + casino}/sign/{code}/{end}"
        for casino in (0, 1)
        for code in ("T1", "T9")
        for end in ("", "A" * 22 + "/", "é/", f"{key[:-1]}/", f"{key}/")
    ]
    answers = {path: Client().get(path) for path in counted if path != own}
    assert {answer.status_code for answer in answers.values()} == {404}
    assert (
        len({text(read_page(answer.content), "main").replace(path, "") for path, answer in answers.items()})
        == 1
    )


def test_another_installation_has_other_addresses(new_table: NewTable, settings: Settings) -> None:
    here = address(new_table("pt-francesa"))
    settings.SECRET_KEY = "the key of another installation, of as many letters"
    assert Client().get(here).status_code == 404


def test_an_address_that_asks_too_often_is_told_when_to_come_again(
    new_table: NewTable, settings: Settings
) -> None:
    house = new_table("pt-francesa")
    settings.PUBLIC_REQUESTS_PER_MINUTE = 2
    answers = [Client().get(address(house)) for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    wait = int(answers[-1]["Retry-After"])
    assert 1 <= wait <= 60
    page = read_page(answers[-1].content)
    assert text(page, "p[lang=en]").startswith("Too many requests came from here. Please try again in ")
    assert {str(each["lang"]) for each in page.select("p")} == {"en", "fr", "it", "pt"}
    elsewhere = Client(REMOTE_ADDR="203.0.113.7").get(address(house))
    assert elsewhere.status_code == 200, "each address for itself"


def test_the_tables_page_leads_staff_to_it(new_table: NewTable, as_role: Callable[[Role], Client]) -> None:
    house = new_table("pt-francesa")
    page = read_page(as_role(Role.PIT_BOSS).get("/floor/T1/").content)
    assert [str(each["href"]) for each in page.select("#limits header a")][1] == address(house)
