"""In a real browser: a passkey (Chromium's own virtual authenticator) is set up and signs in; a locked page keeps its
text."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino.people.models import Person, Role
from casino.people.sign_in import events as e
from casino.people.sign_in.session import ACTIVE_AT, LOCKED_AT, PROVEN_AT, change_stored
from casino.people.sign_in.tests.conftest import Recorded, factors_of, rules_are
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.people import PASSWORD, engage
from testkit.screens import ScreenServices

PIN = "4711"


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> Casino:
    """A casino with a table that takes bets, committed."""
    OpenHouse(casino_id, "pt-francesa", now=timezone.now()).do(c.AnnounceBetsOpen())
    house = Casino.objects.get(pk=casino_id)
    rules_are(house, second_factor_roles=["games_inspector"], idle_minutes=15)
    return house


@pytest.fixture
def web(screen_services: ScreenServices) -> str:
    """By the name `localhost`: a passkey belongs to a name, and this one is as safe as HTTPS."""
    return screen_services.web.replace("127.0.0.1", "localhost")


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    with chromium.new_context() as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def with_passkeys(context: BrowserContext, page: Page, *, verifies: bool = True) -> None:
    """Chromium gets an authenticator of its own; it verifies its holder, or is a plain security key."""
    line = context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    line.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal" if verifies else "usb",
                "hasResidentKey": verifies,
                "hasUserVerification": verifies,
                "isUserVerified": verifies,
                "automaticPresenceSimulation": True,
            }
        },
    )


def give_password(page: Page, web: str, person: Person) -> None:
    page.goto(f"{web}/sign-in/")
    page.get_by_label("Name").fill(person.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def set_up_a_passkey(page: Page, web: str, name: str) -> None:
    page.goto(f"{web}/your-sign-in/passkey/")
    page.get_by_label("What you call it").fill(name)
    page.get_by_role("button", name="Set up the passkey").click()
    page.wait_for_url("**/your-sign-in/recovery-codes/")


def minutes_ago(minutes: float) -> float:
    return (timezone.now() - timedelta(minutes=minutes)).timestamp()


def change_session(context: BrowserContext, **marks: object) -> None:
    """Write into the session of this browser as it is stored."""
    key = next(each["value"] for each in context.cookies() if each["name"] == settings.SESSION_COOKIE_NAME)
    assert change_stored(SessionStore(key), marks)


def sign_out(context: BrowserContext) -> None:
    context.clear_cookies()


def test_a_passkey_is_set_up_signs_in_without_a_password_and_is_removed(
    house: Casino, context: BrowserContext, page: Page, web: str, recorded: Recorded
) -> None:
    inspector = engage(Role.GAMES_INSPECTOR, casino_id=house.pk)
    with_passkeys(context, page)
    give_password(page, web, inspector)
    page.wait_for_url("**/your-sign-in/")
    page.get_by_role("link", name="Set up a passkey").click()
    set_up_a_passkey(page, web, "The desk")
    expect(page.locator(".codes code")).to_have_count(10)
    assert factors_of(inspector) == ["recovery_codes", "webauthn"]

    sign_out(context)
    page.goto(f"{web}/sign-in/?next=/rules/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{web}/rules/")
    signed_in = [each.proofs for each in recorded() if isinstance(each, e.SignedIn)]
    assert signed_in == [("password",), ("passkey",)]

    page.goto(f"{web}/your-sign-in/")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Set one up, and everything else opens.")).to_be_visible()
    assert factors_of(inspector) == []
    assert [each.name for each in recorded() if isinstance(each, e.SecondFactorRemoved)] == ["The desk"]


def test_a_plain_security_key_is_a_second_step_and_no_sign_in(
    house: Casino, context: BrowserContext, page: Page, web: str, recorded: Recorded
) -> None:
    boss = engage(Role.PIT_BOSS, casino_id=house.pk)
    with_passkeys(context, page, verifies=False)
    give_password(page, web, boss)
    page.wait_for_url("**/floor/")
    set_up_a_passkey(page, web, "The ring")

    sign_out(context)
    give_password(page, web, boss)
    page.wait_for_url("**/sign-in/second-step/")
    page.get_by_role("button", name="Use the passkey").click()
    page.wait_for_url("**/floor/")
    assert [each.proofs for each in recorded() if isinstance(each, e.SignedIn)][-1] == ("password", "passkey")

    # Another proof, six minutes later.
    change_session(context, **{PROVEN_AT: minutes_ago(6)})
    page.goto(f"{web}/your-pin/")
    page.wait_for_url("**/sign-in/again/?next=*")
    page.get_by_role("button", name="Use the passkey").click()
    page.wait_for_url("**/your-pin/")


def test_page_without_the_right_passkey_explains(
    house: Casino, context: BrowserContext, page: Page, web: str
) -> None:
    with_passkeys(context, page)
    page.goto(f"{web}/sign-in/")
    failed = page.get_by_text("No passkey came from the browser")
    expect(failed).to_be_hidden()
    expect(page.get_by_text("reaches the casino by its name over HTTPS")).to_be_hidden()
    page.get_by_role("button", name="Use a passkey").click()
    expect(failed).to_be_visible()


def test_by_an_address_without_a_name_passkeys_are_not_offered(
    house: Casino, page: Page, screen_services: ScreenServices
) -> None:
    page.goto(f"{screen_services.web}/sign-in/")
    expect(page.get_by_text("reaches the casino by its name over HTTPS")).to_be_visible()
    expect(page.get_by_role("button", name="Use a passkey")).to_be_disabled()


def test_a_locked_page_is_covered_when_a_form_is_sent_and_keeps_what_was_typed(
    house: Casino, page: Page, web: str, recorded: Recorded
) -> None:
    boss = engage(Role.PIT_BOSS, casino_id=house.pk, pin=PIN)
    give_password(page, web, boss)
    page.wait_for_url("**/floor/")
    page.goto(f"{web}/floor/T1/")
    typed = page.locator("#bet-in-words")
    typed.wait_for(state="attached")
    typed.evaluate("(field) => { field.value = 'rouge'; }")
    change_session(page.context, **{ACTIVE_AT: minutes_ago(16)})
    page.evaluate("document.getElementById('live').dispatchEvent(new CustomEvent('poke', { bubbles: true }))")

    cover = page.locator("dialog.lock-cover")
    expect(cover.get_by_role("heading", name=boss.display_name)).to_be_visible()
    expect(page.locator("#page")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(cover).to_be_visible()
    cover.get_by_label("Your PIN").fill("0000")
    cover.get_by_role("button", name="Unlock").click()
    expect(cover.get_by_role("alert")).to_have_text("That is not your PIN")
    cover.get_by_label("Your PIN").fill(PIN)
    cover.get_by_role("button", name="Unlock").click()
    expect(cover).to_have_count(0)
    expect(page.locator("#page")).to_be_visible()
    assert page.url == f"{web}/floor/T1/" and typed.input_value() == "rouge"
    lock_events = [each for each in recorded() if isinstance(each, e.SessionLocked | e.SessionUnlocked)]
    assert [type(each) for each in lock_events] == [e.SessionLocked, e.SessionUnlocked]


def test_a_page_left_alone_covers_itself_and_one_that_is_touched_does_not(
    house: Casino, page: Page, web: str
) -> None:
    boss = engage(Role.PIT_BOSS, casino_id=house.pk, pin=PIN)
    give_password(page, web, boss)
    page.wait_for_url("**/floor/")
    page.clock.install()
    page.goto(f"{web}/rules/")
    page.clock.run_for(10 * 60_000)
    with page.expect_response("**/still-here/") as told:
        page.keyboard.press("a")
    assert told.value.status == 204
    page.clock.run_for(10 * 60_000)
    expect(page.locator("dialog.lock-cover")).to_have_count(0)
    change_session(page.context, **{ACTIVE_AT: minutes_ago(16)})
    page.clock.run_for(6 * 60_000)
    expect(page.locator("dialog.lock-cover")).to_be_visible()
    (session,) = Session.objects.all()
    assert LOCKED_AT in session.get_decoded()
