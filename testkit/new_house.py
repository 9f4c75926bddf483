"""A house that is set up by its screens alone, as its first people do it in a browser."""

import re
from base64 import b32decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import Browser, Page, expect

from testkit.browsers import TABLET

PASSWORD = "a long enough password"
PIN = "4711"
LINK = re.compile(r"http://\S+/set-up/\S+/")
"""The printed address at which a casino is set up."""
Seen = Callable[[Page, str], None]
"""Function that looks at a page before it is left, by the page's name."""
MADE_OF_WHEEL = {
    "material": "wood",
    "deflectors": "8",
    "plate_material": "metal",
    "plate_shape": "slightly-concave",
    "plate_smooth": "yes",
    "bearing": "ball-bearing",
    "walls": "metal",
    "even_pockets": "yes",
    "turned_by_hand": "yes",
}
MADE_OF_BALL = {"material": "ivorine", "colour": "white", "weight_g": "8", "balanced": "yes"}


def passed_by(page: Page, name: str) -> None:
    """Nobody looks."""


class NewHouse:
    """The screens of a house at `address`, and the people who use them, each in a browser of their own. Pages on the
    way are shown to `seen`."""

    def __init__(self, chromium: Browser, address: str, seen: Seen = passed_by) -> None:
        self.chromium, self.address, self.seen = chromium, address.rstrip("/"), seen
        self.keys: dict[str, str] = {}
        """The key of the authenticator app by the name to sign in with."""

    @contextmanager
    def browser(self) -> Iterator[Page]:
        """Yield a browser of a new visitor. An error on a page's console fails the test."""
        errors: list[str] = []
        with self.chromium.new_context(viewport=TABLET) as context:
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            yield page
        assert errors == []

    def set_up(self, page: Page, link: str, *, casino: str, rulebooks: tuple[str, ...], sign_in: str) -> None:
        """Walk through the steps from the printed link to the sign-in."""
        go_on = page.get_by_role("button", name="Continue")
        page.goto(link)
        go_on.click()
        expect(page.get_by_text("This field is required.")).to_be_visible()
        self.seen(page, "set-up-without-an-answer")
        page.get_by_label("English").check()
        self.seen(page, "set-up-language")
        go_on.click()
        page.get_by_label("Name of the casino").fill(casino)
        page.get_by_label("Time zone").select_option("Europe/Lisbon")
        page.get_by_label("Currency").select_option("EUR")
        self.seen(page, "set-up-casino")
        go_on.click()
        page.get_by_label("Português").check()
        self.seen(page, "set-up-languages")
        go_on.click()
        for rulebook in rulebooks:
            page.get_by_label(f"{rulebook}:").check()
        self.seen(page, "set-up-rulebooks")
        go_on.click()
        page.get_by_label("Name", exact=True).fill("Anna M.")
        page.get_by_label("Name to sign in with").fill(sign_in)
        for label, secret in (("Password", PASSWORD), ("PIN", PIN)):
            page.get_by_label(label, exact=True).fill(secret)
            page.get_by_label(f"{label} again").fill(secret)
        self.seen(page, "set-up-administrator")
        page.get_by_role("button", name="Set up the casino").click()
        page.wait_for_url("**/sign-in/")
        page.goto(link)
        expect(page.get_by_text("This link was used")).to_be_visible()
        self.seen(page, "set-up-link-gone")

    def sign_in(self, page: Page, name: str, *, second_factor: bool = False) -> None:
        """Sign in; who needs a second factor sets up an app the first time."""
        page.goto(f"{self.address}/sign-in/")
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        if not second_factor:
            page.wait_for_url(lambda url: "/sign-in/" not in url)
            return
        app = page.get_by_role("link", name="Set up an authenticator app")
        expect(app).to_be_visible()
        self.seen(page, "second-factor-needed")
        app.click()
        self.keys[name] = page.locator("#app-secret").inner_text()
        self.seen(page, "authenticator-app")
        page.get_by_label("Code").fill(code_of(self.keys[name], datetime.now(UTC)))
        page.get_by_role("button", name="Set up the app").click()
        expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
        self.seen(page, "recovery-codes")

    def second_step(self, name: str) -> None:
        """Come to the second step of signing in, after a wrong password, and enter a wrong code there."""
        with self.browser() as page:
            page.goto(f"{self.address}/sign-in/")
            for password in ("not this one", PASSWORD):
                page.get_by_label("Name", exact=True).fill(name)
                page.get_by_label("Password").fill(password)
                page.get_by_role("button", name="Sign in", exact=True).click()
                if password != PASSWORD:
                    expect(page.get_by_role("alert")).to_be_visible()
                    self.seen(page, "sign-in-wrong-password")
            page.wait_for_url("**/sign-in/second-step/**")
            self.seen(page, "second-step")
            page.locator("[name=one_time_code]").fill("000000")
            page.get_by_role("button", name="Sign in").click()
            expect(page.get_by_role("alert")).to_be_visible()
            self.seen(page, "second-step-wrong-code")

    def lock(self, page: Page) -> None:
        """Lock the terminal, enter a wrong PIN, and open it again; then give a fresh proof."""
        page.goto(f"{self.address}/")
        page.locator("#open-person").click()
        page.get_by_role("button", name="Lock the screen").click()
        page.wait_for_url("**/locked/**")
        self.seen(page, "locked")
        for pin in ("0000", PIN):
            page.locator("[name=secret]").fill(pin)
            page.get_by_role("button", name="Unlock").click()
            if pin != PIN:
                expect(page.get_by_role("alert")).to_be_visible()
                self.seen(page, "locked-wrong-pin")
        page.wait_for_url(lambda url: "/locked/" not in url)
        page.goto(f"{self.address}/sign-in/again/")
        self.seen(page, "signed-in-a-while-ago")

    def register(
        self, page: Page, kind: str, entered: Mapping[str, str], *, unticked: Sequence[str] = ()
    ) -> None:
        """Register an entry by its form: fields by their names, in groups that are opened first."""
        page.goto(f"{self.address}/registers/new/{kind}/")
        closed = page.locator("details.group:not([open]) > summary")
        while closed.count():
            closed.first.click()
        for name, value in entered.items():
            field = page.locator(f'[name="{name}"]').first
            if field.evaluate("field => field.localName") == "select":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                page.locator(f'[name="{name}"][value="{value}"]').check()
            else:
                field.fill(value)
        for name in unticked:
            page.locator(f'[name="{name}"]').uncheck()
        page.get_by_role("button", name="Register", exact=True).click()
        expect(page.locator("#history")).to_be_visible()

    def engage(self, page: Page, called: str, sign_in: str, role: str) -> str:
        """Engage somebody; the one-time link by which they set their secrets."""
        page.goto(f"{self.address}/people/")
        page.get_by_text("Engage a person").first.click()
        page.locator("#engage #name").fill(called)
        page.locator("#engage #sign-in").fill(sign_in)
        page.locator("#engage #role").select_option(role)
        page.get_by_role("button", name="Engage", exact=True).click()
        link = page.locator("#setup-links code").inner_text()
        self.seen(page, "engaged")
        return link

    def welcome(self, link: str) -> None:
        """Open one's link and set password and PIN, or the PIN alone."""
        with self.browser() as page:
            page.goto(link)
            for field in ("password", "password-again"):
                if page.locator(f"#{field}").count():
                    page.locator(f"#{field}").fill(PASSWORD)
            for field in ("pin", "pin-again"):
                page.locator(f"#{field}").fill(PIN)
            self.seen(page, "welcome")
            page.get_by_role("button", name="Set").click()
            expect(page.get_by_role("status").first).to_be_visible()

    def equip(self, page: Page, table: str, letters: tuple[str, ...], diameter: str) -> None:
        """Register a wheel and balls, find them fit, and bring them to the table."""
        self._thing(page, "wheel", f"W-{table}", {"diameter": "560", "numbering": "french"}, MADE_OF_WHEEL)
        self._move(page, "wheel", f"W-{table}", table)
        for letter in letters:
            serial = f"B-{table}-{letter}"
            self._thing(page, "ball", serial, {"diameter": diameter}, MADE_OF_BALL)
            self._move(page, "ball", serial, f"{table}/{letter}")

    def _thing(
        self, page: Page, kind: str, serial: str, entered: Mapping[str, str], make: Mapping[str, str]
    ) -> None:
        page.goto(f"{self.address}/house/equipment/")
        page.get_by_text(f"Register a {kind}").first.click()
        form = page.locator(f'form[action$="register-{kind}"]')
        for name, value in {"serial": serial, **entered, **make}.items():
            field = form.locator(f'[name="{name}"]')
            if field.evaluate("field => field.localName") == "select":
                field.select_option(value)
            else:
                field.fill(value)
        form.get_by_role("button").click()
        page.wait_for_url(f"**/house/equipment/{kind}/{serial}/")
        page.get_by_text("Inspect", exact=True).click()
        page.locator("label:has(#found-fit)").click()
        page.get_by_role("button", name="Write down").click()
        expect(page.locator("#facts")).to_contain_text("Fit", ignore_case=True)

    def _move(self, page: Page, kind: str, serial: str, place: str) -> None:
        page.goto(f"{self.address}/house/equipment/{kind}/{serial}/")
        page.get_by_text("Move", exact=True).first.click()
        page.locator("#place").select_option(place)
        page.get_by_role("button", name="Move").click()
        expect(page.locator("#stays")).to_contain_text(place.split("/", maxsplit=1)[0])

    def open_table(self, page: Page, table: str, *, croupiers: Sequence[str]) -> None:
        """Fill the seats with these people, the first of them as dealer; choose the ball, and open the day."""
        page.goto(f"{self.address}/floor/{table}/")
        form = page.locator("#opening")
        seats = form.locator(".seat-row input.field").all()
        for seat, croupier in zip(seats, croupiers, strict=False):
            seat.fill(croupier)
        form.locator(".spins").first.click()
        form.locator(".ball-choice label").first.click()
        form.get_by_role("button", name=re.compile(f"Open {table}")).click()
        expect(page.locator(".next b")).to_be_visible()


def code_of(key: str, at: datetime) -> str:
    """Return the code that an authenticator app with this key shows at that moment."""
    app = TOTP(b32decode(key.replace(" ", "")), 6, SHA1(), 30, enforce_key_length=False)
    return app.generate(int(at.timestamp())).decode()
