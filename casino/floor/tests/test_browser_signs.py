"""In a real browser: a registered sign follows the limits, shows none that may be old, and ends with its token."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Route, expect

from casino.floor.tests.test_browser_table import colleague
from tables.handling import registers
from tables.play import commands as c
from testkit.house import BOSS, OpenHouse
from testkit.screens import ScreenHouse

SAYS_SO_WITHIN_MS = 10_000
WATCH_THE_MINIMUM = """
() => {
  window.seen = [];
  const look = () => {
    const least = document.querySelector(".least b");
    window.seen.push(least?.checkVisibility() ? least.textContent : null);
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.body, everything);
}
"""
"""What anybody could read as the minimum after each change of the page; null where there was nothing to read."""


@pytest.fixture
def venice(screen_house: ScreenHouse) -> OpenHouse:
    house = screen_house.house
    return OpenHouse(house.casino_id, "it-venezia", table="T2", now=house.now)


@pytest.fixture
def sign(screen_house: ScreenHouse, venice: OpenHouse, chromium: Browser) -> Iterator[Page]:
    """A screen at the door with the sign of the table: nobody is signed in."""
    of, now = (venice.casino_id, "sign", "door"), timezone.now()
    with colleague() as ask:
        shows = {"table": "T2", "shows": ["limits", "permanence"]}
        ask(partial(registers.declare, *of, shows, by=BOSS, now=now))
        token = ask(partial(registers.issue_secret, *of, by=BOSS, now=now)).secret
    with chromium.new_context(viewport={"width": 1920, "height": 1080}) as context:
        page = context.new_page()
        page.goto(f"{screen_house.web}/signs/{token}/")
        expect(page.locator(".least b")).to_have_text("5")
        yield page


def set_minimum(house: OpenHouse, minimum: int) -> None:
    other = replace(house.rulebook.default_limits, minimum=minimum)
    with colleague() as ask:
        now = timezone.now()
        ask(partial(house.do, c.ChangeLimits(limits=other, players_told=True, sign_changed=True), now=now))


@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("it-venezia/general-10")
def test_sign_follows_the_limits_and_hides_outdated_ones(
    screen_house: ScreenHouse, venice: OpenHouse, sign: Page
) -> None:
    set_minimum(venice, 1_000)
    expect(sign.locator(".least b")).to_have_text("10", timeout=3_000)
    # A line that is cut in silence: no error comes.
    with screen_house.services.web_stopped():
        expect(sign.locator(".out-of-date")).to_be_visible(timeout=SAYS_SO_WITHIN_MS)
        expect(sign.locator(".least")).to_be_hidden()
        set_minimum(venice, 2_000)
        sign.evaluate(WATCH_THE_MINIMUM)
    expect(sign.locator(".least b")).to_be_visible()
    expect(sign.locator(".out-of-date")).to_be_hidden()
    assert set(sign.evaluate("window.seen")) == {None, "20"}, "the old limits were never shown again"
    # A server that dies, and is another one when it comes back.
    screen_house.services.kill_web()
    expect(sign.locator(".out-of-date")).to_be_visible(timeout=SAYS_SO_WITHIN_MS)
    expect(sign.locator(".least")).to_be_hidden()
    screen_house.services.start_web()
    expect(sign.locator(".least b")).to_have_text("20")
    expect(sign.locator(".least b")).to_be_visible()


def withdraw(house: OpenHouse) -> None:
    with colleague() as ask:
        now = timezone.now()
        ask(partial(registers.withdraw, house.casino_id, "sign", "door", by=BOSS, now=now))


def test_open_sign_ends_with_its_token(venice: OpenHouse, sign: Page) -> None:
    withdraw(venice)
    expect(sign.locator(".is-over")).to_be_visible(timeout=SAYS_SO_WITHIN_MS)
    expect(sign.locator(".least")).to_be_hidden()


def test_disconnected_sign_ends_with_its_token(
    screen_house: ScreenHouse, venice: OpenHouse, sign: Page
) -> None:
    """Its new line is refused, as that of a sign is which ended before its first line was open."""
    screen_house.services.kill_web()
    expect(sign.locator(".out-of-date")).to_be_visible(timeout=SAYS_SO_WITHIN_MS)
    withdraw(venice)
    screen_house.services.start_web()
    expect(sign.locator(".is-over")).to_be_visible(timeout=2 * SAYS_SO_WITHIN_MS)
    expect(sign.locator(".out-of-date")).to_be_hidden()


def test_sign_loads_a_new_version_of_its_page(venice: OpenHouse, sign: Page) -> None:
    version = str(sign.locator("#page").get_attribute("data-assets"))
    # Not in its first seconds: two versions of the house may answer in turn for a while.
    sign.wait_for_function("() => performance.now() > 3000")
    sign.evaluate("window.isTheOldOne = true")

    def newer(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(version, "another"))

    sign.route("**/signs/*/", newer)
    set_minimum(venice, 1_000)
    sign.wait_for_function(
        "() => !window.isTheOldOne && document.querySelector('#page')?.dataset.assets === 'another'"
    )
    expect(sign.locator(".least b")).to_have_text("10")
    # What is on its way would come to a page that is closed.
    sign.unroute_all(behavior="ignoreErrors")


def test_the_numbers_of_the_day_come_as_they_fall(venice: OpenHouse, sign: Page) -> None:
    with colleague() as ask:
        for number in (17, 0, 32):
            for command in (c.AnnounceBetsOpen(), c.DeclareNumber(number=number)):
                ask(partial(venice.do, command, now=timezone.now()))
    rows = sign.locator(".sign-permanence li")
    expect(rows).to_have_text(["117", "20", "332"])
    places = [row.locator(".n").evaluate("n => n.getBoundingClientRect().left") for row in rows.all()]
    assert places[0] < places[1] < places[2], "black, zero and red have a place each"
