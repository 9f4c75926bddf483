"""What a screen fetches of itself again has the whole page, and nothing that is there already."""

import re
from collections.abc import Callable, Iterable

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from casino.floor.tests.conftest import part, play
from casino.floor.tests.test_browser_line import do
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import browser_of, engage
from testkit.pit_screen import signed_in
from testkit.screens import ScreenHouse

ALONE = {"HX-Request": "true", "HX-Target": "main#page"}
"""What htmx says where the answer is put in the place of the page."""
HAD = "[data-digest]"
NOT_SENT = "[data-same]"


def contents(page: Element, without: str = "") -> str:
    """The page as it is written, without what is another one each time and the elements of this selector."""
    main = part(page, "#page")
    for each in main.select(without) if without else ():
        each.remove()
    return re.sub(r'(?<= value=")\w{16,}(?=")', "", str(main))


def digests(page: Element, attribute: str = "data-digest") -> dict[str, str]:
    """By the id of the element that is what it says."""
    return {each["id"]: each[attribute] for each in page.select(f"[{attribute}]")}


def asked_again(browser: Client, path: str, had: Iterable[str]) -> Element:
    """The page as it comes to one that has what is known by these digests."""
    answer = browser.get(path, headers=ALONE | {"Page-Has": " ".join(had)})
    assert answer.status_code == 200
    return read_page(answer.content)


@pytest.mark.parametrize(
    ("rulebook", "commands", "path"),
    [
        (
            "it-venezia",
            (c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500)),
            "/floor/T1/",
        ),
        ("pt-francesa", (c.CloseTable(),), "/floor/T1/"),
        ("pt-francesa", (), "/floor/"),
        ("pt-francesa", (), "/compliance/"),
        ("it-live", (), "/live/T1/seat/1/"),
    ],
)
def test_page_fetched_alone_equals_the_whole_page(
    rulebook: str,
    commands: tuple[c.Command, ...],
    path: str,
    new_table: Callable[[str], OpenHouse],
    boss: Client,
) -> None:
    play(new_table(rulebook), *commands)
    answers = [boss.get(path, headers=headers) for headers in ({}, ALONE)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert all("HX-Target" in answer["Vary"] for answer in answers), "a browser's cache keeps them apart"
    whole, alone = (read_page(answer.content) for answer in answers)
    assert [len(each.select("header.bar, head script, #menu-person")) > 0 for each in (whole, alone)] == [
        True,
        False,
    ]
    assert alone.select("title")[0].text == whole.select("title")[0].text
    assert contents(alone) == contents(whole)
    had = digests(whole)
    again = asked_again(boss, path, had.values())
    assert digests(again, "data-same") == had and not digests(again)
    assert not any(each.select("*") for each in again.select(NOT_SENT))
    assert contents(again, NOT_SENT) == contents(whole, HAD)


def test_unchanged_parts_of_a_table_are_not_sent_again(
    new_table: Callable[[str], OpenHouse], boss: Client
) -> None:
    """Most panels stay as they are from bet to number: less than half of the page is sent."""
    house = new_table("pt-francesa")
    play(house, c.AnnounceBetsOpen())
    first = boss.get("/floor/T1/", headers=ALONE)
    had = digests(read_page(first.content))
    assert {"ground", "places", "ring", "panel-cash", "panel-limits"} <= had.keys()
    play(house, c.LaunchBall(), c.DeclareNumber(number=17))
    second = boss.get("/floor/T1/", headers=ALONE | {"Page-Has": " ".join(had.values())})
    page = read_page(second.content)
    assert {"ground", "places", "ring", "panel-cash", "panel-limits"} <= digests(page, "data-same").keys()
    assert "panel-dispute" in digests(page).keys() - had.keys(), "there is a coup to dispute"
    assert len(second.content) < len(first.content) / 2


def test_a_panel_is_another_for_another_reader(casino_id: int, new_table: Callable[[str], OpenHouse]) -> None:
    """Nobody signs beside themselves: the box's panel offers others to each, and the drawings are the same for both."""
    play(new_table("pt-francesa"))
    mine, other = (
        browser_of(engage(Role.PIT_BOSS, casino_id=casino_id, pin="4711")).get("/floor/T1/") for _ in range(2)
    )
    had, others = (digests(read_page(answer.content)) for answer in (mine, other))
    assert had.keys() == others.keys()
    assert had["panel-box"] != others["panel-box"]
    assert had["places"] == others["places"]


def test_a_screen_leaves_what_it_has_and_gets_what_it_lacks(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    """The page of somebody who could only read has no places to touch, and may have them after an update."""
    places, bets = "#places [role=button]", "#bets .bets li"
    with signed_in(chromium, screen_house.web, screen_house.boss, touch=False) as context:
        page = context.new_page()
        page.goto("/floor/T1/")
        do(screen_house.house, c.AnnounceBetsOpen())
        expect(page.locator(".next b")).to_have_text("Launch")
        page.evaluate("window.opened = 'once'; document.getElementById('panel-cash').dataset.mine = 'yes'")
        page.evaluate("document.getElementById('places').remove()")
        do(screen_house.house, c.PlaceBet(player="P1", bet="rouge", amount=1000))
        expect(page.locator(bets)).to_have_count(1)
        expect(page.locator(places).first).to_be_attached()
        assert page.locator(places).count() > 100
        expect(page.locator("#panel-cash")).to_have_attribute("data-mine", "yes")
        page.locator(".next").click()
        expect(page.locator(".phases [aria-current]")).to_have_text("Launch")
        # A command's answer has all panels.
        expect(page.locator("#panel-cash")).not_to_have_attribute("data-mine", "yes")
        assert page.evaluate("window.opened") == "once"


def test_part_changed_during_its_request_is_requested_again(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    with signed_in(chromium, screen_house.web, screen_house.boss, touch=False) as context:
        page = context.new_page()
        page.goto("/floor/T1/")
        do(screen_house.house, c.AnnounceBetsOpen())
        expect(page.locator(".next b")).to_have_text("Launch")
        page.evaluate(BECOMES_ANOTHER)
        do(screen_house.house, c.PlaceBet(player="P1", bet="rouge", amount=1000))
        page.wait_for_function("() => window.became")
        expect(page.locator("#bets .bets li")).to_have_count(1)
        expect(page.locator("#panel-cash")).not_to_have_attribute("data-digest", "another")


BECOMES_ANOTHER = """
() => {
  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    window.became ??= document.getElementById("panel-cash").dataset.digest = "another";
    return answer;
  };
}
"""
"""Before the first answer comes, the panel that it leaves out is no more the one that the page had."""
