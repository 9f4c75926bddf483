"""Winning stakes that lie on are shown as such at their table, and are taken up or moved once all is paid."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from casino.floor.tests.conftest import part, play
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]

pytestmark = pytest.mark.clause("it-venezia/general-5")


@pytest.fixture
def house(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    """Coup 1 fell on 17, with a stake on it, a serie beside it that has won too, and one that has lost."""
    opened = new_table("it-venezia")
    play(
        opened,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="plein:17", amount=500),
        c.PlaceBet(player="P2", bet="orphelins", amount=2500, repeated=("employee", "chief")),
        c.PlaceBet(player="P3", bet="plein:18", amount=500),
        c.CloseBets(),
        c.DeclareNumber(number=17),
    )
    return opened


def words(tag: Element, selector: str) -> str:
    return part(tag, selector).get_text(" ", strip=True)


def test_the_sheet_says_of_a_won_line_that_its_stake_stays_by_which_clause(
    house: OpenHouse, screen: Screen
) -> None:
    page = screen()
    assert words(page, "#line-b1 .stays") == "The stake stays Regole generali, 5"
    assert words(page, "#line-b2 .stays") == "10.00 stays Regole generali, 5"


def test_before_all_is_paid_they_are_shown_and_not_to_be_taken_up(house: OpenHouse, screen: Screen) -> None:
    page = screen()
    assert "For coup 2: 3 bets" in words(page, "#bets h2")
    assert "has won, lies on" in words(page, "#bet-b1")
    assert not page.select("#bets form[hx-post$='withdraw-bet']")


def test_once_all_is_paid_they_are_withdrawn_or_moved_also_before_bets_are_open(
    house: OpenHouse, screen: Screen, boss: Client
) -> None:
    house.do(c.ConfirmPayments())
    page = screen()
    assert len(page.select("#bets form[hx-post$='withdraw-bet']")) == 3
    assert [option["value"] for option in page.select("#move-ref option")][-1] == "b1"
    boss.post(reverse("floor:do", args=["T1", "withdraw-bet"]), {"ref": "b1"})
    assert "b1" not in [bet.ref for bet in house.state.bets]


def test_stakes_of_the_next_coup_are_listed_below_the_sheet(house: OpenHouse, screen: Screen) -> None:
    assert screen().select(".aside > #sheet"), "coup 1 is paid"
    assert screen().select(".tools-place > #bets"), "what lies on"
    play(house, c.ConfirmPayments(), c.AnnounceBetsOpen())
    page = screen()
    assert page.select(".aside > #bets")
    assert not page.select(".tools-place > #bets"), "once on a page"


def test_undo_takes_back_what_was_placed_and_not_what_lies_on(house: OpenHouse, screen: Screen) -> None:
    play(house, c.ConfirmPayments(), c.AnnounceBetsOpen())
    assert part(screen(), "#undo input[name=ref]").get("value", "") == ""
    play(house, c.PlaceBet(player="P1", bet="noir", amount=500))
    assert part(screen(), "#undo input[name=ref]")["value"] == house.state.bets[-1].ref


def test_single_touch_lifts_the_remaining_stakes_of_a_player(
    house: OpenHouse, screen: Screen, boss: Client
) -> None:
    assert not screen().select("#bets .lift"), "before all is paid nothing is lifted"
    house.do(c.ConfirmPayments())
    buttons = screen().select("#bets .lift button")
    assert [" ".join(each.get_text(" ", strip=True).split()) for each in buttons] == [
        "Lift what Yellow, seat 1 has left: 5.00",
        "Lift all that Blue, seat 2 has left: 2 bets, 10.00",
    ]
    answer = boss.post(reverse("floor:do", args=["T1", "lift-stakes"]), {"player": "P2"})
    assert answer.status_code in (200, 302)
    assert [bet.player for bet in house.state.bets] == ["P1"]
    again = boss.post(reverse("floor:do", args=["T1", "lift-stakes"]), {"player": "P2"})
    assert again.status_code == 422
