"""The floor in a real browser: by keys, by touch, at a desk, on a tablet and on a telephone."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Request, ViewportSize, expect

from casino.floor.tests.test_browser_table import sign_in, tablet
from tables.play import commands as c
from testkit.browsers import DESKTOP, TABLET, TELEPHONE
from testkit.floors import many_tables
from testkit.house import OpenHouse
from testkit.screens import ScreenHouse, ScreenServices

SMALL = """() => [...document.querySelectorAll("#page a, #page button, #page select, #page input:not([type=hidden])")]
  .filter((each) => !each.matches("[data-tile]") && each.getClientRects().length)
  .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 24 || height < 24).map(([html]) => html)"""
FOCUSED = "() => document.activeElement.textContent"

Floor = tuple[ScreenHouse, list[OpenHouse]]


def floor_of(services: ScreenServices, casino_id: int, tables: int) -> Iterator[Floor]:
    """Open so many tables, and end the house with the generator."""
    houses = many_tables(casino_id, tables, now=timezone.now(), coups=1)
    screen_house = ScreenHouse(houses[0], services)
    yield screen_house, houses
    screen_house.stop()


@pytest.fixture
def nine(casino_id: int, transactional_db: None, screen_services: ScreenServices) -> Iterator[Floor]:
    """Nine tables in three pits."""
    yield from floor_of(screen_services, casino_id, 9)


def break_a_rule(house: OpenHouse) -> None:
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=2000))
    house.do(c.DeclareNumber(number=3))
    house.do(c.LaunchBall())


def show(page: Page, floor: Floor, size: ViewportSize, query: str = "") -> None:
    page.set_viewport_size(size)
    sign_in(page, floor[0])
    page.goto(f"{floor[0].web}/floor/{query}")


def fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def test_the_focus_goes_with_a_tile_that_moves(nine: Floor, chromium: Browser) -> None:
    with tablet(chromium) as page:
        show(page, nine, DESKTOP)
        page.keyboard.press("End")
        code = page.evaluate(FOCUSED)
        break_a_rule(next(house for house in nine[1] if house.table == "RA1"))
        expect(page.locator(".tile").first).to_have_id("tile-RA1")
        assert page.evaluate(FOCUSED) == code


def test_a_dialog_lists_the_keys_and_turns_them_off(nine: Floor, chromium: Browser) -> None:
    with tablet(chromium) as page:
        show(page, nine, DESKTOP)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        expect(page.locator("#keys dd")).to_have_count(5)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
        page.get_by_role("button", name="Keys").tap()
        page.get_by_label("Keys are on").uncheck()
        page.get_by_role("dialog").get_by_role("button", name="Close").tap()
        page.reload()
        page.locator("body").press("ArrowRight")
        expect(page.locator("[data-tile]:focus")).to_have_count(0)


def test_a_table_is_found_by_its_code_and_the_address_keeps_what_is_chosen(
    nine: Floor, chromium: Browser
) -> None:
    with tablet(chromium) as page:
        show(page, nine, TABLET)
        page.keyboard.press("/")
        page.keyboard.type("ra")
        page.keyboard.press("Enter")
        page.wait_for_url("**/floor/?find=ra")
        expect(page.locator("[data-tile]")).to_have_text(["RA1", "RA2"])
        page.locator("#filter-order").select_option("code")
        page.wait_for_url("**/floor/?find=ra&order=code")
        page.get_by_role("link", name="Main").tap()
        page.wait_for_url("**/floor/?find=ra&order=code&pit=Main")
        page.locator("#filter-find").fill("")
        page.locator("#filter-find").press("Enter")
        page.wait_for_url("**/floor/?order=code&pit=Main")


def test_typed_filter_survives_an_update(nine: Floor, chromium: Browser) -> None:
    with tablet(chromium) as page:
        show(page, nine, TABLET)
        page.locator("#filter-find").fill("VE")
        nine[1][0].do(c.LaunchBall())
        expect(page.locator("#tile-RF1 .phase")).to_contain_text("Ball launched")
        expect(page.locator("#filter-find")).to_have_value("VE")
        expect(page.locator("#filter-find")).to_be_focused()


def test_the_menu_of_a_tile_leads_to_the_open_panel(nine: Floor, chromium: Browser) -> None:
    with tablet(chromium) as page:
        show(page, nine, TABLET)
        page.get_by_role("button", name="More at RF1").tap()
        page.locator("#more-RF1").get_by_role("link", name="Change limits").tap()
        page.wait_for_url("**/floor/RF1/#panel-limits")
        expect(page.locator("#panel-limits")).to_be_visible()


def test_in_full_no_tile_is_cut_on_a_telephone(nine: Floor, chromium: Browser) -> None:
    break_a_rule(nine[1][1])
    with tablet(chromium) as page:
        show(page, nine, TELEPHONE, "?size=full")
        assert fits(page)
        assert page.evaluate(SMALL) == []


def test_a_floor_is_fetched_at_its_pace_and_shows_what_came_last(nine: Floor, chromium: Browser) -> None:
    """Twenty things that happen at once are no twenty pages, and the last of them is on the floor."""
    with tablet(chromium) as page:
        show(page, nine, DESKTOP)
        fetched: list[str] = []

        def fetch(request: Request) -> None:
            if request.url.endswith("/floor/"):
                fetched.append(request.headers["hx-source"])

        page.on("request", fetch)
        first = nine[1][0]
        for number in range(20):
            first.do(c.PlaceBet(player=f"P{number % 3}", bet="rouge", amount=1000))
        expect(page.locator(f"#tile-{first.table}")).to_contain_text("20 bets")
        assert 1 <= len(fetched) <= 12
        # By this the web process knows that nobody has asked for the page (casino/web/capacity.py).
        assert set(fetched) == {"main#page"}
