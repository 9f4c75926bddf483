"""`make screens`: pictures of the pages of two installations, and a check for cut texts.

The first is a demonstration, with every page in every language; the second is a new casino on its way to its first day.
The command starts both on free ports with folders of their own, takes pictures with a real Chromium, and ends them. The
pictures are in docs/screens/, which git ignores, of both themes and three sizes. Prints each text that is wider than
its place, also in lists and empty fields. Prints each page that is wider than its screen, and each pair of things in
the head that overlap. Fails if there is one.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from casino.one_machine.part import CHECKOUT
from casino.people.demonstration_house import PASSWORD
from testkit.browsers import NO_CHROMIUM, chromium_program, launch_chromium
from testkit.databases import temporary_folder
from testkit.one_machine import HouseForTests
from testkit.pictures import PICTURES, SIZES, THEMES, USUAL_SIZES, Pictures
from testkit.screens_of_a_new_house import new_house

LANGUAGES = ("en", "fr", "it", "pt")
NOBODY = ""


class Look(msgspec.Struct, frozen=True):
    """A page with the name of its picture, the person who looks at it, and its address.

    With a `way` the address is that of another page: its first link whose address begins with `way` is followed.
    """

    name: str
    who: str
    address: str
    way: str = ""


BOSS, DESK, INSPECTOR, ADMINISTRATOR = "pitboss", "cashdesk", "inspector", "administrator"
LOOKS = (
    Look("sign-in", NOBODY, "/sign-in/"),
    Look("sign-for-guests", BOSS, "/floor/RF1/", way="/public/"),
    Look("floor", BOSS, "/floor/"),
    Look("table-french", BOSS, "/floor/RF1/"),
    Look("table-american", BOSS, "/floor/RA1/"),
    Look("table-venice", BOSS, "/floor/VE1/"),
    Look("table-campione", BOSS, "/floor/CA1/"),
    Look("table-live", BOSS, "/floor/LV1/"),
    Look("table-of-an-inspector", INSPECTOR, "/floor/CA1/"),
    Look("payout-sheets", BOSS, "/floor/sheets/"),
    Look("record", BOSS, "/floor/RF1/record/"),
    Look("moment", INSPECTOR, "/floor/RF1/moment/"),
    Look("numbers", BOSS, "/numbers/"),
    Look("wheel-statistics", INSPECTOR, "/numbers/wheels/"),
    Look("alerts", BOSS, "/numbers/alerts/"),
    Look("receipts", BOSS, "/floor/RF1/change/"),
    Look("compliance-report", INSPECTOR, "/compliance/report/"),
    Look("inspections", INSPECTOR, "/compliance/inspections/"),
    Look("inspection-form", INSPECTOR, "/compliance/inspections/", way="/compliance/inspections/opening/"),
    Look("drop-on-video", INSPECTOR, "/compliance/inspections/video/"),
    Look("what-if", INSPECTOR, "/compliance/what-if/"),
    Look("draws", INSPECTOR, "/compliance/draws/"),
    Look("first-page-of-a-day", INSPECTOR, "/compliance/day/"),
    Look("report-files", INSPECTOR, "/compliance/files/"),
    Look("violations", BOSS, "/compliance/"),
    Look("violations-of-an-inspector", INSPECTOR, "/compliance/"),
    Look("ledger", BOSS, "/cash/ledger/"),
    Look("ledger-of-a-table", BOSS, "/cash/ledger/RF1/"),
    Look("closing-sheet", BOSS, "/cash/closing/RF1/"),
    Look("slips", DESK, "/cash/slips/"),
    Look("slip", DESK, "/cash/slips/", way="/cash/slips/F"),
    Look("box", DESK, "/cash/boxes/", way="/cash/boxes/R"),
    Look("boxes", DESK, "/cash/boxes/"),
    Look("chips", DESK, "/cash/chips/"),
    Look("day", DESK, "/cash/day/"),
    Look("ledger-of-the-cash-desk", DESK, "/cash/ledger/"),
    Look("held", DESK, "/cash/held/"),
    Look("rota", BOSS, "/house/rota/"),
    Look("rota-by-table", BOSS, "/house/rota/?rows=tables"),
    Look("equipment", BOSS, "/house/equipment/"),
    Look("wheel", BOSS, "/house/equipment/", way="/house/equipment/wheel/"),
    Look("series", BOSS, "/house/series/"),
    Look("people", ADMINISTRATOR, "/people/"),
    Look("person", ADMINISTRATOR, "/people/", way="/people/1"),
    Look("access", INSPECTOR, "/people/access/"),
    Look("requests", ADMINISTRATOR, "/requests/"),
    Look("request", ADMINISTRATOR, "/requests/", way="/requests/"),
    Look("readers", BOSS, "/readers/"),
    Look("reader", BOSS, "/readers/", way="/readers/wheel-"),
    Look("connect-reader", ADMINISTRATOR, "/connect-reader/"),
    Look("registers", ADMINISTRATOR, "/registers/"),
    Look("register-of-tables", ADMINISTRATOR, "/registers/table/"),
    Look("entry-of-a-table", ADMINISTRATOR, "/registers/table/RF1/"),
    Look("new-table", ADMINISTRATOR, "/registers/new/table/"),
    Look("casino", ADMINISTRATOR, "/registers/", way="/registers/casino/"),
    Look("shelf", BOSS, "/rules/"),
    Look("rulebook", BOSS, "/rules/it-venezia/"),
    Look("own-account", BOSS, "/your-account/"),
    Look("own-pin", BOSS, "/your-pin/"),
    Look("own-sign-in", BOSS, "/your-sign-in/"),
    Look("own-password", BOSS, "/your-password/"),
    Look("seat", BOSS, "/live/LV1/seat/1/"),
    Look("seat-screens", BOSS, "/live/LV1/screens/"),
    Look("seat-terminal", NOBODY, "/seat/"),
    Look("sign", BOSS, "/sign/RF1/"),
    Look("display", BOSS, "/display/RA1/"),
)


REQUESTS = """
from datetime import timedelta
from django.utils import timezone
from casino.api.access.clients import create_client
from casino.api.models import WaitingRequest
from tables.handling.models import Casino
casino, now = Casino.objects.get(), timezone.now()
client = create_client(name="Personnel system", casino=casino, scopes=["people:write", "administration"]).client
limits = {"minimum": 1000, "maximums": {"plein": 50000}}
hr = {"name": "Personnel system of the holding", "scopes": ["people:read", "people:write", "administration"]}
anna = {"command": "engage-person", "name": "Anna Martini", "sign_in": "anna", "role": "pit_boss", "language": "it"}
for operation, act, asked, state in (
    ("registers.declare", "registers.grant-administration", {"kind": "client", "code": "hr", "values": hr}, "pending"),
    ("people.change", "people.engage-person", anna, "pending"),
    ("registers.withdraw", "registers.withdraw", {"kind": "table", "code": "RF1", "reason": "sold"}, "refused"),
):
    WaitingRequest.objects.create(
        casino_id=casino.pk, client=client, operation=operation, act=act, asked=asked, state=state,
        asked_at=now, expires_at=now + timedelta(hours=24), reason="" if state == "pending" else "It is in use.",
    )
