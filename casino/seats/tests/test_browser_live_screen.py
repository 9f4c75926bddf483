"""The live table's screen in a real browser: the racetrack's place, finals under a finger, and the wheel."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, FloatRect, Locator, Page, ViewportSize, expect

from casino.seats.access import COOKIE
from tables.play import commands as c
from testkit.axe import breaks_no_rule
from testkit.browsers import DESKTOP, TABLET, TELEPHONE
from testkit.house import OpenHouse
from testkit.screens import ScreenServices
from testkit.seats import terminal_of

SEAT = "/live/T1/seat/1/"
UPRIGHT: ViewportSize = {"width": 820, "height": 1180}
AT_REST = "rotor => Promise.all(rotor.getAnimations().map(each => each.finished)).then(() => true)"
MOVES = "rotor => rotor.getAnimations().length"
Open = Callable[..., Page]


@pytest.fixture
def live(casino_id: int, transactional_db: None) -> OpenHouse:
    """A live table at which seat 1 has bought in for 50."""
    house = OpenHouse(casino_id, "it-live", now=timezone.now())
    house.do(c.BuyIn(seat="P1", amount=5000))
    return house


@pytest.fixture
def at_seat(live: OpenHouse, screen_services: ScreenServices, chromium: Browser) -> Iterator[Open]:
    """`at_seat(DESKTOP)`: the screen of seat 1 in a browser window of this size."""
    token = terminal_of(live, 1).cookies[COOKIE].value
    with ExitStack() as windows:

        def opened(viewport: ViewportSize, **options: Any) -> Page:
            context = windows.enter_context(chromium.new_context(viewport=viewport, **options))
            context.add_cookies([{"name": COOKIE, "value": token, "url": screen_services.web + SEAT}])
            page = context.new_page()
            page.goto(screen_services.web + SEAT)
            return page

        yield opened


def do(house: OpenHouse, *commands: c.Command) -> None:
    for command in commands:
        house.do(command, now=timezone.now())


def box(found: Locator) -> FloatRect:
    there = found.bounding_box()
    assert there is not None
    return there


def places_of(page: Page, code: str) -> Locator:
    return page.locator(f'.places [role=button][data-code="{code}"]')


def open_bets(house: OpenHouse, page: Page) -> None:
    do(house, c.AnnounceBetsOpen())
    expect(page.locator("#confirm button")).to_be_enabled()


@pytest.mark.clause("it-live/announced")
@pytest.mark.parametrize("viewport", [DESKTOP, TABLET])
def test_racetrack_is_left_of_the_cloth_on_a_wide_screen(at_seat: Open, viewport: ViewportSize) -> None:
    page = at_seat(viewport)
    track, cloth = box(page.locator("#track")), box(page.locator("#cloth"))
    assert track["x"] + track["width"] <= cloth["x"]
    assert track["y"] < cloth["y"] + cloth["height"] and cloth["y"] < track["y"] + track["height"]


@pytest.mark.clause("it-live/announced")
@pytest.mark.parametrize("viewport", [UPRIGHT, TELEPHONE])
def test_racetrack_is_below_the_cloth_on_a_narrow_screen(at_seat: Open, viewport: ViewportSize) -> None:
    page = at_seat(viewport)
    track, cloth = box(page.locator("#track")), box(page.locator("#cloth"))
    assert cloth["y"] + cloth["height"] <= track["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.clause("it-live/announced")
@pytest.mark.clause("it-live/confirm")
@pytest.mark.parametrize("viewport", [TABLET, TELEPHONE])
def test_finals_are_laid_by_touch_and_confirmed(
    live: OpenHouse, at_seat: Open, viewport: ViewportSize
) -> None:
    page = at_seat(viewport, has_touch=True)
    open_bets(live, page)
    for digit, placed in (("4", "2,00"), ("7", "3,50")):
        final = places_of(page, f"finale:{digit}")
        # The bar at the edge of the screen may lie over it.
        final.evaluate("final => final.scrollIntoView({block: 'center'})")
        final.tap()
        expect(page.locator("#placed")).to_have_text(placed)
    assert page.locator("#chips .chip").count() == 7
    page.locator("#confirm button").tap()
    expect(page.locator("#balance")).to_have_text("46,50")
    assert [(each.bet, each.amount) for each in live.state.bets] == [("finale:4", 200), ("finale:7", 150)]


@pytest.mark.clause("it-live/confirm")
def test_right_click_on_a_final_takes_its_chips_back(live: OpenHouse, at_seat: Open) -> None:
    page = at_seat(DESKTOP)
    open_bets(live, page)
    places_of(page, "finale:9").click()
    expect(page.locator("#placed")).to_have_text("1,50")
    places_of(page, "finale:9").click(button="right")
    expect(page.locator("#placed")).to_have_text("0,00")


@pytest.mark.clause("it-live/announced")
def test_keyboard_goes_along_the_racetrack_and_lays_a_final(live: OpenHouse, at_seat: Open) -> None:
    page = at_seat(DESKTOP)
    open_bets(live, page)
    places_of(page, "finale:4").focus()
    expect(page.locator("#pointing")).to_have_text("Finale 4, 4 gettoni")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".places :focus")).to_have_attribute("data-code", "finale:5")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".places :focus")).to_have_attribute("data-code", "finale:7")
    page.keyboard.press("Enter")
    expect(page.locator("#placed")).to_have_text("1,50")
    page.keyboard.press("Delete")
    expect(page.locator("#placed")).to_have_text("0,00")


def assert_number_is_at_the_top(page: Page, number: int) -> None:
    """The wheel rests, its number lies at the top, and the ball in its pocket."""
    page.locator("#rotor").evaluate(AT_REST)
    wheel = box(page.locator("#wheel"))
    middle = wheel["x"] + wheel["width"] / 2
    pocket = box(page.locator("#ring text").get_by_text(str(number), exact=True))
    ball = box(page.locator("#ball"))
    assert abs(pocket["x"] + pocket["width"] / 2 - middle) < 1.5, (number, pocket, wheel)
    assert pocket["y"] < wheel["y"] + wheel["height"] * 0.2
    assert abs(ball["x"] + ball["width"] / 2 - middle) < 1.5
    assert pocket["y"] < ball["y"] < wheel["y"] + wheel["height"] * 0.25
    expect(page.locator("#wheel-number")).to_have_text(str(number))
    expect(page.locator("#wheel")).to_have_accessible_name(f"Cilindro, la pallina è caduta sul {number}")


@pytest.mark.clause("it-live/wheel")
@pytest.mark.clause("it-live/result")
def test_wheel_turns_while_the_ball_runs_and_ends_at_the_number(live: OpenHouse, at_seat: Open) -> None:
    page = at_seat(DESKTOP)
    open_bets(live, page)
    rotor = page.locator("#rotor")
    assert rotor.evaluate(MOVES) == 0
    for number in (14, 0):
        do(live, c.LaunchBall(), c.CloseBets())
        expect(page.locator("#round .closed")).to_be_visible()
        assert rotor.evaluate(MOVES) == 1
        do(live, c.DeclareNumber(number=number))
        expect(page.locator("#round .result")).to_be_visible()
        assert rotor.evaluate(MOVES) == 1
        assert_number_is_at_the_top(page, number)
        open_bets(live, page)
        assert rotor.evaluate(MOVES) == 0
        assert_number_is_at_the_top(page, number)


@pytest.mark.clause("it-live/wheel")
def test_wheel_shows_its_number_without_motion_to_a_person_who_asks_for_none(
    live: OpenHouse, at_seat: Open
) -> None:
    page = at_seat(DESKTOP, reduced_motion="reduce")
    open_bets(live, page)
    do(live, c.LaunchBall(), c.CloseBets())
    expect(page.locator("#round .closed")).to_be_visible()
    assert page.locator("#rotor").evaluate(MOVES) == 0
    do(live, c.DeclareNumber(number=23))
    expect(page.locator("#round .result")).to_have_text("Ventitré, rosso, dispari, alto")
    assert page.locator("#rotor").evaluate(MOVES) == 0
    assert_number_is_at_the_top(page, 23)


def test_live_screen_breaks_no_rule_of_axe(live: OpenHouse, at_seat: Open) -> None:
    pages = {"desktop": at_seat(DESKTOP), "telephone": at_seat(TELEPHONE)}
    do(live, c.AnnounceBetsOpen())
    for name, page in pages.items():
        expect(page.locator("#confirm button")).to_be_enabled()
        breaks_no_rule(page, f"{name}, betting")
    do(live, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    for name, page in pages.items():
        expect(page.locator("#round .result")).to_be_visible()
        page.locator("#rotor").evaluate(AT_REST)
        breaks_no_rule(page, f"{name}, result")
