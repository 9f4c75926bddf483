"""In a real browser: the head fits an upright tablet, its menus open and close by keyboard, and no paper has it."""

import pytest
from playwright.sync_api import Browser, expect

from casino.floor.tests.test_browser_table import sign_in, tablet
from casino.people.models import Role
from testkit.people import engage
from testkit.screens import ScreenHouse


@pytest.mark.parametrize("width", [768, 1024])
def test_the_head_is_no_wider_than_the_screen(
    screen_house: ScreenHouse, chromium: Browser, width: int
) -> None:
    with tablet(chromium) as page:
        page.set_viewport_size({"width": width, "height": 1024})
        sign_in(page, screen_house)
        for path in ("/floor/", "/floor/T1/", "/house/series/", "/compliance/"):
            page.goto(screen_house.web + path)
            expect(page.locator(".bar .clock")).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.querySelector('.bar').scrollWidth") <= width, path
            page.locator("#line-state").evaluate("place => { place.textContent = 'Stale since 23:47' }")
            assert page.evaluate("document.querySelector('.bar').scrollWidth") <= width, f"{path}, stale"


def test_the_head_says_that_the_disk_is_full_for_as_long_as_the_pulse_does(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    # In one go, so that no real pulse comes between.
    hear = """data => {
        document.dispatchEvent(new CustomEvent("pulse", { detail: { data } }));
        const place = document.getElementById("line-state");
        return [place.textContent, place.className];
    }"""
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/")
        shown = page.evaluate(hear, "2026-11-20T12:00:00+00:00 Disk full")
        assert shown == ["Disk full", "line-state is-stale"]
        assert page.evaluate(hear, "2026-11-20T12:00:05+00:00") == ["", "line-state"]


def test_the_menu_of_the_house_opens_and_closes_by_keyboard(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/")
        page.get_by_role("button", name="Casino").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Series of chips")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("link", name="Series of chips")).to_be_hidden()
        expect(page.get_by_role("button", name="Casino")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**/house/series/")
        expect(page.locator("#open-house")).to_have_class("plain is-here")


def test_the_cash_desk_reads_on_a_tablet_who_is_signed_in(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    casino_id = screen_house.house.casino_id
    screen_house.boss = engage(Role.CASH_DESK, casino_id=casino_id, sign_in=f"desk-{casino_id}")
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/cash/closing/T1/")
        who = page.locator("#open-person .who")
        expect(who).to_have_text(str(screen_house.boss))
        assert who.evaluate("who => who.scrollWidth <= who.clientWidth")


def test_print_is_black_on_white_without_the_head(screen_house: ScreenHouse, chromium: Browser) -> None:
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.emulate_media(media="print", color_scheme="dark")
        for path in ("/cash/held/", "/cash/slips/", "/cash/boxes/", "/cash/closing/T1/", "/compliance/"):
            page.goto(screen_house.web + path)
            expect(page.locator("body")).to_have_css("color", "rgb(0, 0, 0)")
            expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
            expect(page.locator(".bar")).to_be_hidden()
