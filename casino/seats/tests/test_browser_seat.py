"""A seat's own screen under a finger: what is touched first is at the house first, and no touch is lost on the way."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from casino.floor.tests.test_browser_table import place, tablet
from casino.seats.access import COOKIE
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.screens import ScreenServices
from testkit.seats import terminal_of

SEAT = "/live/T1/seat/1/"


@pytest.fixture
def live(casino_id: int, transactional_db: None) -> OpenHouse:
    """A live table at which seat 1 has bought in for 50."""
    house = OpenHouse(casino_id, "it-live", now=timezone.now())
    house.do(c.BuyIn(seat="P1", amount=5000))
    return house


@pytest.fixture
def page(live: OpenHouse, screen_services: ScreenServices, chromium: Browser) -> Iterator[Page]:
    """The screen of seat 1, with bets open."""
    token = terminal_of(live, 1).cookies[COOKIE].value
    with tablet(chromium) as page:
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": screen_services.web + SEAT}])
        page.goto(screen_services.web + SEAT)
        live.do(c.AnnounceBetsOpen(), now=timezone.now())
        expect(page.locator("#confirm button")).to_be_enabled()
        yield page


def test_confirmation_includes_earlier_touches(page: Page, live: OpenHouse) -> None:
    on_the_way: list[Route] = []

    def hold(route: Route) -> None:
        on_the_way.append(route)

    page.route("**/do/add", hold, times=1)
    with page.expect_request("**/do/add"):
        place(page, "rouge")
    confirm = page.locator("#confirm button")
    for _ in range(3):
        confirm.tap()
    on_the_way.pop().continue_()
    expect(page.locator("#balance")).to_have_text("49,50")
    assert [(bet.player, bet.bet, bet.amount) for bet in live.state.bets] == [("P1", "rouge", 50)]
    # Nothing waits for a touch that was one too many.
    place(page, "noir")
    expect(page.locator("#answer-cloth .said")).to_contain_text("ha confermato le puntate")
