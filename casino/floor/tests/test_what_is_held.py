"""What nobody claims, at the table's page: on the sheet, on the card with its countdown, and to its end."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import engage

pytestmark = pytest.mark.django_db
Screen = Callable[..., Element]

GENERAL_8 = pytest.mark.clause("it-venezia/general-8")
ARTICLE_19 = pytest.mark.clause("it-campione/19")


def fell(house: OpenHouse, number: int, *bets: tuple[str, int]) -> None:
    placed = [c.PlaceBet(player="P1", bet=bet, amount=amount) for bet, amount in bets]
    play(house, c.AnnounceBetsOpen(), *placed, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))


def said(client: Client, command: str, **form: str) -> tuple[int, Element]:
    """What the page says to a command."""
    response = client.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    return response.status_code, read_page(response.content)


@pytest.fixture
def venice(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    return new_table("it-venezia")


@pytest.fixture
def campione(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    return house


@GENERAL_8
def test_a_won_line_has_a_button_that_nobody_claims_it(
    venice: OpenHouse, boss: Client, screen: Screen
) -> None:
    fell(venice, 17, ("plein:17", 500), ("plein:17", 500))
    form = part(screen(), "#line-b1 .nobody")
    values = {str(field["name"]): str(field["value"]) for field in form.select("input")}
    assert values == {"coup": "1", "refs": "b1 b2"}
    status, page = said(boss, "see-unclaimed", **values)
    assert status == 200
    assert "Nobody claimed it: set aside, h1" in part(page, "#line-b1").get_text()
    assert not page.select("#line-b1 .nobody, #line-b1 .tick-off")
    assert "Nothing to pay, 350.00 not claimed" in part(page, "#sheet").get_text()
    assert "360.00" in part(page, "#held-h1").get_text()


@GENERAL_8
def test_the_card_counts_the_coups_down_and_is_gone_with_the_claim(
    venice: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert not screen().select("#held")
    fell(venice, 1, ("rouge", 500))
    play(venice, c.SeeUnclaimed(coup=1, refs=("b1",)), c.ConfirmPayments())
    assert part(screen(), "#held-h1 .countdown").get_text() == "3 more coups"
    assert not screen().select("#panel-end-h1"), "it is not ended while it waits"
    fell(venice, 20)
    fell(venice, 20)
    assert part(screen(), "#held-h1 .countdown").get_text() == "1 more coup"
    status, page = said(boss, "claim-held", ref="h1", player="P1", reason="")
    assert status == 200
    assert not page.select("#held")


@GENERAL_8
def test_set_aside_it_is_claimed_with_a_reason_or_ended_by_the_house(venice: OpenHouse, boss: Client) -> None:
    fell(venice, 17, ("plein:17", 500))
    play(venice, c.SeeUnclaimed(coup=1, refs=("b1",)))
    status, page = said(boss, "claim-held", ref="h1", player="P2", reason="")
    assert status == 422
    assert "say why the claim is accepted" in part(page, "#answer-claim-h1").get_text()
    status, page = said(boss, "end-held", ref="h1", outcome="To the cash desk", reason="Nobody came")
    assert status == 200
    assert not page.select("#held")
    status, page = said(boss, "claim-held", ref="h1", player="P2", reason="late")
    assert status == 422
    assert "Nothing is held as h1" in part(page, "#answer-held-gone").get_text()


@GENERAL_8
def test_safekeeping_is_on_the_closed_table_and_on_the_next_day(
    venice: OpenHouse, boss: Client, screen: Screen
) -> None:
    fell(venice, 1, ("rouge", 500))
    play(venice, c.SeeUnclaimed(coup=1, refs=("b1",)), c.ConfirmPayments())
    assert "1 held that nobody claimed" in part(screen(), "#panel-close").get_text()
    play(venice, c.CloseTable())
    assert "10.00 (3 more coups)" in part(screen(), "#held-on").get_text()
    venice.open("2099-01-01")
    assert "won in coup 1 on 20 Nov" in part(screen(), "#held-h1").get_text()


@ARTICLE_19
def test_the_chief_withdraws_an_abandoned_stake(campione: OpenHouse, boss: Client, screen: Screen) -> None:
    assert part(screen(), "#panel-abandoned #abandoned-b1")["value"] == "b1"
    status, page = said(boss, "see-abandoned", ref="b1")
    assert status == 200
    assert "abandoned in coup 1" in part(page, "#held-h1").get_text()
    assert not page.select("#panel-abandoned")


@ARTICLE_19
def test_safekeeping_is_paid_in_after_chief_and_controller_signed(
    campione: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    play(campione, c.SeeAbandoned(ref="b1"))
    engage(Role.PUBLIC_CONTROLLER, casino_id=campione.casino_id, sign_in="controller", pin="4711")
    chief = as_role(Role.CHEF_DE_TABLE)
    status, page = said(chief, "pay-in", ref="h1")
    assert status == 422
    answer = part(page, "#answer-end-h1").get_text()
    assert "the public controller has not signed" in answer
    assert "art. 19" in answer
    status, page = said(chief, "pay-in", ref="h1", **{"signer-2": "controller", "pin-2": "4711"})
    assert status == 200
    assert not page.select("#held")
    paid_in = campione.events()[-1]
    assert paid_in.type == "held_paid_in"
    assert [each["role"] for each in paid_in.metadata["signed"]] == ["chef_de_table", "public_controller"]


@ARTICLE_19
def test_a_pit_boss_pays_it_in_once_both_have_proved_who_they_are(
    campione: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(campione, c.SeeAbandoned(ref="b1"))
    both = {"signer": "chief", "pin": "4711", "signer-2": "controller", "pin-2": "4712"}
    for sign_in, role, pin in (
        ("chief", Role.CHEF_DE_TABLE, "4711"),
        ("controller", Role.PUBLIC_CONTROLLER, "4712"),
        ("inspector", Role.GAMES_INSPECTOR, "4713"),
    ):
        engage(role, casino_id=campione.casino_id, sign_in=sign_in, pin=pin)
    asked = {
        str(each["name"]) for each in screen().select("#panel-end-h1 select, #panel-end-h1 [type=password]")
    }
    assert asked == {"signer", "pin", "signer-2", "pin-2"}
    for field, offered in (("signer", "chief"), ("signer-2", "controller")):
        options = screen().select(f"#panel-end-h1 [name={field}] option")
        assert [option["value"] for option in options] == ["", offered]
    for instead, why in (
        ({"pin": "4712"}, "not the PIN of"),
        ({"pin-2": "4711"}, "not the PIN of"),
        ({"pin-2": ""}, "not the PIN of"),
        ({"signer": ""}, "the chef de table has not signed"),
        ({"signer-2": ""}, "the public controller has not signed"),
        ({"signer-2": "inspector", "pin-2": "4713"}, "the public controller has not signed"),
        ({"signer-2": "chief", "pin-2": "4711"}, "the public controller has not signed"),
    ):
        status, page = said(boss, "pay-in", ref="h1", **(both | instead))
        assert status == 422
        assert why in part(page, "#answer-end-h1").get_text(), instead
    assert campione.state.held.items
    assert said(boss, "pay-in", ref="h1", **both)[0] == 200
    assert not campione.state.held.items


@ARTICLE_19
def test_safekeeping_has_a_receipt_on_its_card(campione: OpenHouse, screen: Screen) -> None:
    play(campione, c.SeeAbandoned(ref="b1"))
    way = part(screen(), "#held-h1 a.way")
    assert way.get_text() == f"T1/{campione.day}/r1"
    assert way["href"] == f"/cash/held/T1/{campione.day}/r1/"


def test_a_house_without_the_rule_shows_nothing_of_it(table: OpenHouse, screen: Screen) -> None:
    fell(table, 17, ("plein:17", 500))
    assert not screen().select(".nobody, #panel-abandoned, #held")


def test_reading_role_cannot_record_unclaimed_winnings(
    venice: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    fell(venice, 17, ("plein:17", 500))
    play(venice, c.SeeUnclaimed(coup=1, refs=("b1",)))
    page = read_page(as_role(Role.GAMES_INSPECTOR).get("/floor/T1/").content)
    assert part(page, "#held-h1")
    assert not page.select(".nobody, .held-ways")
