"""In a real browser: a late bet waits for the chief's PIN while the table's page is made again around it."""

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from casino.floor.tests.test_browser_table import colleague, place, sign_in, tablet
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.screens import ScreenHouse


@pytest.mark.clause("it-campione/9")
def test_the_chief_signs_for_a_late_bet_beside_whoever_runs_the_table(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    house = screen_house.house
    campione = OpenHouse(house.casino_id, "it-campione", table="T2", now=house.now)
    chief = engage(Role.CHEF_DE_TABLE, casino_id=house.casino_id, pin="2036")
    for command in (c.AnnounceBetsOpen(), c.LaunchBall()):
        campione.do(command, now=timezone.now())
    with colleague() as ask, tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T2/")
        place(page, "plein:20")
        page.get_by_role("button", name="Late: accept or refuse").tap()
        panel = page.locator("#panel-late")
        panel.get_by_label("Repeated aloud by the employee").check()
        ask(lambda: campione.do(c.CountTurns(turns=2), now=timezone.now()))
        expect(page.locator(".notices")).to_contain_text("2 full turns")
        expect(panel).to_be_visible()
        expect(panel.get_by_label("Repeated aloud by the employee")).to_be_checked()

        panel.get_by_role("button", name="Accept").tap()
        expect(panel.locator("#late-said")).to_contain_text("the chef de table has not signed")
        panel.get_by_label("Repeated aloud by the employee").check()
        panel.get_by_label("Repeated aloud by the chief of the table").check()
        panel.locator("#late-signer").select_option(chief.username)
        panel.locator("#late-pin").fill("2036")
        panel.get_by_role("button", name="Accept").tap()
        expect(page.locator("#bets .bets li")).to_contain_text("late, accepted")
        expect(panel).to_have_count(0)
