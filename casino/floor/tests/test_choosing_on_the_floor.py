"""Which tables the floor shows, in which order and how large: chosen in the address, without a script."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.presenters.floor import DEADLINES_SHOWN, TILES_IN_FULL
from casino.floor.tests.conftest import Screen, part, play
from casino.people.models import Role
from tables.handling.models import GamingTable
from tables.play import commands as c
from testkit.floors import many_tables
from testkit.house import OpenHouse
from testkit.pages import Element, read_page


@pytest.fixture
def houses(casino_id: int, db: None) -> list[OpenHouse]:
    """RF1, RA1, VE1, CA1, RF2 and RA2: four rulebooks in three pits."""
    return many_tables(casino_id, 6, now=timezone.now(), coups=1)


def codes(page: Element) -> list[str]:
    return [link.get_text() for link in page.select("#tiles [data-tile]")]


def break_a_rule(house: OpenHouse) -> None:
    play(
        house,
        c.PlaceBet(player="P1", bet="rouge", amount=2000),
        c.DeclareNumber(number=3),
        c.LaunchBall(),
    )


def test_by_pit_by_rulebook_by_code_and_by_name(houses: list[OpenHouse], screen: Screen) -> None:
    assert codes(screen("/floor/?order=code&pit=Main")) == ["CA1", "RF1"]
    assert codes(screen("/floor/?order=code&rulebook=pt-americana")) == ["RA1", "RA2"]
    assert codes(screen("/floor/?order=code&find=rf")) == ["RF1", "RF2"]
    assert codes(screen("/floor/?order=code&find=francesa")) == ["RF1", "RF2"]
    assert codes(screen("/floor/?order=code&pit=Main&find=rf")) == ["RF1"]


def test_by_what_a_table_is_doing(houses: list[OpenHouse], screen: Screen) -> None:
    houses[0].do(c.CloseTable())
    houses[1].do(c.LaunchBall())
    assert codes(screen("/floor/?state=closed")) == ["RF1"]
    assert codes(screen("/floor/?state=running")) == ["RA1"]
    assert set(codes(screen("/floor/?state=open"))) == {"RA1", "VE1", "CA1", "RF2", "RA2"}
    assert codes(screen("/floor/?state=betting&order=code")) == ["CA1", "RA2", "RF2", "VE1"]


def test_filter_of_tables_that_need_me_shows_them_alone(houses: list[OpenHouse], screen: Screen) -> None:
    break_a_rule(houses[1])
    page = screen("/floor/?needs=me")
    assert codes(page) == ["RA1"]
    chip = part(page, "#filter-needs")
    assert (chip["aria-current"], chip["href"]) == ("true", "/floor/")
    assert part(screen("/floor/?pit=Main"), "#filter-needs")["href"] == "/floor/?pit=Main&needs=me"


def test_most_urgent_first_by_pit_or_by_code(houses: list[OpenHouse], casino_id: int, screen: Screen) -> None:
    break_a_rule(houses[5])
    houses[0].do(c.CloseTable())
    first, *_, last = codes(screen("/floor/"))
    assert (first, last) == ("RA2", "RF1")
    assert codes(screen("/floor/?order=code")) == ["CA1", "RA1", "RA2", "RF1", "RF2", "VE1"]
    GamingTable.objects.filter(casino_id=casino_id, code="RF1").update(code="RF10")
    by_pit = codes(screen("/floor/?order=pit"))
    assert by_pit[:2] == ["CA1", "RF10"]
    assert codes(screen("/floor/?order=code"))[3:5] == ["RF2", "RF10"]


def test_the_live_page_asks_for_what_is_chosen(houses: list[OpenHouse], screen: Screen) -> None:
    page = screen("/floor/?pit=Main&order=code&state=&find=")
    assert part(page, "#page")["hx-get"] == "/floor/?pit=Main&order=code"
    assert {(each["name"], each["value"]) for each in page.select(".filters input[type=hidden]")} == {
        ("pit", "Main")
    }


def test_unknown_filter_of_the_floor_is_ignored(houses: list[OpenHouse], screen: Screen) -> None:
    page = screen("/floor/?pit=Attic&state=asleep&order=luck&size=vast")
    assert len(codes(page)) == len(houses)
    assert part(page, "#page")["hx-get"] == "/floor/"


def test_floor_without_a_match_links_to_all_tables(houses: list[OpenHouse], screen: Screen) -> None:
    empty = part(screen("/floor/?find=zzz"), "#tiles .empty")
    assert "No table is as you have chosen." in empty.get_text()
    assert part(empty, "a")["href"] == "/floor/"


def test_the_filters_work_without_a_script(houses: list[OpenHouse], screen: Screen) -> None:
    form = part(screen("/floor/"), "form.filters")
    assert (form["method"], form["action"]) == ("get", "/floor/")
    assert part(form, "noscript button")
    assert [each["name"] for each in form.select("select, input[type=search]")] == [
        "find",
        "state",
        "rulebook",
        "order",
    ]


def test_many_tables_are_compact_unless_somebody_chooses(casino_id: int, db: None, screen: Screen) -> None:
    many_tables(casino_id, TILES_IN_FULL, now=timezone.now(), coups=1)
    assert not screen("/floor/").select("#tiles.is-compact")
    assert screen("/floor/?size=compact").select("#tiles.is-compact")
    OpenHouse(casino_id, "pt-francesa", table="T13")
    page = screen("/floor/")
    assert part(page, "#tiles.is-compact .tile#tile-T13")
    assert part(page, ".sizes [aria-current]").get_text() == "Compact"
    assert not screen("/floor/?size=full").select("#tiles.is-compact")


def test_the_strip_counts_the_deadlines_that_it_leaves_out(houses: list[OpenHouse], screen: Screen) -> None:
    page = screen("/floor/")
    assert len(page.select(".deadline time")) == DEADLINES_SHOWN
    more = part(page, "#more-deadlines")
    all_of_them = screen(str(more["href"]))
    left_out = len(all_of_them.select(".deadline time")) - DEADLINES_SHOWN
    assert left_out > 0
    assert more.get_text() == f"+{left_out} more"
    assert part(all_of_them, "#fewer-deadlines")["href"] == "/floor/"


def test_the_strip_is_of_the_pit_that_is_chosen(houses: list[OpenHouse], screen: Screen) -> None:
    tables = {each.get_text() for each in screen("/floor/?pit=Main&deadlines=all").select(".deadline a b")}
    assert tables == {"RF1", "CA1"}


def test_a_compact_tile_says_number_limits_result_and_what_is_wrong(
    houses: list[OpenHouse], boss: Client, screen: Screen
) -> None:
    calm = part(screen("/floor/?size=compact"), "#tile-RF1")
    words = calm.get_text(" ", strip=True)
    for said in ("RF1", "5 – 150", "Faites vos jeux", "+ 5"):
        assert said in words
    break_a_rule(houses[0])
    tile = part(screen("/floor/?size=compact"), "#tile-RF1")
    assert part(tile, ".alarm").get_text() == "Launch before payments"
    assert part(tile, "form button")["aria-label"] == "Acknowledge at RF1: Launch before payments"
    boss.post(str(part(tile, "form")["action"]))
    assert not part(screen("/floor/?size=compact"), "#tile-RF1").select("form")


def test_pace_players_turnover_and_result_with_their_labels(
    new_table: Callable[[str], OpenHouse], screen: Screen
) -> None:
    table = new_table("pt-francesa")
    GamingTable.objects.filter(casino_id=table.casino_id, code="T1").update(pace_target=40)
    table.coup(3, c.PlaceBet(player="P1", bet="plein:17", amount=125_00))
    tile = part(screen("/floor/"), "#tile-T1")
    money = part(tile, "[data-content=ledger]").get_text(" ", strip=True)
    assert money == "Turnover 125.00 + 125.00 est."
    assert part(tile, ".in-use").get_text() == "1 player"
    assert len(tile.select(".last .n")) == 1


def test_a_colour_table_says_how_many_are_in_play(casino_id: int, db: None, screen: Screen) -> None:
    colours = {"yellow": 300, "blue": 300, "pink": 300}
    table = OpenHouse(casino_id, "pt-americana", now=timezone.now(), chip_colours=colours)
    table.do(c.AssignColour(colour="yellow", player="P1", value=500, count=20))
    assert part(screen("/floor/"), "#tile-T1 .in-use").get_text() == "1 colour in play, 2 free"


def test_a_target_is_shown_beside_the_pace(casino_id: int, db: None, screen: Screen) -> None:
    many_tables(casino_id, 1, now=timezone.now(), coups=10)
    GamingTable.objects.filter(casino_id=casino_id, code="RF1").update(pace_target=40)
    pace = part(screen("/floor/"), "#tile-RF1 .pace")
    assert pace.get_text().strip() == "30 of 40 coups/h"
    assert "tone-due" in pace.classes
    GamingTable.objects.filter(casino_id=casino_id, code="RF1").update(pace_target=32)
    assert "tone-due" not in part(screen("/floor/"), "#tile-RF1 .pace").classes


def test_role_without_the_ledger_sees_no_money(
    houses: list[OpenHouse], as_role: Callable[[Role], Client]
) -> None:
    chef = read_page(as_role(Role.CHEF_DE_TABLE).get("/floor/").content)
    assert codes(chef)
    assert not chef.select("[data-content=ledger]")


def test_limits_closing_and_opening_are_reached_from_the_tile(
    houses: list[OpenHouse], screen: Screen
) -> None:
    tile = part(screen("/floor/"), "#tile-RF1")
    assert [link["href"] for link in tile.select(".menu a")] == [
        "/floor/RF1/#panel-limits",
        "/floor/RF1/#panel-close",
    ]
    page = screen("/floor/RF1/")
    assert part(page, "#panel-limits")
    assert part(page, "#panel-close")
    houses[0].do(c.CloseTable())
    assert part(screen("/floor/"), "#tile-RF1 footer a")["href"] == "/floor/RF1/"


def test_the_target_is_reached_by_who_may_see_the_registers(
    houses: list[OpenHouse], as_role: Callable[[Role], Client]
) -> None:
    direction = as_role(Role.DIRECTION)
    page = read_page(direction.get("/floor/").content)
    link = part(page, "#tile-RF1 .menu a:last-child")
    assert link.get_text() == "Target and usual limits"
    assert direction.get(str(link["href"])).status_code in (200, 404)


def test_floor_has_one_heading_and_one_main(houses: list[OpenHouse], screen: Screen) -> None:
    page = screen("/floor/")
    assert part(page, "h1").get_text() == "Floor"
    assert part(page, "main")["id"] == "page"
    assert len(page.select("nav")) == len(page.select("[role=search]")) == 1
