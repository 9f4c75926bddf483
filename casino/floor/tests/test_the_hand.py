"""What is in the hand goes with the chip: its value, its colour, its layout, and for whom it is laid."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play, reopened
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]


def place(client: Client, **form: str) -> Response:
    asked = {"player": "P2", "bet": "plein:17", "chip": "5", "other": ""} | form
    return client.post("/floor/T1/do/place-bet", asked, headers={"HX-Request": "true"})


def test_a_bet_carries_its_chips_value_and_its_seats_colour(table: OpenHouse, boss: Client) -> None:
    table.do(c.AnnounceBetsOpen())
    assert place(boss).status_code == 200
    (bet,) = table.state.bets
    assert (bet.amount, bet.chip, bet.colour, bet.layout, bet.face_value) == (500, 500, "blue", 1, False)


def test_an_announced_bet_is_as_many_of_the_chip_as_it_takes(new_table: NewTable, boss: Client) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    place(boss, bet="voisins", chip="10", **{"repeated-employee": "yes"})
    (bet,) = house.state.bets
    assert (bet.amount, bet.chip) == (9000, 1000)


def test_a_sum_that_is_typed_says_nothing_of_its_chips(table: OpenHouse, boss: Client) -> None:
    table.do(c.AnnounceBetsOpen())
    place(boss, other="12.50", bet="rouge")
    assert (table.state.bets[0].amount, table.state.bets[0].chip) == (1250, None)


def test_the_chips_of_a_player_whom_another_program_named_have_no_known_colour(
    table: OpenHouse, boss: Client
) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="Tower 4", bet="noir", amount=500))
    place(boss, player="Tower 4")
    assert table.state.bets[1].colour is None


@pytest.mark.clause("pt-francesa/1")
def test_a_double_tables_hand_lays_on_the_layout_that_is_chosen(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert not screen().select("[name=layout]")
    reopened(table, double=True)
    table.do(c.AnnounceBetsOpen())
    place(boss, layout="2")
    place(boss, layout="1", player="P1")
    page = screen()
    choices = [label.get_text(" ", strip=True) for label in page.select(".layouts label")]
    assert choices == ["Layout 1 1 bet", "Layout 2 1 bet"]
    assert [chip.classes[-1] for chip in page.select("#chips .chip")] == ["on-2", "on-1"]
    assert "Blue, seat 2, layout 2" in part(page, "#bets").get_text(" ", strip=True)


@pytest.mark.clause("pt-francesa/1")
def test_cost_of_a_double_table_is_the_sum_of_both_layouts(
    table: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    reopened(table, double=True)
    on_each = (c.PlaceBet(player="P1", bet="plein:17", amount=1000, layout=n) for n in (1, 2))
    play(table, c.AnnounceBetsOpen(), *on_each)
    answer = as_role(Role.GAMES_INSPECTOR).get("/floor/T1/")
    page = read_page(answer.content)
    assert "Worst number 17: the table would pay 700 net." in page.get_text(" ", strip=True)
    assert part(page, "#costs .worst").get_text() == "–700"
    assert len(page.select("#exposure .worst")) == 1
    # Who may only look chooses which layout is shown, too.
    assert len(page.select(".layouts input")) == 2


@pytest.mark.clause("it-venezia/general-9")
def test_a_third_party_lays_for_somebody_where_the_rulebook_counts_that(
    table: OpenHouse, new_table: NewTable, boss: Client, screen: Screen
) -> None:
    assert not screen().select("[name=on_behalf_of]")
    venice = OpenHouse(table.casino_id, "it-venezia", table="T2", now=table.now)
    venice.do(c.AnnounceBetsOpen())
    assert len(screen("/floor/T2/").select("[name=on_behalf_of] option")) == 9
    form = {"player": "P2", "bet": "rouge", "chip": "10", "on_behalf_of": "P5"}
    page = boss.post("/floor/T2/do/place-bet", form, headers={"HX-Request": "true"})
    assert venice.state.bets[0].on_behalf_of == "P5"
    listed = part(read_page(page.content), "#bets li").get_text(" ", strip=True)
    assert "Blue, seat 2, for Green, seat 5" in listed


@pytest.mark.clause("pt-americana/15")
def test_face_value_chips_are_a_choice_only_where_chips_have_colours(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("pt-americana")
    house.do(c.AnnounceBetsOpen())
    assert len(screen().select("[name=face_value]")) == 1
    place(boss, bet="rouge", face_value="yes", chip="10")
    assert (house.state.bets[0].face_value, house.state.bets[0].colour) == (True, None)
    refused = place(boss, bet="plein:17", face_value="yes", chip="10")
    assert refused.status_code == 422
    play(house, c.CloseBets(), c.DeclareNumber(number=5), c.ConfirmPayments())
    reopened(house, face_value_only=True)
    house.do(c.AnnounceBetsOpen())
    assert not screen().select("[name=face_value]")
    place(boss, bet="plein:17", chip="5")
    assert (house.state.bets[0].face_value, house.state.bets[0].colour) == (True, None)


@pytest.mark.clause("it-campione/8")
def test_chips_found_over_the_maximum_are_recorded_from_the_refusal(
    new_table: NewTable, boss: Client
) -> None:
    house = new_table("it-campione")
    house.do(c.AnnounceBetsOpen())
    refused = read_page(place(boss, other="600").content)
    offered = part(refused, "#answer-cloth form")
    assert offered["hx-post"] == "/floor/T1/do/excess-bet"
    entered = {str(field["name"]): str(field["value"]) for field in offered.select("input")}
    assert boss.post("/floor/T1/do/excess-bet", entered).status_code == 302
    (bet,) = house.state.bets
    assert (bet.bet, bet.amount, bet.excess) == ("plein:17", 60000, True)


def test_ordinary_refusal_offers_no_recording(new_table: NewTable, boss: Client) -> None:
    new_table("it-campione").do(c.AnnounceBetsOpen())
    for wrong in ({"other": "1"}, {"bet": "cheval:17-21"}, {"bet": "rouge", "other": "ten"}):
        page = read_page(place(boss, **wrong).content)
        assert part(page, "#answer-cloth .said")
        assert not page.select("#answer-cloth form")


def test_a_chip_of_a_thousand_is_laid_as_the_hand_writes_it(table: OpenHouse, boss: Client) -> None:
    table.do(c.AnnounceBetsOpen())
    place(boss, chip="1,000", bet="rouge")
    assert table.state.bets[0].amount == 100000
