"""In a real browser: answers that overtake each other, or the page's own updates, lose nothing of what was answered."""

import time
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from casino.floor.tests.test_browser_table import colleague, lying, sign_in, tablet
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.screens import ScreenHouse
from testkit.stream import PATIENCE_S

SERIES = "Serie 5/8, 6 gettoni"
"""An announced bet: it counts once the employee has repeated it aloud, so the page asks for that first."""

ANSWERED = """
(command) => {
  window.answered = new Promise((resolve) => document.addEventListener("htmx:finally:request", ({ detail }) => {
    if (detail.ctx.request.action.endsWith(`/${command}`)) resolve();
  }));
}
"""


@pytest.fixture
def venice(screen_house: ScreenHouse) -> OpenHouse:
    """A second table T2, of Venice, before its first coup."""
    return OpenHouse(screen_house.house.casino_id, "it-venezia", table="T2", now=screen_house.house.now)


@pytest.fixture
def page(screen_house: ScreenHouse, venice: OpenHouse, chromium: Browser) -> Iterator[Page]:
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T2/")
        yield page


class HeldAnswer:
    """The house does what this command asks, and its answer is held back on the way to the page."""

    def __init__(self, page: Page, command: str) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        page.route(f"**/{command}", self._hold)
        page.evaluate(ANSWERED, command)

    def _hold(self, route: Route) -> None:
        self._held.append((route, route.fetch()))

    def is_given(self) -> None:
        """Returns when the house has answered."""
        until = time.monotonic() + PATIENCE_S
        while not self._held:
            assert time.monotonic() < until, "the house was not asked, or gave no answer"
            self._page.wait_for_timeout(10)

    def arrives(self) -> None:
        """Lets the answer through, and returns when the page has taken it in."""
        ((route, response),) = self._held
        route.fulfill(response=response)
        self._page.evaluate("() => window.answered")


def touch_series(page: Page) -> Locator:
    """Touches the announced bet; the tick that the page then asks for."""
    page.get_by_label("Another amount").fill("60")
    page.get_by_role("button", name=SERIES, exact=True).tap()
    return page.locator("#answer-cloth").get_by_role("checkbox")


def test_an_answer_to_what_was_asked_before_wipes_no_question_away(page: Page, venice: OpenHouse) -> None:
    opened = HeldAnswer(page, "bets-open")
    page.get_by_role("button", name="Faites vos jeux").tap()
    # The page's own update opens the cloth before the button's answer is here.
    expect(page.locator(".next b")).to_have_text("Launch")
    tick = touch_series(page)
    expect(tick).to_be_visible()
    opened.is_given()
    opened.arrives()
    tick.check()
    page.locator("#answer-cloth").get_by_role("button", name="Place").tap()
    expect(lying(page)).to_have_count(1)


def test_a_question_is_asked_though_the_page_has_gone_on_meanwhile(page: Page, venice: OpenHouse) -> None:
    venice.do(c.AnnounceBetsOpen(), now=timezone.now())
    expect(page.locator(".next b")).to_have_text("Launch")
    asked = HeldAnswer(page, "place-bet")
    tick = touch_series(page)
    asked.is_given()
    with colleague() as ask:
        ask(lambda: venice.do(c.AnnounceLastCoup(), now=timezone.now()))
    expect(page.locator("#is-last")).to_be_visible()
    asked.arrives()
    page.unroute("**/place-bet")
    tick.check()
    page.locator("#answer-cloth").get_by_role("button", name="Place").tap()
    expect(lying(page)).to_have_count(1)
    expect(page.locator("#is-last")).to_be_visible()
