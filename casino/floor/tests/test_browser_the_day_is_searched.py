"""In a real browser: what is looked for in a day is marked on its slider, stepped through by keyboard, and stays in the
address; and the same by a form alone, where no script runs."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino.people.models import Role
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.pit_screen import signed_in
from testkit.screens import ScreenServices

MOMENT = "/floor/T1/moment/"


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    """Two coups with a bet each, some minutes apart."""
    Casino.objects.create(id=casino_id, name="Casino")
    now = timezone.now() - timedelta(minutes=20)
    house = OpenHouse(casino_id, "pt-francesa", now=now, day=gaming_day(casino_id, now).isoformat())
    for number, bet in ((17, "rouge"), (20, "noir")):
        house.now += timedelta(minutes=5)
        house.coup(number, c.PlaceBet(player="P1", bet=bet, amount=1_000))
        house.do(c.ConfirmPayments())
    return house


@pytest.fixture
def inspectors(
    house: OpenHouse, screen_services: ScreenServices, chromium: Browser
) -> Iterator[BrowserContext]:
    person = engage(Role.GAMES_INSPECTOR, casino_id=house.casino_id)
    with signed_in(chromium, screen_services.web, person, touch=False) as context:
        yield context


def bets_of(house: OpenHouse) -> list[int]:
    return [each.version for each in house.events() if each.type == "bet_placed"]


def look_for_bets(page: Page) -> None:
    page.goto(MOMENT)
    page.get_by_text("Which events", exact=True).click()
    page.get_by_label("Kind").select_option(label="Bet")
    page.locator(".moment .record-filter").get_by_role("button", name="Show").click()
    expect(page.locator("#moment-found")).to_contain_text("2 events found")


def test_search_marks_hits_steps_through_them_and_is_in_the_address(
    house: OpenHouse, inspectors: BrowserContext
) -> None:
    first, last = bets_of(house)
    page = inspectors.new_page()
    page.goto(MOMENT)
    whole = page.locator(".moment-slider path.tick").count()
    look_for_bets(page)
    steps, ticks = page.locator(".moment-steps"), page.locator(".moment-slider path.tick")
    expect(steps).to_contain_text(f"event {last} of")
    expect(steps).to_contain_text("2 of 2 found")
    expect(ticks).to_have_count(2)
    assert whole > 2
    page.locator("body").press("ArrowLeft")
    expect(steps).to_contain_text(f"event {first} of")
    expect(page).to_have_url(re.compile(rf"kind=Bet.*event={first}$"))
    expect(page.locator("#event-before")).to_have_count(0)
    page.locator("body").press("ArrowLeft")
    page.locator("body").press("ArrowRight")
    expect(steps).to_contain_text(f"event {last} of")
    page.get_by_label("Moment of the day").press("Home")
    expect(steps).to_contain_text(f"event {first} of")
    sent = inspectors.new_page()
    sent.goto(page.url)
    expect(sent.locator(".moment-steps")).to_contain_text("1 of 2 found")
    page.get_by_role("link", name="All events").click()
    expect(page.locator("#moment-found")).to_have_count(0)
    expect(steps).to_contain_text(f"event {first} of")
    expect(ticks).to_have_count(whole)


def test_the_form_alone_does_it_where_no_script_runs(
    house: OpenHouse, inspectors: BrowserContext, chromium: Browser, screen_services: ScreenServices
) -> None:
    first, last = bets_of(house)
    (session,) = [each for each in inspectors.cookies() if each["name"] == settings.SESSION_COOKIE_NAME]
    with chromium.new_context(java_script_enabled=False, base_url=screen_services.web) as plain:
        cookie = {"name": session["name"], "value": session["value"], "url": screen_services.web}
        plain.add_cookies([cookie])  # type: ignore[list-item]
        page = plain.new_page()
        look_for_bets(page)
        page.get_by_role("link", name="Event before").click()
        expect(page.locator(".moment-steps")).to_contain_text(f"event {first} of")
        page.get_by_role("link", name="Next event").click()
        expect(page.locator(".moment-steps")).to_contain_text(f"event {last} of")
