"""Colours of chips at a table's page and on its display: given, bought more of, counted, paid out, carried over."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.presenters.opening import opening_presenter
from casino.floor.tests.conftest import part, play
from casino.people.models import Role
from tables.handling.models import GamingTable
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page

Screen = Callable[..., Element]


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    """A table with three colours of 200 chips, its minimum 5."""
    colours = dict.fromkeys(("yellow", "blue", "light-blue"), 200)
    return OpenHouse(casino_id, "pt-americana", now=timezone.now(), chip_colours=colours)


def say(boss: Client, command: str, **form: str) -> int:
    answer = boss.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    return int(answer.status_code)


def give(boss: Client, colour: str = "yellow", value: str = "10", count: str = "60") -> int:
    return say(boss, "assign-colour", colour=colour, value=value, count=count)


@pytest.mark.clause("pt-americana/14")
@pytest.mark.clause("pt-americana/9-11")
def test_a_colour_is_given_bought_more_of_and_shown_with_its_liability(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert "Yellow" in part(screen(), "#panel-colours .are-free").text
    assert give(boss) == 200
    assert say(boss, "buy-more-chips", colour="yellow", count="20") == 200
    assert house.state.colours.in_play[0].player == "P1"
    row = part(screen(), "#colour-yellow").get_text(" ", strip=True)
    assert row == "Yellow, seat 1 at 10 80 out 120 in the box 800.00"
    assert "800.00 EUR owed" in part(screen(), "#panel-colours h2").text
    assert "Yellow" not in part(screen(), "#panel-colours .are-free").text


@pytest.mark.clause("pt-americana/9-11")
def test_a_value_that_is_no_multiple_is_refused_in_the_panel(house: OpenHouse, boss: Client) -> None:
    form = {"colour": "yellow", "value": "7.50", "count": "60"}
    answer = boss.post("/floor/T1/do/assign-colour", form, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    said = part(read_page(answer.content), "#answer-colours-given").get_text(" ", strip=True)
    assert "the minimum 5 EUR or a whole multiple" in said and "Portaria 894/2002, 9 a 11" in said


@pytest.mark.clause("pt-americana/13")
def test_a_touch_of_the_cloth_lays_one_chip_of_the_colour(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    give(boss)
    house.do(c.AnnounceBetsOpen())
    assert say(boss, "place-bet", player="P1", bet="plein:17", chip="5") == 200
    (bet,) = house.state.bets
    assert (bet.amount, bet.chip, bet.colour) == (1_000, 1_000, "yellow")
    assert say(boss, "place-bet", player="P2", bet="plein:17", chip="5") == 422
    assert say(boss, "place-bet", player="P2", bet="rouge", chip="5", face_value="yes") == 200
    assert part(screen(), "#worth-of-colours").text == "A touch lays one chip: Yellow 10"
    assert "60 out, 1 on the cloth" in part(screen(), "#colour-yellow").text


@pytest.mark.clause("pt-americana/31")
def test_the_sheet_puts_a_prize_down_in_chips_of_what_the_colour_is_worth(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    give(boss)
    house.do(c.AnnounceBetsOpen())
    say(boss, "place-bet", player="P1", bet="plein:17", chip="5")
    play(house, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    line = part(screen(), "#line-b1").get_text(" ", strip=True)
    assert "1 stack of 20 and 15 in the ribbon" in line and "amarelo" in line
    assert "95 out" in part(screen(), "#colour-yellow").text


@pytest.mark.clause("pt-americana/14")
def test_a_redemption_shows_what_was_counted_until_the_player_accepts(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    give(boss)
    assert say(boss, "present-chips", colour="yellow", count="60") == 200
    assert "60 × 10.00 = 600.00" in part(screen(), "#counted-chips").text
    counted = part(screen(), "#panel-colours .counted")
    form = {str(field["name"]): str(field["value"]) for field in counted.select("input")}
    assert form == {"colour": "yellow", "count": "60", "accepted": "yes"}
    assert say(boss, "redeem-colour", colour="yellow", count="60") == 422
    assert say(boss, "redeem-colour", **form) == 200
    assert house.state.colours.in_play == () and not screen().select("#counted-chips")


@pytest.mark.clause("pt-americana/16")
def test_late_chips_are_counted_and_paid_at_the_minimum(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    give(boss)
    for command in ("present-chips", "redeem-colour"):
        assert say(boss, command, colour="yellow", count="50", accepted="yes") == 200
    assert part(screen(), "#late-yellow").get_text(" ", strip=True).endswith("at 5 10 out 50.00")
    assert say(boss, "present-chips", colour="late:yellow", count="10") == 200
    assert "10 × 5.00 = 50.00" in part(screen(), "#panel-colours .counted").text
    assert say(boss, "redeem-late-chips", colour="yellow", count="10", accepted="yes") == 200
    assert house.state.colours.late == {}


@pytest.mark.clause("pt-americana/16")
def test_more_chips_than_are_out_are_marked_and_stand_among_the_violations(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    give(boss)
    say(boss, "present-chips", colour="yellow", count="61")
    counted = part(screen(), "#panel-colours .counted")
    assert "more than are out: nothing is paid" in counted.text and not counted.select("button")
    assert "61 yellow chips were presented" in part(screen(), ".notices").text
    assert say(boss, "redeem-colour", colour="yellow", count="61", accepted="yes") == 422


@pytest.mark.clause("pt-americana/7")
def test_chips_with_another_symbol_are_recorded(house: OpenHouse, boss: Client, screen: Screen) -> None:
    assert say(boss, "foreign-chips", symbol="*T2", player="P1", count="2") == 200
    assert "were seen with Yellow, seat 1" in find(screen(), ".notices").text
    assert "with the symbol *T2" in part(screen(), ".notices").text
    assert say(boss, "foreign-chips", symbol="*T2", player="nobody", count="2") == 422


@pytest.mark.clause("pt-americana/12")
def test_the_table_closes_with_chips_out_where_that_is_ticked(
    house: OpenHouse, boss: Client, screen: Screen
) -> None:
    give(boss)
    assert "Carry 60 chips" in part(screen(), "#panel-close").text
    assert boss.post("/floor/T1/close", {}, headers={"HX-Request": "true"}).status_code == 422
    carried = boss.post("/floor/T1/close", {"carry_late_chips": "yes"}, headers={"HX-Request": "true"})
    assert carried.status_code == 200 and house.state.colours.late == {"yellow": 60}
    table = GamingTable.objects.get(casino_id=house.casino_id, code=house.state.table)
    form = opening_presenter(
        table, house.state, date.fromisoformat(house.state.day) + timedelta(days=1), None
    )
    assert form is not None and "60 late chips" in form.carried


def test_a_table_without_colours_has_no_panel(new_table: Callable[[str], OpenHouse], screen: Screen) -> None:
    new_table("pt-americana")
    assert not screen().select("#panel-colours")


def test_a_colour_without_a_seat_of_its_own_is_a_player_of_that_name(house: OpenHouse, boss: Client) -> None:
    give(boss, "light-blue")
    house.do(c.AnnounceBetsOpen())
    assert say(boss, "place-bet", player="light-blue", bet="plein:17", chip="5") == 200
    assert house.state.bets[0].colour == "light-blue"


# ---------------------------------------------------------------- the display


@pytest.mark.clause("pt-americana/9-11")
@pytest.mark.clause("pt-americana/13")
def test_the_display_shows_colour_value_and_symbol_in_the_rulebooks_language(
    house: OpenHouse, screen: Screen
) -> None:
    play(house, c.AssignColour(player="P1", colour="light-blue", value=1_000, count=20))
    page = screen("/display/T1/")
    assert part(page, "html")["lang"] == "pt"
    marker = part(page, ".markers li")
    assert marker.classes == ["of-light-blue"]
    shown = " ".join(part(marker, each).get_text(" ", strip=True) for each in ("svg", ".name", ".worth"))
    assert shown == "*T1 Azul claro 10 EUR"
    free = [each.get_text(" ", strip=True) for each in part(page, ".free").select("span:has(> .dot)")]
    assert free == ["Azul 200", "Amarelo 200"]
    assert part(page, "#page")["hx-trigger"].startswith("poke from:#live")
    play(house, c.PresentChips(colour="light-blue", count=20))
    play(house, c.RedeemColour(colour="light-blue", count=20, accepted=True))
    assert not screen("/display/T1/").select(".markers li")


@pytest.mark.clause("pt-americana/9-11")
def test_the_display_has_a_box_for_each_colour_with_the_chips_that_are_not_out(
    house: OpenHouse, screen: Screen
) -> None:
    play(house, c.AssignColour(player="P1", colour="yellow", value=1_000, count=20))
    page = screen("/display/T1/")
    assert part(page, "#marker-yellow .box").get_text(strip=True).startswith("180 ")
    assert [each.get_text() for each in page.select(".free .box")] == ["200", "200"]
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=2_000))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17)):
        house.do(command)
    # Two chips win 70 more out of the box.
    assert part(screen("/display/T1/"), "#marker-yellow .box").get_text(strip=True).startswith("110 ")


@pytest.mark.clause("pt-americana/9-11")
def test_the_panel_says_what_is_in_each_box(house: OpenHouse, boss: Client, screen: Screen) -> None:
    assert give(boss) == 200
    panel = part(screen(), "#panel-colours")
    assert "140 in the box" in part(panel, "#colour-yellow").get_text(" ", strip=True)
    assert [each.get_text(strip=True) for each in panel.select(".are-free .in-box")] == ["200 in the box"] * 2


@pytest.mark.clause("pt-americana/8")
def test_the_display_says_when_no_colour_is_free(house: OpenHouse, screen: Screen) -> None:
    for player, colour in enumerate(house.state.colours.registered):
        house.do(c.AssignColour(player=f"P{player}", colour=colour, value=500, count=20))
    assert "Nenhuma cor livre" in part(screen("/display/T1/"), ".free").text


def test_display_without_colours_is_marked(new_table: Callable[[str], OpenHouse], screen: Screen) -> None:
    house = new_table("pt-francesa")
    assert part(screen("/display/T1/"), ".is-closed").text == "Esta banca joga-se sem cores"
    house.do(c.CloseTable())
    assert part(screen("/display/T1/"), ".is-closed").text == "Esta banca está encerrada"


def test_a_display_is_seen_by_who_sees_the_floor(house: OpenHouse, as_role: Callable[[Role], Client]) -> None:
    assert as_role(Role.GAMES_INSPECTOR).get("/display/T1/").status_code == 200
    assert as_role(Role.CASH_DESK).get("/display/T1/").status_code == 403
