"""In a real browser: what somebody enters in an open panel stays while coups go on around it."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from casino.floor.tests.test_browser_table import at_table, colleague, place, sign_in, tablet
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.screens import ScreenHouse


@pytest.fixture
def venice(screen_house: ScreenHouse) -> OpenHouse:
    """A second table T2, of Venice, with two bets on a number that is being paid."""
    house = OpenHouse(screen_house.house.casino_id, "it-venezia", table="T2", now=screen_house.house.now)
    coup(house, 20)
    return house


@pytest.fixture
def page(screen_house: ScreenHouse, venice: OpenHouse, chromium: Browser) -> Iterator[Page]:
    with at_table("T2", screen_house, chromium) as page:
        yield page


def coup(house: OpenHouse, number: int) -> None:
    """Bets of two seats, and the number; its payments are open after it."""
    house.do(c.AnnounceBetsOpen(), now=timezone.now())
    for player, bet in (("P1", "rouge"), ("P2", "noir")):
        house.do(c.PlaceBet(player=player, bet=bet, amount=500), now=timezone.now())
    for command in (c.CloseBets(), c.DeclareNumber(number=number)):
        house.do(command, now=timezone.now())


def test_a_dispute_is_of_the_coup_for_which_its_panel_was_opened(page: Page, venice: OpenHouse) -> None:
    page.get_by_role("button", name="Dispute", exact=True).tap()
    page.get_by_label("What is said").fill("my chips lay on black")
    with colleague() as ask:
        ask(lambda: venice.do(c.ConfirmPayments(), now=timezone.now()))
        ask(lambda: coup(venice, 17))
    expect(page.locator(".head .n.big")).to_have_text("17")
    expect(page.locator("#panel-dispute")).to_be_visible()
    expect(page.get_by_label("What is said")).to_have_value("my chips lay on black")
    expect(page.locator("#dispute-coup")).to_have_value("1")


def test_open_panel_outlives_its_moment_and_shows_the_refusal(page: Page, venice: OpenHouse) -> None:
    page.get_by_role("button", name="Put a bet back").tap()
    page.get_by_label("Where its chips lay").fill("noir")
    page.get_by_label("Decided by").fill("Croupier 1")
    page.get_by_text("The cameras show it").tap()
    with colleague() as ask:
        ask(lambda: venice.do(c.ConfirmPayments(), now=timezone.now()))
    expect(page.get_by_role("button", name="Put a bet back")).to_have_count(0)
    panel = page.locator("#panel-back")
    expect(panel).to_be_visible()
    expect(page.get_by_label("Decided by")).to_have_value("Croupier 1")
    panel.get_by_role("button", name="Put back").tap()
    expect(page.locator("#answer-back-gone .said")).to_be_visible()
    expect(panel).to_have_count(0)


def test_the_buttons_of_an_open_panel_stay_in_place_while_its_words_change(
    page: Page, venice: OpenHouse
) -> None:
    page.get_by_role("button", name="Close the table").tap()
    panel = page.locator("#panel-close")
    left_open = panel.get_by_role("listitem")
    close = panel.get_by_role("button", name="Close the table")
    expect(left_open.filter(has_text="coup 1")).to_have_count(1)
    before, where = left_open.count(), close.bounding_box()
    with colleague() as ask:
        ask(lambda: venice.do(c.ConfirmPayments(), now=timezone.now()))
    expect(left_open).to_have_count(before - 1)
    assert close.bounding_box() == where
    page.set_viewport_size({"width": 768, "height": 360})
    expect(close).to_be_in_viewport(ratio=1)
    panel.get_by_role("button", name="Not now").tap()
    expect(panel).to_be_hidden()


def test_no_pin_waits_in_a_panel_that_was_closed(screen_house: ScreenHouse, chromium: Browser) -> None:
    OpenHouse(screen_house.house.casino_id, "it-campione", table="T3", now=screen_house.house.now)
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T3/")
        page.get_by_role("button", name="Change", exact=True).tap()
        pin = page.locator("#advance-pin")
        pin.fill("2036")
        page.keyboard.press("Escape")
        expect(pin).to_be_hidden()
        expect(pin).to_have_value("")


def test_refusal_disappears_when_its_panel_closes_or_another_is_asked(page: Page, venice: OpenHouse) -> None:
    page.get_by_role("button", name="Put a bet back").tap()
    page.get_by_label("Where its chips lay").fill("cheval 1-36")
    page.get_by_label("Decided by").fill("Croupier 1")
    page.get_by_text("The cameras show it").tap()
    panel = page.locator("#panel-back")
    put_back = panel.get_by_role("button", name="Put back")
    put_back.tap()
    expect(panel.locator(".said")).to_be_visible()
    expect(put_back).to_be_in_viewport(ratio=1)
    with colleague() as ask:
        ask(lambda: venice.do(c.AnnounceLastCoup(), now=timezone.now()))
    expect(page.locator("#is-last")).to_be_visible(timeout=20_000)
    expect(panel.locator(".said")).to_be_visible()
    panel.get_by_role("button", name="Not now").tap()
    expect(panel.locator(".said")).to_have_count(0)

    page.locator("#places").scroll_into_view_if_needed()
    place(page, "plein:9")
    expect(page.locator("#answer-cloth .said")).to_be_visible()
    page.get_by_role("button", name="Clear the losers").tap()
    expect(page.locator(".next b")).to_have_text("Confirm coup 1 paid")
    expect(page.locator("#answer-cloth .said")).to_have_count(0)


def test_chips_that_are_asked_for_are_added_up_while_they_are_written(page: Page, venice: OpenHouse) -> None:
    page.get_by_role("button", name="Fill or credit").tap()
    panel, sum_ = page.locator("#panel-slip"), page.locator("#panel-slip output")
    expect(sum_).to_have_text("0.00")
    panel.get_by_label("100 ×", exact=True).fill("10")
    panel.get_by_label("2.50 ×", exact=True).fill("3")
    expect(sum_).to_have_text("1,007.50")
    panel.get_by_label("Another value").fill("0.25")
    panel.get_by_label("Pieces of the other value").fill("2")
    expect(sum_).to_have_text("1,008.00")
    with colleague() as ask:
        ask(lambda: venice.do(c.ConfirmPayments(), now=timezone.now()))
        version = ask(lambda: venice.state.version)
    expect(page.locator("#page")).to_have_attribute("data-version", str(version))
    expect(sum_).to_have_text("1,008.00")
