"""Stakes in prison on the screen: level, value in play, what a partage returns, and when nothing is to be chosen."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]
RED = c.PlaceBet(player="P1", bet="rouge", amount=5000)


def zero(house: OpenHouse, *bets: c.PlaceBet) -> None:
    play(house, c.AnnounceBetsOpen(), *bets, c.CloseBets(), c.DeclareNumber(number=0))


def words(page: Element, selector: str) -> str:
    return part(page, selector).get_text(" ", strip=True)


def moved(page: Element) -> str:
    """The one line of the sheet without a prize."""
    return page.select("#sheet tr")[-1].get_text(" ", strip=True)


@pytest.mark.clause("it-venezia/prison")
def test_the_card_and_the_sheet_name_level_and_value_in_play(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-venezia")
    zero(house, RED)
    assert "Rosso, 50 Yellow, seat 1, in prison, 25.00 in play" in words(screen(), "#prison-b1")
    assert "In prison, 25.00 in play," in moved(screen())
    house.do(c.ConfirmPayments())
    zero(house)
    page = screen()
    # Two zeros: 50.00 / 4.
    assert "in prison 2 times, 12.50 in play" in words(page, "#prison-b1 p")
    assert words(page, "#prison-b1 [value=partage] + button") == "Partage, 12.50 back"
    assert "Still in prison 2 times, 12.50 in play," in moved(page) and moved(page).endswith(" 50.00")


@pytest.mark.clause("it-campione/3")
def test_imprisoned_stake_offers_one_button_to_stay(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-campione")
    zero(house, RED)
    stays = "#prison-b1 [value=stay] + button"
    assert words(screen(), stays) == "Stays"
    house.do(c.ChoosePrison(ref="b1", choice="stay"))
    page = screen()
    assert words(page, "#prison-b1 p").endswith("stays, in prison, 25.00 in play")
    assert not page.select(stays)
    # Until the bets of the next coup are closed its owner may still say otherwise.
    house.do(c.ChoosePrison(ref="b1", choice="move:noir"))
    assert words(screen(), stays) == "Stays"


@pytest.mark.clause("it-campione/3")
def test_the_card_says_what_was_chosen_in_words_and_figures(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-campione")
    zero(house, RED)
    house.do(c.ChoosePrison(ref="b1", choice="move:noir"))
    assert "moved to Nero, in prison, 25.00 in play" in words(screen(), "#prison-b1 p")
    house.do(c.ChoosePrison(ref="b1", choice="partage"))
    page = screen()
    assert words(page, "#prison-b1 p").endswith("partage, 25.00 returned")
    assert not page.select("#prison form")


@pytest.mark.clause("it-venezia/prison")
def test_nothing_is_chosen_while_two_numbers_are_reported(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    zero(house, RED)
    house.do(c.DeclareNumber(number=26))
    page = screen()
    assert "certain which number stands" in words(page, "#prison")
    assert not page.select("#prison form")
    form = {"ref": "b1", "choice": "partage"}
    refused = boss.post("/floor/T1/do/choose-prison", form, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    house.do(c.ResolveDiscrepancy(number=0, reason="seen by the chief"))
    assert screen().select("#prison form")


@pytest.mark.clause("it-venezia/prison-line")
def test_stakes_in_prison_lie_on_the_line_of_the_field(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-venezia")
    play(house, c.AnnounceBetsOpen(), RED)
    page = screen()
    line = str(part(page, "#ground .prison-line")["d"])
    (chip,) = page.select("[id^=chip-1-rouge]")
    across, down = float(str(chip["data-x"])), float(str(chip["data-y"]))
    play(house, c.CloseBets(), c.DeclareNumber(number=0), c.ConfirmPayments())
    play(house, c.AnnounceBetsOpen(), RED)
    page = screen()
    (bound,) = page.select(".chip.is-bound")
    assert (float(str(bound["data-x"])), line) == (across, f"M74 {bound['data-y']}h864")
    (free,) = [each for each in page.select("[id^=chip-1-rouge]") if "is-bound" not in each["class"]]
    assert float(str(free["data-y"])) == down < float(str(bound["data-y"])), "a new stake lies in the field"


@pytest.mark.clause("it-campione/3")
def test_prison_line_is_drawn_for_its_clause_only(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-campione")
    zero(house, RED)
    house.do(c.ConfirmPayments())
    page = screen()
    assert not page.select("#ground .prison-line")
    assert len(page.select(".chip.is-bound")) == 1
