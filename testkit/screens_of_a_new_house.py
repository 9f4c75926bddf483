"""A new house as its first people see it, from the printed link to the first empty pages of each role, in pictures."""

from collections.abc import Collection, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect

from testkit.browsers import TABLET
from testkit.new_house import LINK, PASSWORD, PIN, NewHouse
from testkit.one_machine import HouseForTests
from testkit.pictures import SIZES, Pictures

ADMINISTRATOR = "anna"
PIT_BOSS, INSPECTOR, CASH_DESK = "pit_boss", "games_inspector", "cash_desk"
"""Roles, as the form that engages a person has them."""
IN_THE_BAR = (
    "() => [...document.querySelectorAll('header.bar nav a')].map((link) => new URL(link.href).pathname)"
)
OF_EVERYBODY = ("/your-account/", "/your-sign-in/", "/your-sign-in/passkey/", "/your-password/", "/your-pin/")


def new_house(browser: Browser, pictures: Pictures, sizes: Collection[str]) -> Iterator[tuple[str, str]]:
    """Set up a house by its screens and take a picture of each page on the way; what is wrong, by the page's name."""
    faults: list[tuple[str, str]] = []

    def seen(page: Page, name: str) -> None:
        for size in sizes:
            page.set_viewport_size(SIZES[size])
            named = f"new-house-{name}-{size}"
            faults.extend((named, fault) for fault in pictures.take(page, named, full_page=True))
        page.set_viewport_size(TABLET)

    with TemporaryDirectory(prefix="screens-") as folder:
        Path(folder).chmod(0o711)
        own = HouseForTests(Path(folder), environment={"HOUSE": "empty"})
        own.open()
        try:
            link = LINK.search(own.wait_for_words("/set-up/"))
            assert link is not None
            walk(NewHouse(browser, f"http://localhost:{own.port}", seen), link[0])
        finally:
            own.close()
    yield from faults


def walk(house: NewHouse, link: str) -> None:
    """Set the house up and look at what each of its first people sees."""
    with house.browser() as anna:
        anna.goto(link)
        anna.get_by_role("button", name="Continue").click()
        expect(anna.locator(".errorlist, [role=alert]").first).to_be_visible()
        house.seen(anna, "set-up-without-an-answer")
        house.set_up(
            anna, link, casino="Casino Real", rulebooks=("pt-francesa", "it-venezia"), sign_in=ADMINISTRATOR
        )
        anna.goto(link)
        house.seen(anna, "set-up-link-gone")
        house.sign_in(anna, ADMINISTRATOR, second_factor=True)
        look_at(house, anna, "administrator")
        house.register(anna, "pit", {"code": "A", "name": "Sala A"})
        house.register(
            anna, "table", {"code": "RF1", "name": "Table RF1", "rulebook": "pt-francesa", "pit": "A"}
        )
        house.register(anna, "sign", {"code": "door", "table": "RF1", "shows": "limits"})
        house.seen(anna, "secret-shown-once")
        sign = anna.locator(".secret a").get_attribute("href")
        links = {
            role: house.engage(anna, f"One {role}", f"one-{role}", role)
            for role in (PIT_BOSS, INSPECTOR, CASH_DESK)
        }
        anna.goto(f"{house.address}/")
        house.seen(anna, "still-to-do")
        for name, path in (("signed-in-a-while-ago", "/sign-in/again/"), ("no-such-page", "/no-such-page/")):
            anna.goto(house.address + path)
            house.seen(anna, name)
        locked(house, anna)
    with house.browser() as guest:
        guest.goto(f"{house.address}{sign}")
        house.seen(guest, "sign-of-a-table-that-is-closed")
    second_step(house)
    for role, welcome in links.items():
        house.welcome(welcome)
        with house.browser() as page:
            house.sign_in(page, f"one-{role}", second_factor=role == INSPECTOR)
            look_at(house, page, role)
            page.goto(f"{house.address}/registers/new/table/")
            house.seen(page, f"{role}-not-for-this-role")


def look_at(house: NewHouse, page: Page, role: str) -> None:
    """Every page that the bar leads somebody of this role to, and those about themselves."""
    page.goto(f"{house.address}/")
    house.seen(page, f"{role}-first-page")
    for path in dict.fromkeys([*page.evaluate(IN_THE_BAR), *OF_EVERYBODY]):
        answer = page.goto(f"{house.address}{path}")
        assert answer is not None and answer.ok, path
        house.seen(page, f"{role}-{path.strip('/').replace('/', '-')}")


def locked(house: NewHouse, page: Page) -> None:
    """Lock the terminal by its button, try a wrong PIN, and open it again."""
    page.goto(f"{house.address}/")
    page.locator("#open-person").click()
    page.get_by_role("button", name="Lock the screen").click()
    page.wait_for_url("**/locked/**")
    house.seen(page, "locked")
    page.locator("[name=secret]").fill("0000")
    page.get_by_role("button", name="Unlock").click()
    house.seen(page, "locked-wrong-pin")
    page.locator("[name=secret]").fill(PIN)
    page.get_by_role("button", name="Unlock").click()
    page.wait_for_url(lambda url: "/locked/" not in url)


def second_step(house: NewHouse) -> None:
    """Sign in where a second factor is asked, first with a wrong password, then with a wrong code."""
    with house.browser() as page:
        page.goto(f"{house.address}/sign-in/")
        page.get_by_label("Name", exact=True).fill(ADMINISTRATOR)
        page.get_by_label("Password").fill("not this one")
        page.get_by_role("button", name="Sign in", exact=True).click()
        house.seen(page, "sign-in-wrong-password")
        page.get_by_label("Name", exact=True).fill(ADMINISTRATOR)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url("**/sign-in/second-step/**")
        house.seen(page, "second-step")
        page.locator("[name=code]").fill("000000")
        page.get_by_role("button", name="Sign in").click()
        house.seen(page, "second-step-wrong-code")