"""
"""Requests of an API client, which the demonstration house has none of."""


def add_requests(own: HouseForTests) -> None:
    """Let requests of a client wait for the administrator."""
    subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", REQUESTS],
        cwd=CHECKOUT,
        env=own.environment | {"DATABASE_URL": own.database_url},
        check=True,
    )


@contextmanager
def house() -> Iterator[str]:
    """A demonstration house of its own, at whose tables nobody plays; its address."""
    with temporary_folder() as folder:
        own = HouseForTests(folder)
        own.open()
        try:
            add_requests(own)
            yield f"http://127.0.0.1:{own.port}"
        finally:
            own.close()


def signed_in(browser: Browser, address: str, who: str) -> Any:
    """Return the cookies of a signed-in person; empty for nobody."""
    context = browser.new_context()
    if who:
        page = context.new_page()
        page.goto(f"{address}/sign-in/")
        page.fill("[name=username]", who)
        page.fill("[name=password]", PASSWORD)
        page.click("form.card button.main")
        page.wait_for_url(re.compile(r"^(?!.*/sign-in/$)"))
    cookies = context.cookies()
    context.close()
    return cookies


def look(page: Page, address: str, each: Look, pictures: Pictures, name: str) -> list[str]:
    """Take the pictures of a page; what is wrong with it."""
    answer = page.goto(f"{address}{each.address}")
    if each.way:
        links = page.locator(f'main a[href^="{each.way}"]').evaluate_all("all => all.map(each => each.href)")
        if not links:
            return [f"no link on {each.address} leads to {each.way}"]
        answer = page.goto(links[0])
    wrong = [] if answer is not None and answer.ok else [f"answered {answer.status if answer else 'nothing'}"]
    return wrong + pictures.take(page, name)


def chosen() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make screens", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--sizes", nargs="+", choices=tuple(SIZES), default=USUAL_SIZES)
    parser.add_argument("--pages", nargs="+", choices=[each.name for each in LOOKS], default=None)
    parser.add_argument("--address", help="of a demonstration house that runs already")
    return parser.parse_args()


def main() -> int:
    options = chosen()
    if chromium_program() is None:
        sys.exit(NO_CHROMIUM)
    pictures = Pictures(PICTURES, options.themes)
    faults = 0
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        with _at(options.address) as address:
            for name, fault in demonstration(browser, address, pictures, options):
                faults += 1
                sys.stdout.write(f"{name}: {fault}\n")
        if options.pages is None and not options.address:
            for name, fault in new_house(browser, pictures, options.sizes):
                faults += 1
                sys.stdout.write(f"{name}: {fault}\n")
        browser.close()
    sys.stdout.write(f"{pictures.taken} pictures in {PICTURES}, {faults} faults\n")
    return 1 if faults else 0


def demonstration(
    browser: Browser, address: str, pictures: Pictures, options: argparse.Namespace
) -> Iterator[tuple[str, str]]:
    """Take the pictures of the demonstration's pages, in every size and language; what is wrong, by names."""
    looks = [each for each in LOOKS if options.pages is None or each.name in options.pages]
    people = sorted({each.who for each in looks})
    cookies = {who: signed_in(browser, address, who) for who in people}
    for size, language, who in product(options.sizes, options.languages, people):
        context = browser.new_context(viewport=SIZES[size], locale=language)
        kept = [cookie for cookie in cookies[who] if cookie["name"] != "last_language"]
        context.add_cookies([*kept, {"name": "language", "value": language, "url": address}])
        page = context.new_page()
        for each in looks:
            if each.who == who:
                name = f"{each.name}-{language}-{size}"
                yield from ((name, fault) for fault in look(page, address, each, pictures, name))
        context.close()


@contextmanager
def _at(address: str | None) -> Iterator[str]:
    if address:
        yield address.rstrip("/")
    else:
        with house() as own:
            yield own


if __name__ == "__main__":
    sys.exit(main())
