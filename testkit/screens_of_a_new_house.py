"""A new house as its first people see it, from the printed link to the first empty pages of each role, in pictures."""

from collections.abc import Collection, Iterator

from playwright.sync_api import Browser, Page

from testkit.browsers import TABLET
from testkit.databases import temporary_folder
from testkit.new_house import LINK, NewHouse
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

    with temporary_folder() as folder:
        own = HouseForTests(folder, environment={"HOUSE": "empty", "WHEEL_READER_ADDRESSES": "127.0.0.1"})
        own.open()
        try:
            link = LINK.search(own.wait_for_words("/set-up/"))
            assert link is not None
            walk(NewHouse(browser, f"http://localhost:{own.port}", seen), link[0])
        finally:
            own.close()
    yield from faults


def walk(house: NewHouse, link: str) -> None:
    """Set the casino up and look at the pages of each of its first people."""
    with house.browser() as anna:
        house.set_up(
            anna, link, casino="Casino Real", rulebooks=("pt-francesa", "it-venezia"), sign_in=ADMINISTRATOR
        )
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
        anna.goto(f"{house.address}/no-such-page/")
        house.seen(anna, "no-such-page")
        house.lock(anna)
    with house.browser() as guest:
        guest.goto(f"{house.address}{sign}")
        house.seen(guest, "sign-of-a-table-that-is-closed")
    house.second_step(ADMINISTRATOR)
    for role, welcome in links.items():
        house.welcome(welcome)
        with house.browser() as page:
            house.sign_in(page, f"one-{role}", second_factor=role == INSPECTOR)
            look_at(house, page, role)
            page.goto(f"{house.address}/registers/new/table/")
            house.seen(page, f"{role}-not-for-this-role")


def look_at(house: NewHouse, page: Page, role: str) -> None:
    """Look at every page in the bar of a person of this role, and at those about themselves."""
    page.goto(f"{house.address}/")
    house.seen(page, f"{role}-first-page")
    for path in dict.fromkeys([*page.evaluate(IN_THE_BAR), *OF_EVERYBODY]):
        answer = page.goto(f"{house.address}{path}")
        assert answer is not None and answer.ok, path
        house.seen(page, f"{role}-{path.strip('/').replace('/', '-')}")
