"""In a real browser: answers that overtake each other, or the page's own updates, lose nothing of what was answered."""

import time
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from casino.floor.tests.test_browser_table import (
    at_table,
    colleague,
    lying,
    place,
    sign_in,
    tablet,
    tablet_that_may_lose_its_line,
)
from casino.floor.tests.test_who_is_due_by_the_rota import planned
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

A_FRAME_LATER = "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
"""By then whatever a touch sends by itself has been sent."""


@pytest.fixture
def venice(screen_house: ScreenHouse) -> OpenHouse:
    """A second table T2, of Venice, before its first coup."""
    return OpenHouse(screen_house.house.casino_id, "it-venezia", table="T2", now=screen_house.house.now)


@pytest.fixture
def page(screen_house: ScreenHouse, venice: OpenHouse, chromium: Browser) -> Iterator[Page]:
    with at_table("T2", screen_house, chromium) as page:
        yield page


class HeldAnswer:
    """The house does what the next of these commands asks, and its answer is held back on the way to the page."""

    def __init__(self, page: Page, command: str) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        page.route(f"**/{command}", self._hold, times=1)
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


def commands_sent(page: Page) -> list[str]:
    """The names of the commands that the page sends from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    return sent


def test_commands_are_sent_in_the_order_in_which_they_were_touched(page: Page, venice: OpenHouse) -> None:
    """The page's own update may show the next step before the answer to the last one is here; what is touched then
    waits for that answer, and whatever is touched after it must not overtake it."""
    opened = HeldAnswer(page, "bets-open")
    page.get_by_role("button", name="Faites vos jeux").tap()
    step = page.locator(".next")
    expect(step.locator("b")).to_have_text("Launch")
    opened.is_given()
    step.tap()
    page.get_by_role("button", name="Null coup").first.tap()
    panel = page.locator("[popover]:popover-open")
    panel.get_by_role("radio").first.check(force=True)
    panel.get_by_role("button", name="Null coup").tap()
    with page.expect_response("**/null-coup"):
        opened.arrives()
    assert [event.type for event in venice.events()][-3:] == ["bets_opened", "ball_launched", "coup_annulled"]


def test_a_step_waits_for_the_bet_that_was_touched_before_it(page: Page, venice: OpenHouse) -> None:
    venice.do(c.AnnounceBetsOpen(), now=timezone.now())
    step = page.locator(".next")
    expect(step.locator("b")).to_have_text("Launch")
    on_the_way: list[Route] = []

    def hold(route: Route) -> None:
        on_the_way.append(route)

    page.route("**/place-bet", hold, times=1)
    sent = commands_sent(page)
    with page.expect_request("**/place-bet"):
        place(page, "plein:17")
    step.tap()
    page.evaluate(A_FRAME_LATER)
    assert "launch" not in sent
    with page.expect_response("**/launch"):
        on_the_way.pop().continue_()
    assert [event.type for event in venice.events()][-2:] == ["bet_placed", "ball_launched"]


def test_a_bet_waits_for_the_step_that_was_touched_before_it(page: Page, venice: OpenHouse) -> None:
    opened = HeldAnswer(page, "bets-open")
    page.get_by_role("button", name="Faites vos jeux").tap()
    # The page's own update opens the cloth before the button's answer is here.
    expect(page.locator(".next b")).to_have_text("Launch")
    opened.is_given()
    sent = commands_sent(page)
    tick = touch_series(page)
    page.evaluate(A_FRAME_LATER)
    assert "place-bet" not in sent
    opened.arrives()
    tick.check()
    page.locator("#answer-cloth").get_by_role("button", name="Place").tap()
    expect(lying(page)).to_have_count(1)


def test_a_step_waits_for_no_question_that_stands(page: Page, venice: OpenHouse) -> None:
    """A bet that waits behind a question goes before the step that is touched after it, and the step goes as well."""
    venice.do(c.AnnounceBetsOpen(), now=timezone.now())
    step = page.locator(".next")
    expect(step.locator("b")).to_have_text("Launch")
    first = HeldAnswer(page, "place-bet")
    tick = touch_series(page)
    first.is_given()
    page.get_by_label("Another amount").fill("10")
    place(page, "plein:17")
    first.arrives()
    expect(tick).to_be_visible()
    assert [event.type for event in venice.events()][-1] == "bets_opened"
    with page.expect_response("**/launch"):
        step.tap()
    assert [event.type for event in venice.events()][-2:] == ["bet_placed", "ball_launched"]


def test_a_second_announced_bet_waits_until_the_first_was_repeated(page: Page, venice: OpenHouse) -> None:
    venice.do(c.AnnounceBetsOpen(), now=timezone.now())
    expect(page.locator(".next b")).to_have_text("Launch")
    first = HeldAnswer(page, "place-bet")
    tick = touch_series(page)
    first.is_given()
    page.get_by_label("Another amount").fill("50")
    page.get_by_role("button", name="Orfanelli, 5 gettoni", exact=True).tap()
    first.arrives()
    for lies, amount in enumerate(("60.00", "50.00"), start=1):
        tick.check()
        page.locator("#answer-cloth").get_by_role("button", name="Place").tap()
        expect(lying(page)).to_have_count(lies)
        expect(lying(page).first).to_contain_text(amount)


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
    tick.check()
    page.locator("#answer-cloth").get_by_role("button", name="Place").tap()
    expect(lying(page)).to_have_count(1)
    expect(page.locator("#is-last")).to_be_visible()


def send_without_a_name(route: Route) -> None:
    sent = parse_qsl(route.request.post_data or "")
    route.continue_(post_data=urlencode([(name, value) for name, value in sent if name != "name"]))


def test_a_refusal_on_the_floor_stays_until_it_is_closed(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    house = screen_house.house
    planned(house, 3, 5)
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/?size=full")
        tile = page.locator("#tile-T1")
        takes_over = tile.get_by_role("button", name="Croupier 3 takes over")
        # Nobody by the name that is sent: as where the plan was changed since the page was made.
        page.route("**/take-over", send_without_a_name, times=1)
        takes_over.tap()
        refusal = page.get_by_role("alert").filter(has=page.locator(".said"))
        expect(refusal).to_be_visible()
        with colleague() as ask:
            ask(lambda: house.do(c.AnnounceBetsOpen(), now=timezone.now()))
        expect(tile).to_contain_text("Faites vos jeux")
        expect(refusal).to_be_visible()
        refusal.get_by_role("button", name="Close").tap()
        expect(refusal).to_have_count(0)
        takes_over.tap()
        expect(tile.get_by_role("progressbar", name="Croupier 3: time used")).to_be_visible()
    assert house.state.spinner is not None and house.state.spinner.name == "Croupier 3"


def test_a_floor_whose_house_does_not_answer_says_so_where_it_was_asked(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    planned(screen_house.house, 3, 5)
    with tablet_that_may_lose_its_line(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/?size=full")
        page.route("**/take-over", lambda route: route.fulfill(status=502, body=""))
        page.locator("#tile-T1").get_by_role("button", name="Croupier 3 takes over").tap()
        expect(page.locator("#rejected .said")).to_contain_text("Nothing you entered is lost")
