"""In a real browser: a terminal is passed from one person to another, and shows and does nothing of the first.

The browser keeps pages in memory for Back, as browsers of people do; Playwright switches that off by default.
"""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino.people.models import Person, Role
from casino.people.sign_in.session import PROVEN_AT
from casino.people.sign_in.tests.conftest import factors_of, rules_are
from casino.people.sign_in.tests.test_passkeys_and_the_lock_in_a_browser import (
    change_session,
    give_password,
    minutes_ago,
    set_up_a_passkey,
    with_passkeys,
)
from tables.handling.models import Casino
from tables.handling.registers import entries
from tables.play import commands as c
from testkit.browsers import chromium_program
from testkit.house import OpenHouse
from testkit.people import PASSWORD, engage
from testkit.screens import ScreenServices

PIN = "4711"
NEW = "une boule qui tourne longtemps"
PAGES = ("/rules/", "/floor/T1/", "/your-account/", "/floor/T1/record/")


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> Casino:
    OpenHouse(casino_id, "pt-francesa", now=timezone.now()).do(c.AnnounceBetsOpen())
    house = Casino.objects.get(pk=casino_id)
    rules_are(house, second_factor_roles=[], idle_minutes=15, password_days=90)
    return house


@pytest.fixture
def boss(house: Casino) -> Person:
    return engage(Role.PIT_BOSS, casino_id=house.pk, pin=PIN)


@pytest.fixture
def colleague(house: Casino) -> Person:
    return engage(Role.CHEF_DE_TABLE, casino_id=house.pk, pin=PIN)


@pytest.fixture
def web(screen_services: ScreenServices) -> str:
    return screen_services.web.replace("127.0.0.1", "localhost")


