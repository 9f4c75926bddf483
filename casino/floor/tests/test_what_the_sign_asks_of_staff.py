"""On the screen: sums under a raised minimum, colours that a new sign rules out, groups bound for the day, open choices
in prison before closing, and wins that were paid and not collected."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part, play
from tables.play import commands as c
from tables.roulette.limits import Limits
from testkit.house import OpenHouse
from testkit.pages import Element, read_page

pytestmark = pytest.mark.django_db
Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]


def words(page: Element, selector: str) -> str:
    return part(page, selector).get_text(" ", strip=True)


def said(client: Client, command: str, **form: str) -> tuple[int, Element]:
    """What the page says to a command."""
    response = client.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    return response.status_code, read_page(response.content)


def sign(minimum: int) -> c.ChangeLimits:
    return c.ChangeLimits(limits=Limits(minimum=minimum, maximums={}), players_told=True, sign_changed=True)


@pytest.mark.clause("it-venezia/general-9", "it-venezia/general-10")
def test_sum_under_a_raised_minimum_is_asked_about_with_a_button_to_withdraw(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    play(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500))
    assert not screen().select("#under-minimum")
    play(house, sign(1_000))
    page = screen()
    asked = words(page, "#under-minimum li")
    assert "Yellow, seat 1: 5 EUR is under the minimum 10 EUR" in asked
    assert "Ask the player to raise it or to take it back" in asked and "Regole generali, 9" in asked
    (field,) = page.select("#under-minimum [name=ref]")
    status, after = said(boss, "withdraw-bet", ref=str(field["value"]))
    assert status == 200
    assert not after.select("#under-minimum")
    assert house.state.bets == ()


@pytest.mark.clause("it-venezia/general-9")
def test_nobody_is_asked_to_raise_a_stake_once_the_ball_is_launched(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    play(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), sign(1_000))
    play(house, c.LaunchBall())
    assert not screen().select("#under-minimum")


@pytest.mark.clause("it-campione/3")
def test_open_choice_in_prison_is_named_where_the_table_is_closed(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-campione")
    play(
        house, c.AnnounceLastCoup(), c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=1_000)
    )
    play(house, c.CloseBets(), c.DeclareNumber(number=0), c.ConfirmPayments())
    left = " ".join(each.get_text(" ", strip=True) for each in screen().select(".left-open li"))
    assert "1 stake in prison waits for its owner's choice" in left
    assert "Record that it stays, is split or is moved" in left
    assert said(boss, "choose-prison", ref="b1", choice="stay")[0] == 200
    assert "in prison waits" not in screen().get_text(" ", strip=True)


@pytest.mark.clause("it-campione/7")
def test_company_that_has_played_has_no_end_before_the_table_closes_and_takes_a_player(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-campione")
    play(house, c.DeclareGroup(players=("P1", "P3")))
    assert screen().select(".groups form[hx-post$='end-company']")
    play(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), c.LaunchBall())
    play(house, c.CloseBets(), c.DeclareNumber(number=3), c.ConfirmPayments())
    page = screen()
    assert not page.select(".groups form[hx-post$='end-company']")
    assert "Until the table closes" in words(page, ".groups li")
    joins = "[hx-post$='declare-company']"
    members = {str(field["name"]): "yes" for field in page.select(f".groups {joins} input[type=hidden]")}
    assert said(boss, "declare-company", **members, joins="P2")[0] == 200
    assert house.state.groups == (("P1", "P3", "P2"),)


@pytest.mark.clause("it-venezia/general-8")
def test_paid_win_that_nobody_collected_is_recorded_in_a_later_coup(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    play(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=1_000), c.LaunchBall())
    play(house, c.CloseBets(), c.DeclareNumber(number=1))
    assert not screen().select("#uncollected")
    play(house, c.ConfirmPayments(), c.AnnounceBetsOpen())
    page = screen()
    assert "coup 1, Yellow, seat 1" in words(page, "#uncollected li")
    form = {str(field["name"]): str(field["value"]) for field in page.select("#uncollected input")}
    assert form == {"coup": "1", "refs": "b1"}
    status, after = said(boss, "see-unclaimed", **form)
    assert status == 200
    assert "3 more coups" in words(after, "#held-h1")
    assert not after.select("#uncollected")


@pytest.mark.clause("pt-americana/9-11")
def test_colour_that_the_sign_rules_out_says_why(casino_id: int, boss: Client, screen: Screen) -> None:
    colours = dict.fromkeys(("yellow", "blue"), 200)
    house = OpenHouse(casino_id, "pt-americana", now=timezone.now(), chip_colours=colours)
    play(house, c.AssignColour(player="P1", colour="yellow", value=1_500, count=20), sign(1_000))
    assert "15 EUR, not a multiple of the minimum 10 EUR" in words(screen(), "#colour-yellow")
