"""The limits in force on the table's page: shown, changed with notice and a new sign, or refused with the clause."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part, play
from casino.people.models import Person, Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]
NOTICE = {"players_told": "yes", "sign_changed": "yes"}


def change(client: Client, page: Element, **form: str) -> Response:
    """The panel sent as it stands on the page, but for what is written into it."""
    shown = {
        str(field["name"]): str(field["value"]) for field in page.select("#panel-limits input.field[value]")
    }
    return client.post("/floor/T1/limits", shown | form, headers={"HX-Request": "true"})


def in_force(page: Element) -> dict[str, str]:
    rows = part(page, "#limits").select(".limits-list tr:has(td)")
    return {part(row, "th").get_text(strip=True): part(row, "td").get_text(strip=True) for row in rows}


@pytest.mark.clause("it-live/minimum")
def test_minimum_and_maximums_always_stand_on_the_tables_page(new_table: NewTable, screen: Screen) -> None:
    new_table("it-live")
    shown = in_force(screen())
    assert (shown["Minimum"], shown["En plein"], shown["Cavallo"]) == ("0.50", "100", "200")
    assert "limits 0.50 – 100" in screen().get_text(" ", strip=True)


@pytest.fixture
def director(as_role: Callable[[Role], Client]) -> Client:
    return as_role(Role.DIRECTION)


@pytest.mark.clause("it-venezia/general-10")
def test_limits_change_with_notice_to_the_players_and_a_new_sign(
    new_table: NewTable, director: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    answer = change(
        director, screen(), minimum="10", **{"maximum-plein": "300", "maximum-pair": "5000"}, **NOTICE
    )
    assert answer.status_code == 200
    shown = in_force(read_page(answer.content))
    assert (shown["Minimum"], shown["Pieno"], shown["Cavallo"]) == ("10", "300", "300")
    assert shown["Pari, Dispari, Manque, Passe, Rosso, Nero"] == "5,000"
    assert house.state.limits is not None
    assert house.state.limits.maximums["rouge"] == 500000
    assert house.state.limits.maximums["sixain"] == 90000


@pytest.mark.clause("it-venezia/general-10")
def test_limits_without_notice_stay_and_the_panel_explains(
    new_table: NewTable, director: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    answer = change(director, screen(), minimum="10", sign_changed="yes")
    assert answer.status_code == 422
    refused = part(read_page(answer.content), "#panel-limits .said").get_text(" ", strip=True)
    assert "the players have not been told" in refused
    assert house.rulebook.clauses["it-venezia/general-10"] in refused
    assert house.events()[-1].type == "table_opened"


@pytest.mark.clause("pt-francesa/24")
def test_a_maximum_that_is_left_empty_follows_the_minimum_by_its_ratio(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    answer = change(boss, screen(), minimum="10", **NOTICE)
    assert in_force(read_page(answer.content))["Pleno"] == "300"
    refused = change(boss, screen(), minimum="10", **{"maximum-plein": "301"}, **NOTICE)
    assert "at most 30 times the minimum" in refused.content.decode()
    assert in_force(screen())["Pleno"] == "300"


@pytest.mark.clause("it-campione/5")
@pytest.mark.clause("it-campione/5-agreement")
def test_a_derogation_is_asked_for_with_its_agreement_and_stands_beside_the_limits(
    new_table: NewTable, director: Client, screen: Screen
) -> None:
    house = new_table("it-campione")
    house.now = timezone.now()

    def refused(**form: str) -> str:
        answer = change(director, screen(), **{"maximum-plein": "1500"}, **NOTICE, **form)
        assert answer.status_code == 422
        return part(read_page(answer.content), "#panel-limits .said").get_text()

    assert "without a derogation" in refused() and "art. 5" in refused()
    notice = {"notice": "Letter 12/2026"}
    assert "agreed with Direzione del servizio speciale di controllo comunale first" in refused(**notice)
    agreed = notice | {"agreed_by": "Dr. Neri", "ground": "a tournament"}
    assert "The moment of the agreement" in refused(**agreed)
    assert "is no date with its time" in refused(**agreed, agreed_at="yesterday")
    assert "is none yet" in refused(**agreed, agreed_at="2099-01-01T12:00")
    entered = agreed | {"agreed_at": f"{timezone.localtime():%Y-%m-%dT%H:%M}"}
    granted = change(director, screen(), **{"maximum-plein": "1500"}, **NOTICE, **entered)
    card = part(read_page(granted.content), "#limits").get_text(" ", strip=True)
    assert "By way of derogation (art. 5): Management" in card and "Letter 12/2026" in card
    assert in_force(screen())["Pieno"] == "1,500"


@pytest.mark.clause("it-venezia/general-10")
def test_the_pit_boss_changes_limits_with_the_directions_pin_where_the_rulebook_asks_for_it(
    new_table: NewTable, boss: Client, screen: Screen, colleague: Callable[..., Person]
) -> None:
    house = new_table("it-venezia")
    director = colleague(Role.DIRECTION, casino_id=house.casino_id, pin="4711")
    assert screen().select("#panel-limits [name=signer]")
    unsigned = change(boss, screen(), minimum="10", **NOTICE)
    said = part(read_page(unsigned.content), "#panel-limits .said").get_text()
    assert unsigned.status_code == 422 and "the management has not signed" in said
    signed = change(boss, screen(), minimum="10", signer=director.username, pin="4711", **NOTICE)
    assert in_force(read_page(signed.content))["Minimum"] == "10"


def test_a_rulebook_without_derogations_does_not_ask_for_one(table: OpenHouse, screen: Screen) -> None:
    assert not screen().select("#panel-limits [name=notice], #panel-limits [name=agreed_by]")
    assert not screen().select("#panel-limits [name=signer]")


def test_only_who_opens_tables_changes_their_limits(
    table: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    chef = as_role(Role.CHEF_DE_TABLE)
    page = read_page(chef.get("/floor/T1/").content)
    assert in_force(page) and not page.select("#panel-limits")
    assert chef.post("/floor/T1/limits", {"minimum": "10"} | NOTICE).status_code == 403
    assert table.events()[-1].type == "table_opened"


@pytest.mark.clause("it-campione/7")
def test_players_are_declared_in_company_and_end_it(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-campione")
    together = {"member-P1": "yes", "member-P3": "yes"}
    page = read_page(boss.post("/floor/T1/do/declare-company", together, follow=True).content)
    listed = part(page, ".groups li").get_text(" ", strip=True)
    assert listed.startswith("Yellow, seat 1 and Purple, seat 3 in company, art. 7")
    assert "member-P1" not in {field["name"] for field in page.select("#panel-company input")}
    play(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=30000))
    over = {"player": "P3", "bet": "plein:17", "chip": "5", "other": "300"}
    refused = boss.post("/floor/T1/do/place-bet", over, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    house.do(c.WithdrawBet(ref="b1"))
    ended = {str(field["name"]): "yes" for field in page.select(".groups input")}
    assert boss.post("/floor/T1/do/end-company", ended).status_code == 302
    assert house.state.groups == ()
    assert boss.post("/floor/T1/do/place-bet", over).status_code == 302


@pytest.mark.clause("it-campione/7")
def test_a_company_whose_bets_lie_over_the_maximum_says_where(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-campione")
    bets = (
        c.PlaceBet(player="P1", bet="plein:17", amount=30_000),
        c.PlaceBet(player="P3", bet="plein:17", amount=30_000),
        c.PlaceBet(player="P3", bet="cheval:17-20", amount=30_000),
    )
    play(house, c.AnnounceBetsOpen(), *bets)
    together = {"member-P1": "yes", "member-P3": "yes"}
    assert boss.post("/floor/T1/do/declare-company", together).status_code == 302
    # 300 and 300 on a pleno whose maximum is 500; 300 on a cavallo whose maximum is 1,000.
    said = [place.get_text(strip=True) for place in screen().select(".groups .over")]
    assert said == ["Pieno 17: 600 together, over the maximum 500; it wins as the maximum"]
    house.do(c.WithdrawBet(ref="b1"))
    assert not screen().select(".groups .over")


def test_group_of_one_player_is_refused_in_its_panel(new_table: NewTable, boss: Client) -> None:
    new_table("it-campione")
    answer = boss.post("/floor/T1/do/declare-company", {"member-P1": "yes"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert part(read_page(answer.content), "#panel-company .said")
