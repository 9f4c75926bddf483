"""All numbers that wait at a table are dismissed from its page, in a real browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from casino.floor.tests.test_browser_table import at_table
from tables.play import commands as c
from testkit.axe import breaks_no_rule
from testkit.pictures import SIZES, THEMES, USUAL_SIZES, Pictures
from testkit.screens import ScreenHouse
from testkit.stream import wait_until

PIN = "4921"


def test_waiting_numbers_are_dismissed_with_a_reason_and_the_own_pin(
    screen_house: ScreenHouse, chromium: Browser, pytestconfig: pytest.Config
) -> None:
    house = screen_house.house
    screen_house.boss.set_pin(PIN)
    screen_house.boss.save(update_fields=["pin"])
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=500))
    house.do(c.DeclareNumber(number=17, source="reader", game="1/11", recovered=True))
    with at_table("T1", screen_house, chromium) as page:
        expect(page.locator("#waiting")).to_be_visible()
        expect(page.get_by_role("button", name="Dismiss all")).to_have_count(0)
        for game, number in (("1/12", 9), ("1/13", 4)):
            house.do(c.DeclareNumber(number=number, source="reader", game=game))
        page.get_by_role("button", name="Dismiss all…").tap()
        panel = page.locator("#panel-dismiss-waiting")
        expect(panel.locator(".dismissed-numbers")).to_have_text("17 · 9 · 4")
        panel.get_by_label("Reason").fill("the display was tested")
        panel.get_by_label("Your PIN").fill("0000")
        folder = pytestconfig.getoption("--pictures")
        for size in USUAL_SIZES if folder else ():
            page.set_viewport_size(SIZES[size])
            Pictures(Path(folder), THEMES).take(page, f"dismiss-all-{size}")
        breaks_no_rule(page, "dismiss all")
        panel.get_by_role("button", name="Dismiss all").tap()
        expect(panel.locator(".said")).to_contain_text("PIN")
        assert len(house.state.doubted) == 3
        panel.get_by_label("Your PIN").fill(PIN)
        panel.get_by_role("button", name="Dismiss all").tap()
        expect(page.locator("#waiting")).to_have_count(0)
        wait_until(lambda: not house.state.doubted, "no number waits")
    dismissed = [each.data["numbers"] for each in house.events() if each.type == "doubt_dismissed"]
    assert dismissed == [[17], [9], [4]]
