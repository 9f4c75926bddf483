"""`make screens`: pictures of the main pages of a demonstration house in every language, and what is cut on them.

Starts a house of its own on free ports with a folder of its own, looks at it with a real Chromium, and ends it. The
pictures lie in docs/screens/, which git ignores. Prints each text that is wider than its place, and each pair of things
in the head that lie over each other; fails where there is one.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from casino.embedded.demonstration_house import PASSWORD
from casino.embedded.ports import free_port

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screens"
LANGUAGES = ("en", "fr", "it", "pt")
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "upright": (768, 1024)}
USUAL_SIZES = ("desktop", "tablet")
OPENS_WITHIN_S = 180
NOBODY = ""


class Look(msgspec.Struct, frozen=True):
    """A page by the name of its picture, who looks at it, and its address."""

    name: str
    who: str
    address: str


LOOKS = (
    Look("sign-in", NOBODY, "/sign-in/"),
    Look("floor", "pitboss", "/floor/"),
    Look("table", "pitboss", "/floor/RF1/"),
    Look("payout-sheets", "pitboss", "/floor/sheets/"),
    Look("record", "pitboss", "/floor/RF1/record/"),
    Look("compliance-report", "inspector", "/compliance/report/"),
    Look("violations", "pitboss", "/compliance/"),
    Look("ledger", "pitboss", "/cash/ledger/"),
    Look("slips", "cashdesk", "/cash/slips/"),
    Look("rota", "pitboss", "/house/rota/"),
    Look("equipment", "pitboss", "/house/equipment/"),
    Look("rulebook", "pitboss", "/rules/it-venezia/"),
    Look("seat", "pitboss", "/live/LV1/seat/1/"),
    Look("sign", "pitboss", "/sign/RF1/"),
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
            [sys.executable, "manage.py", "run_house"], cwd=ROOT, env=environment, stdout=log, stderr=log
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


def look(page: Page, address: str, each: Look, picture: Path) -> list[str]:
    """Take the picture; what is cut or lies over something else."""
    answer = page.goto(f"{address}{each.address}")
    page.wait_for_timeout(300)
    page.evaluate("() => document.fonts.ready")
    page.screenshot(path=picture)
    wrong = [] if answer is not None and answer.ok else [f"answered {answer.status if answer else 'nothing'}"]
    cut: list[str] = page.evaluate(CUT)
    return wrong + cut


def chosen() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make screens", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--themes", nargs="+", choices=("dark", "light"), default=("dark",))
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
        cookies = {who: signed_in(browser, address, who) for who in {each.who for each in looks}}
        kinds = product(asked.sizes, asked.themes, asked.languages, looks)
        for size, theme, language, each in kinds:
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, locale=language
            )
            kept = [cookie for cookie in cookies[each.who] if cookie["name"] != "last_language"]
            context.add_cookies([*kept, {"name": "language", "value": language, "url": address}])
            name = f"{each.name}-{language}-{theme}-{size}"
            for fault in look(context.new_page(), address, each, PICTURES / f"{name}.png"):
                faults += 1
                sys.stdout.write(f"{name}: {fault}\n")
            taken += 1
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