@pytest.fixture
def terminal(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps pages in memory for Back."""
    browser = chromium.browser_type.launch(
        executable_path=chromium_program(),
        args=["--no-sandbox"],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    with browser, browser.new_context() as context:
        yield context


@pytest.fixture
def page(terminal: BrowserContext) -> Page:
    return terminal.new_page()


def sign_in(page: Page, web: str, person: Person, password: str = PASSWORD) -> None:
    page.goto(f"{web}/sign-in/")
    page.get_by_label("Name", exact=True).fill(person.username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def read_pages(page: Page, web: str) -> None:
    for path in PAGES:
        page.goto(f"{web}{path}")
        expect(page.locator("main#page")).to_be_visible()


def press(page: Page, button: str) -> None:
    page.locator("#open-person").click()
    page.get_by_role("button", name=button).click()


def back_through(page: Page, times: int) -> Iterator[Page]:
    """The page after each Back."""
    for _ in range(times):
        page.go_back(wait_until="load")
        yield page


def test_back_after_sign_out_shows_no_page_of_the_person(boss: Person, page: Page, web: str) -> None:
    sign_in(page, web, boss)
    page.wait_for_url("**/floor/")
    read_pages(page, web)
    press(page, "Sign out")
    page.wait_for_url("**/sign-in/")
    for seen in back_through(page, len(PAGES)):
        expect(seen.get_by_label("Password")).to_be_visible()
        assert boss.display_name not in seen.content()


def test_back_after_the_lock_is_covered_until_the_pin_is_given(boss: Person, page: Page, web: str) -> None:
    sign_in(page, web, boss)
    page.wait_for_url("**/floor/")
    read_pages(page, web)
    press(page, "Lock the screen")
    page.wait_for_url("**/locked/?*")
    for seen in back_through(page, len(PAGES)):
        expect(seen.get_by_label("Your PIN")).to_be_visible()
        assert "/locked/" in seen.url or seen.locator("main#page").is_hidden()
    page.get_by_label("Your PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_label("Your PIN")).to_have_count(0)


def test_a_terminal_passed_on_shows_the_next_person_nothing_of_the_one_before(
    boss: Person, colleague: Person, page: Page, web: str
) -> None:
    sign_in(page, web, boss)
    page.wait_for_url("**/floor/")
    read_pages(page, web)
    press(page, "Lock the screen")
    page.get_by_role("button", name="Sign in as somebody else").click()
    page.wait_for_url("**/sign-in/")
    sign_in(page, web, colleague)
    expect(page.locator("#open-person")).to_have_text(colleague.display_name)
    for seen in back_through(page, len(PAGES)):
        expect(seen.get_by_text(boss.display_name)).to_have_count(0)


def test_a_window_that_the_first_person_left_open_does_nothing_for_the_second(
    boss: Person, colleague: Person, terminal: BrowserContext, page: Page, web: str
) -> None:
    sign_in(page, web, boss)
    page.wait_for_url("**/floor/")
    page.goto(f"{web}/your-account/")
    page.locator("main select[name=language]").select_option("it")
    other = terminal.new_page()
    other.goto(f"{web}/rules/")
    press(other, "Sign out")
    other.wait_for_url("**/sign-in/")
    sign_in(other, web, colleague)
    expect(other.locator("#open-person")).to_have_text(colleague.display_name)
    with page.expect_response("**/your-account/") as answer:
        page.locator("main form button.main, main form button[type=submit]").first.click()
    assert answer.value.status == 403
    colleague.refresh_from_db()
    assert colleague.language == ""


def test_a_passkey_added_in_one_browser_ends_the_session_of_another(
    boss: Person, chromium: Browser, terminal: BrowserContext, page: Page, web: str
) -> None:
    with_passkeys(terminal, page)
    with chromium.new_context() as elsewhere:
        left_open = elsewhere.new_page()
        sign_in(left_open, web, boss)
        left_open.wait_for_url("**/floor/")
        sign_in(page, web, boss)
        page.wait_for_url("**/floor/")
        set_up_a_passkey(page, web, "The desk")
        left_open.goto(f"{web}/your-sign-in/recovery-codes/")
        expect(left_open.get_by_label("Password")).to_be_visible()
    expect(page.locator(".codes code")).to_have_count(10)
    page.reload()
    expect(page.locator(".codes code")).to_have_count(0)
    assert factors_of(boss) == ["recovery_codes", "webauthn"]


def test_a_form_that_waits_for_a_proof_goes_on_with_a_passkey(
    house: Casino, terminal: BrowserContext, page: Page, web: str
) -> None:
    administrator = engage(Role.ADMINISTRATOR, casino_id=house.pk)
    with_passkeys(terminal, page)
    give_password(page, web, administrator)
    page.wait_for_url("**/registers/**")
    set_up_a_passkey(page, web, "The desk")
    page.goto(f"{web}/registers/new/pit/")
    page.locator("[name=code]").fill("P9")
    page.locator("[name=name]").fill("The upper room")
    change_session(terminal, **{PROVEN_AT: minutes_ago(6)})
    page.locator("main form button").last.click()
    expect(page.get_by_text("What you entered is held here")).to_be_visible()
    expect(page.locator("input[type=password]")).to_have_count(0)
    page.get_by_role("button", name="Use the passkey").click()
    page.wait_for_url("**/registers/pit/P9/**")
    assert [each.code for each in entries(house.pk, "pit")] == ["P9"]


def test_an_old_password_opens_nothing_but_its_change_and_then_nothing_at_all(
    boss: Person, chromium: Browser, page: Page, web: str
) -> None:
    with chromium.new_context() as elsewhere:
        left_open = elsewhere.new_page()
        sign_in(left_open, web, boss)
        left_open.wait_for_url("**/floor/")
        Person.objects.filter(pk=boss.pk).update(password_set_at=timezone.now() - timedelta(days=91))
        sign_in(page, web, boss)
        page.wait_for_url("**/your-password/?old")
        page.goto(f"{web}/rules/")
        assert page.url == f"{web}/your-password/?old"
        page.locator("[name=old]").fill(PASSWORD)
        page.locator("[name=new]").fill(NEW)
        page.locator("[name=again]").fill(NEW)
        page.locator("main form button").click()
        page.wait_for_url("**/your-password/?changed")
        page.goto(f"{web}/rules/")
        assert page.url == f"{web}/rules/"
        left_open.goto(f"{web}/rules/")
        expect(left_open.get_by_label("Password")).to_be_visible()
        sign_in(left_open, web, boss)
        expect(left_open.get_by_role("alert")).to_be_visible()
        sign_in(left_open, web, boss, NEW)
        left_open.wait_for_url("**/floor/")
