"""What a screen fetches of itself again has the whole page, and nothing that is there already."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from casino.floor.tests.conftest import part, play
from casino.floor.tests.test_browser_line import do
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.pit_screen import signed_in
from testkit.screens import ScreenHouse

ALONE = {"HX-Request": "true", "HX-Target": "main#page"}
"""What htmx says where the answer is put in the place of the page."""
NEVER_CHANGES = ("#ground", "#places")


def contents(page: Element) -> str:
    """The page as it is written, without what never changes of its cloth and without what is another one each time."""
    main = part(page, "#page")
    for selector in NEVER_CHANGES:
        for each in main.select(selector):
            each.remove()
    return re.sub(r'(?<= value=")\w{16,}(?=")', "", str(main))


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
def test_it_is_the_page_as_who_opens_it_gets_it(
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
    for selector in NEVER_CHANGES:
        assert all(each.select("*") for each in whole.select(selector))
        assert not any(each.select("*") for each in alone.select(selector))
    assert contents(alone) == contents(whole)


def test_a_page_without_what_is_not_sent_again_fetches_all_of_it(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    """The page of somebody who could only read has no places to touch, and may have them after an update."""
    places = "#places [role=button]"
    with signed_in(chromium, screen_house.web, screen_house.boss, touch=False) as context:
        page = context.new_page()
        page.goto("/floor/T1/")
        page.evaluate("window.opened = 'once'")
        do(screen_house.house, c.AnnounceBetsOpen())
        expect(page.locator(".next b")).to_have_text("Launch")
        assert page.locator(places).count() > 100
        assert page.evaluate("window.opened") == "once"
        page.evaluate("document.getElementById('places').remove()")
        do(screen_house.house, c.PlaceBet(player="P1", bet="rouge", amount=1000))
        expect(page.locator(places).first).to_be_attached()
        expect(page.locator("#bets .bets li")).to_have_count(1)
        assert page.evaluate("window.opened") is None, "opened anew"
