"""In a real browser: one line for all pages of a browser, what a page says once it is cut, and what it shows after."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino.floor.tests.test_browser_table import STALE, colleague
from tables.play import commands as c
from testkit.browsers import TABLET
from testkit.house import OpenHouse
from testkit.people import browser_of
from testkit.screens import ScreenHouse

SAYS_SO_WITHIN_MS = 10_000
MORE_THAN_A_BROWSER_CONNECTS = 8
"""Tabs; a browser holds six connections to one address."""
WATCH_THE_LINE = """() => {
  Object.assign(window, { poked: 0, pulsed: 0, wasStale: false });
  document.addEventListener("poke", () => { window.poked ||= performance.now(); });
  document.addEventListener("pulse", () => { window.pulsed = performance.now(); });
  new MutationObserver(() => { window.wasStale ||= document.body.classList.contains("is-stale"); })
    .observe(document.body, { attributes: true });
}"""


@pytest.fixture
def browser(screen_house: ScreenHouse, chromium: Browser) -> Iterator[BrowserContext]:
    """A browser in which the pit boss is signed in."""
    session = browser_of(screen_house.boss).cookies["sessionid"].value
    with chromium.new_context(viewport=TABLET, has_touch=True) as context:
        context.add_cookies([{"name": "sessionid", "value": session, "url": screen_house.web}])
        yield context


def opened(browser: BrowserContext, house: ScreenHouse, path: str) -> Page:
    page = browser.new_page()
    page.goto(f"{house.web}{path}")
    return page


def do(house: OpenHouse, *commands: c.Command) -> None:
    """Somebody else at the table."""
    with colleague() as ask:
        for command in commands:
            ask(partial(house.do, command, now=timezone.now()))


def test_a_line_that_is_cut_in_silence_is_said_in_ten_seconds_and_what_was_missed_is_shown_after(
    screen_house: ScreenHouse, browser: BrowserContext
) -> None:
    table, floor = opened(browser, screen_house, "/floor/T1/"), opened(browser, screen_house, "/floor/")
    expect(table.locator(".next b")).to_have_text("Faites vos jeux")
    do(screen_house.house, c.AnnounceBetsOpen())
    expect(table.locator(".next b")).to_have_text("Launch")
    with screen_house.services.web_stopped():
        for page in (table, floor):
            expect(page.locator("#line-state")).to_have_text(STALE, timeout=SAYS_SO_WITHIN_MS)
        do(screen_house.house, c.LaunchBall())
        expect(table.locator(".next b")).to_have_text("Launch")
    expect(table.locator(".next b")).to_have_text("Rien ne va plus")
    expect(floor.locator("#tile-T1 .phase")).to_contain_text(re.compile("Ball in play|Launch", re.IGNORECASE))
    for page in (table, floor):
        expect(page.locator("#line-state")).to_be_empty()


def test_page_that_cannot_refresh_itself_is_marked(
    screen_house: ScreenHouse, browser: BrowserContext
) -> None:
    table = opened(browser, screen_house, "/floor/T1/")
    do(screen_house.house, c.AnnounceBetsOpen())
    expect(table.locator(".next b")).to_have_text("Launch")
    table.route("**/floor/T1/", lambda route: route.fulfill(status=502, body="no way through"))
    do(screen_house.house, c.LaunchBall())
    expect(table.locator("#line-state")).to_have_text(STALE, timeout=SAYS_SO_WITHIN_MS + 2_000)
    table.unroute("**/floor/T1/")
    expect(table.locator(".next b")).to_have_text("Rien ne va plus")
    expect(table.locator("#line-state")).to_be_empty()


def test_a_quiet_table_stays_live_after_one_poke(screen_house: ScreenHouse, browser: BrowserContext) -> None:
    """The fetch that answers it begins in the moment of the poke: it was waited for eight seconds longer in vain."""
    table = opened(browser, screen_house, "/floor/T1/")
    do(screen_house.house, c.AnnounceBetsOpen())
    expect(table.locator(".next b")).to_have_text("Launch")
    table.evaluate(WATCH_THE_LINE)
    table.wait_for_function("() => window.pulsed")
    table.evaluate("() => { window.poked = 0; }")  # what opened the bets has been shown
    do(screen_house.house, c.PlaceBet(player="P1", bet="rouge", amount=5_000))
    table.wait_for_function("() => window.poked")
    table.wait_for_function("() => window.pulsed > window.poked + 9_000")
    assert not table.evaluate("window.wasStale")


def test_more_tabs_than_a_browser_has_connections_are_all_live(
    screen_house: ScreenHouse, browser: BrowserContext
) -> None:
    """Were it a line for each tab, the seventh page would never come."""
    OpenHouse(screen_house.house.casino_id, "it-venezia", table="T2", now=screen_house.house.now)
    paths = ["/floor/T1/", "/sign/T2/", *["/sign/T1/"] * (MORE_THAN_A_BROWSER_CONNECTS - 2)]
    tabs = [opened(browser, screen_house, path) for path in paths]
    for tab in tabs:
        expect(tab.locator("h1")).to_contain_text("T")
    versions = [int(str(tab.locator("#page").get_attribute("data-version"))) for tab in tabs]
    do(screen_house.house, c.AnnounceBetsOpen())
    of_the_table = [
        (tab, version) for tab, version, path in zip(tabs, versions, paths, strict=True) if "T1" in path
    ]
    for tab, version in of_the_table:
        expect(tab.locator("#page")).to_have_attribute("data-version", str(version + 1))
    expect(tabs[1].locator("#page")).to_have_attribute("data-version", str(versions[1]))


def test_the_line_outlives_the_tab_that_opened_it(screen_house: ScreenHouse, browser: BrowserContext) -> None:
    first, second = (opened(browser, screen_house, "/floor/T1/") for _ in range(2))
    expect(second.locator(".next b")).to_have_text("Faites vos jeux")
    first.close()
    do(screen_house.house, c.AnnounceBetsOpen())
    expect(second.locator(".next b")).to_have_text("Launch")


def test_a_browser_without_shared_workers_has_a_line_for_each_tab(
    screen_house: ScreenHouse, browser: BrowserContext
) -> None:
    browser.add_init_script("delete window.SharedWorker")
    table = opened(browser, screen_house, "/floor/T1/")
    assert table.evaluate("typeof SharedWorker") == "undefined"
    expect(table.locator(".next b")).to_have_text("Faites vos jeux")
    do(screen_house.house, c.AnnounceBetsOpen())
    expect(table.locator(".next b")).to_have_text("Launch")
