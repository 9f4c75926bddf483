"""In a real browser: the page of a closed table, where its coups are disputed and decided, and the next day opens."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from casino.floor.tests.test_browser_table import colleague, sign_in, tablet
from tables.play import commands as c
from testkit.browsers import TELEPHONE
from testkit.screens import ScreenHouse


@pytest.fixture
def page(screen_house: ScreenHouse, chromium: Browser) -> Iterator[Page]:
    """The page of T1, that has played a coup and is closed."""
    house = screen_house.house
    house.coup(17, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    house.do(c.CloseTable(), now=timezone.now())
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T1/")
        yield page


def test_a_dispute_that_is_sent_twice_is_one_and_its_decision_stands_on_the_page(
    page: Page, screen_house: ScreenHouse
) -> None:
    page.get_by_role("button", name="is disputed").tap()
    form = page.locator("#panel-dispute")
    form.get_by_label("What is said").fill("my chip lay on 17")
    page.evaluate(
        "() => { const form = document.getElementById('panel-dispute'); form.requestSubmit(); form.requestSubmit() }"
    )
    expect(page.locator("#disputed-d1")).to_contain_text("my chip lay on 17")
    expect(page.locator("main")).to_have_count(1)
    expect(page.locator(".closed-head")).to_have_count(1)
    decision = page.locator("#disputed-d1 form")
    decision.locator("select").select_option("pay")
    page.locator("#d1-amount").fill("175")
    decision.locator("[name=reason]").fill("camera 3")
    decision.locator("button").tap()
    expect(page.locator("#disputed-d1")).to_have_count(0)
    with colleague() as ask:
        told = ask(lambda: [event.type for event in screen_house.house.events()])
    assert (told.count("dispute_opened"), told.count("dispute_decided")) == (1, 1)


def test_on_a_telephone_the_names_of_who_opens_the_table_are_whole(page: Page) -> None:
    page.set_viewport_size(TELEPHONE)
    names = page.locator(".seat-row .field")
    expect(names).to_have_count(2)
    for name in names.all():
        name.fill("Maria Antonieta de Sousa")
        assert name.evaluate("(field) => field.scrollWidth <= field.clientWidth")
