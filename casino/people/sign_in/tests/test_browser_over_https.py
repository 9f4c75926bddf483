"""In a real browser over HTTPS: deploy/proxy in front of a web process, with an authority that the test made.

The browser finds the proxy by its name and at the usual ports, so nothing in it differs from a casino's.
"""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino.people.models import Person, Role
from casino.people.sign_in import events as e
from casino.people.sign_in.tests.conftest import Recorded
from casino.people.sign_in.tests.test_passkeys_and_the_lock_in_a_browser import (
    give_password,
    set_up_a_passkey,
    with_passkeys,
)
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.browsers import chromium_program
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.proxy import HOST, Proxy, proxied
from testkit.stream import sequence_all

WEB = f"https://{HOST}"
PAGES = ("/rules/", "/floor/T1/", "/your-account/")


@pytest.fixture(scope="module")
def proxy(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with proxied(tmp_path_factory.mktemp("proxy")) as made:
        yield made


@pytest.fixture
def table(casino_id: int, transactional_db: None) -> OpenHouse:
    """Table T1, open."""
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def house(table: OpenHouse) -> Casino:
    return Casino.objects.get(pk=table.casino_id)


@pytest.fixture
def boss(house: Casino) -> Person:
    return engage(Role.PIT_BOSS, casino_id=house.pk)


@pytest.fixture
def context(chromium: Browser, proxy: Proxy) -> Iterator[BrowserContext]:
    """A browser that trusts the authority of the test and no other, and keeps pages in memory for Back."""
    ports = {443: proxy.tls, 80: proxy.plain}
    found_at = ", ".join(f"MAP {HOST}:{usual} 127.0.0.1:{port}" for usual, port in ports.items())
    browser = chromium.browser_type.launch(
        executable_path=chromium_program(),
        args=[
            "--no-sandbox",
            f"--host-resolver-rules={found_at}",
            f"--ignore-certificate-errors-spki-list={proxy.authority.key_hash}",
        ],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    with browser, browser.new_context() as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def sign_out(page: Page) -> None:
    page.locator("#open-person").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{WEB}/sign-in/")


def test_password_and_passkey_sign_in_and_back_after_sign_out_shows_nothing(
    boss: Person, context: BrowserContext, page: Page, recorded: Recorded
) -> None:
    with_passkeys(context, page)
    give_password(page, WEB, boss)
    page.wait_for_url(f"{WEB}/floor/")
    set_up_a_passkey(page, WEB, "The desk")
    sign_out(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{WEB}/floor/")
    proofs = [each.proofs for each in recorded() if isinstance(each, e.SignedIn)]
    assert proofs == [("password",), ("passkey",)]
    for path in PAGES:
        page.goto(f"{WEB}{path}")
        expect(page.locator("main#page")).to_be_visible()
    sign_out(page)
    for _ in PAGES:
        page.go_back(wait_until="load")
        expect(page.get_by_label("Password")).to_be_visible()
        assert boss.display_name not in page.content()


def test_cookies_go_over_https_alone_and_no_script_reads_the_session(
    boss: Person, context: BrowserContext, page: Page
) -> None:
    give_password(page, WEB, boss)
    page.wait_for_url(f"{WEB}/floor/")
    cookies = {each["name"]: each for each in context.cookies()}
    assert {"sessionid", "csrftoken", "known_browser"} <= cookies.keys()
    assert all(each["secure"] and each["httpOnly"] for each in cookies.values())
    assert context.cookies(WEB.replace("https", "http")) == []
    assert page.evaluate("document.cookie") == ""


def test_once_it_was_there_the_browser_asks_over_https_by_itself(page: Page) -> None:
    answer = page.goto(f"{WEB}/sign-in/")
    assert answer is not None
    assert "max-age=" in answer.headers["strict-transport-security"]
    answer = page.goto(f"http://{HOST}/sign-in/")
    assert answer is not None and answer.url == f"{WEB}/sign-in/"
    first = answer.request.redirected_from
    assert first is not None
    led = first.response()
    assert led is not None
    assert (led.status, led.headers["non-authoritative-reason"]) == (307, "HSTS")


def test_an_open_page_hears_of_its_table_through_the_proxy(
    table: OpenHouse, boss: Person, page: Page
) -> None:
    give_password(page, WEB, boss)
    page.wait_for_url(f"{WEB}/floor/")
    page.goto(f"{WEB}/floor/T1/")
    expect(page.locator(".next b")).to_have_text("Faites vos jeux")
    table.do(c.AnnounceBetsOpen(), now=timezone.now())
    sequence_all(table.casino_id)
    expect(page.locator(".next b")).to_have_text("Launch")


def test_a_certificate_of_another_authority_is_refused(chromium: Browser, proxy: Proxy) -> None:
    browser = chromium.browser_type.launch(
        executable_path=chromium_program(),
        args=["--no-sandbox", f"--host-resolver-rules=MAP {HOST}:443 127.0.0.1:{proxy.tls}"],
    )
    with (
        browser,
        browser.new_context() as context,
        pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"),
    ):
        context.new_page().goto(f"{WEB}/sign-in/")
