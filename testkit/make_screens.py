"""`make screens`: pictures of every page of a demonstration house in every language, and what is cut on them.

Starts a house of its own on free ports with a folder of its own, looks at it with a real Chromium, and ends it. The
pictures lie in docs/screens/, which git ignores, of both themes and three sizes. Prints each text that is wider than
its place, in a list and in an empty field too, each page that is wider than its screen, and each pair of things in the
head that lie over each other; fails where there is one.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from casino.embedded.demonstration_house import CASINO_ID, PASSWORD
from casino.embedded.ports import free_port

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screens"
LANGUAGES = ("en", "fr", "it", "pt")
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "telephone": (390, 844), "upright": (768, 1024)}
USUAL_SIZES = ("desktop", "tablet", "telephone")
THEMES = ("dark", "light")
OPENS_WITHIN_S = 180
NOBODY = ""


class Look(msgspec.Struct, frozen=True):
    """A page by the name of its picture, who looks at it, and its address; or the address that leads to it, and the
    `way`: how the address of a link there begins, of which the first is followed."""

    name: str
    who: str
    address: str
    way: str = ""


BOSS, DESK, INSPECTOR, ADMINISTRATOR = "pitboss", "cashdesk", "inspector", "administrator"
LOOKS = (
    Look("sign-in", NOBODY, "/sign-in/"),
    Look("sign-for-guests", NOBODY, f"/public/{CASINO_ID}/sign/RF1/"),
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

CUT = (ROOT / "testkit" / "cut_text.js").read_text()


@contextmanager
def house() -> Iterator[str]:
    """A demonstration house of its own; its address, once it answers."""
    folder, port = Path(tempfile.mkdtemp(prefix="screens-")), free_port()
    folder.chmod(0o711)
    environment = os.environ | {
        "PERMANENCE_DATA": str(folder),
        "PORT": str(port),
        "WHEEL_PORT": str(free_port()),
    }
    with (folder / "house.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "run_house", "--not-played"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            _wait(process, port, folder / "house.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
    shutil.rmtree(folder, ignore_errors=True)


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    """Until the house answers; ends with what it said where it does not."""
    deadline = monotonic() + OPENS_WITHIN_S
    while not _answers(port):
        if process.poll() is not None or monotonic() > deadline:
            sys.exit(f"the house does not answer:\n{log.read_text()[-2000:]}")
        sleep(1)


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/sign-in/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def signed_in(browser: Browser, address: str, who: str) -> Any:
    """The cookies of somebody who has signed in; none for nobody."""
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


def look(page: Page, address: str, each: Look, pictures: Mapping[str, Path]) -> list[str]:
    """Take the picture in each theme; what is cut or lies over something else, which no theme changes."""
    answer = page.goto(f"{address}{each.address}")
    if each.way:
        links = page.locator(f'main a[href^="{each.way}"]').evaluate_all("all => all.map(each => each.href)")
        if not links:
            return [f"no link on {each.address} leads to {each.way}"]
        answer = page.goto(links[0])
    page.evaluate("() => document.fonts.ready")
    for theme, picture in pictures.items():
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.screenshot(path=picture)
    wrong = [] if answer is not None and answer.ok else [f"answered {answer.status if answer else 'nothing'}"]
    cut: list[str] = page.evaluate(CUT)
    return wrong + cut


def chosen() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make screens", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--sizes", nargs="+", choices=tuple(SIZES), default=USUAL_SIZES)
    parser.add_argument("--pages", nargs="+", choices=[each.name for each in LOOKS], default=None)
    parser.add_argument("--address", help="of a demonstration house that runs already")
    return parser.parse_args()


def main() -> int:
    asked = chosen()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        sys.exit("no Chromium on this machine: `apt-get install chromium`")
    looks = [each for each in LOOKS if asked.pages is None or each.name in asked.pages]
    PICTURES.mkdir(parents=True, exist_ok=True)
    faults = taken = 0
    with _at(asked.address) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        people = sorted({each.who for each in looks})
        cookies = {who: signed_in(browser, address, who) for who in people}
        for size, language, who in product(asked.sizes, asked.languages, people):
            width, height = SIZES[size]
            context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
            kept = [cookie for cookie in cookies[who] if cookie["name"] != "last_language"]
            context.add_cookies([*kept, {"name": "language", "value": language, "url": address}])
            page = context.new_page()
            for each in looks:
                if each.who != who:
                    continue
                name = f"{each.name}-{language}-{size}"
                pictures = {theme: PICTURES / f"{name}-{theme}.png" for theme in asked.themes}
                for fault in look(page, address, each, pictures):
                    faults += 1
                    sys.stdout.write(f"{name}: {fault}\n")
                taken += len(pictures)
            context.close()
        browser.close()
    sys.stdout.write(f"{taken} pictures in {PICTURES}, {faults} faults\n")
    return 1 if faults else 0


@contextmanager
def _at(address: str | None) -> Iterator[str]:
    if address:
        yield address.rstrip("/")
    else:
        with house() as own:
            yield own


if __name__ == "__main__":
    sys.exit(main())
