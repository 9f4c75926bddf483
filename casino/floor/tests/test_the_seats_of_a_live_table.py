"""The pit boss's page of a live table: the round's time, and the seats with their balances in one panel."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import Screen, part
from tables.play import commands as c
from tables.play.events import SeatBet
from testkit.house import OpenHouse
from testkit.pages import Element, read_page


@pytest.fixture
def live(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    return new_table("it-live")


def asked(boss: Client, command: str, **form: str) -> tuple[int, Element]:
    response = boss.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    return response.status_code, read_page(response.content)


def rows(page: Element) -> list[list[str]]:
    found = [
        [cell.get_text(" ", strip=True) for cell in row.select("td")]
        for row in page.select("#seats tbody tr")
    ]
    return [cells[:4] for cells in found]


@pytest.mark.clause("it-live/participation")
@pytest.mark.clause("it-live/leave")
def test_a_seat_buys_in_plays_is_cashed_out_and_collects_what_it_won_after_it_left(
    live: OpenHouse, boss: Client
) -> None:
    status, page = asked(boss, "buy-in", seat="P3", amount="20")
    assert (status, rows(page)) == (200, [["Purple, seat 3", "20.00", "–", "–"]])
    live.do(c.AnnounceBetsOpen(), now=timezone.now())
    bets = (SeatBet(bet="rouge", amount=500),)
    live.do(c.ConfirmBets(seat="P3", bets=bets), now=timezone.now())
    _, page = asked(boss, "leave-seat", seat="P3")
    assert live.events()[-1].data == {"seat": "P3", "amount": 1500, "held": 0}
    asked(boss, "bets-closed")
    _, page = asked(boss, "number", number="27")
    assert rows(page) == [["Purple, seat 3 left", "0.00", "–", "10.00"]]
    _, page = asked(boss, "collect-unclaimed", seat="P3")
    assert rows(page) == []


@pytest.mark.clause("it-live/participation")
def test_impossible_buy_in_is_refused_in_its_panel(live: OpenHouse, boss: Client) -> None:
    status, page = asked(boss, "buy-in", seat="P3", amount="nothing")
    assert status == 422
    assert "is not an amount in" in part(page, "#panel-seats #answer-seats").get_text()


@pytest.mark.clause("it-live/betting-window")
def test_the_rounds_time_runs_in_the_head_and_on_the_tile_while_bets_are_open(
    live: OpenHouse, screen: Screen
) -> None:
    def on_the_tile() -> list[str]:
        return [each["data-until"] for each in screen("/floor/").select(".tile .phase [data-until]")]

    assert not screen().select("#closes") and not on_the_tile()
    live.do(c.AnnounceBetsOpen(), now=timezone.now())
    closes = part(screen(), "#closes b")["data-until"]
    assert closes and on_the_tile() == [closes]
    live.do(c.CloseBets(), now=timezone.now())
    assert not screen().select("#closes") and not on_the_tile()


def test_a_table_without_seats_has_no_panel_for_them(table: OpenHouse, screen: Screen) -> None:
    assert not screen().select("#panel-seats, [popovertarget=panel-seats]")


@pytest.mark.clause("it-live/confirm")
def test_staff_add_no_bet_for_a_seat_after_its_confirmation(live: OpenHouse, boss: Client) -> None:
    asked(boss, "buy-in", seat="P3", amount="20")
    live.do(c.AnnounceBetsOpen(), now=timezone.now())
    live.do(c.ConfirmBets(seat="P3", bets=(SeatBet(bet="rouge", amount=500),)), now=timezone.now())
    status, page = asked(boss, "place-bet", player="P3", bet="pair", chip="5", other="")
    assert status == 422
    assert "has confirmed its bets of round 1" in " ".join(
        each.get_text() for each in page.select("[role=alert] .said")
    )
    assert [bet.bet for bet in live.state.bets] == ["rouge"]
