"""`python -m bench.screens`: delay from a number's frame to the screen, with a hundred tables and fifty open screens.

For comparison a bare page gets the number from a socket by server-sent events and nothing else. Four of the fifty
screens are pages of a real Chromium. The others have their stream and fetch their page whenever they are poked. They
have no DOM: two cores do not carry fifty browsers. Meanwhile bets are placed at the other tables. The database is the
bench's own and is dropped at the end.
"""

import os
import statistics
import tempfile
import threading
import time
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bench.bare_screen import BareScreen, bare_screen
from bench.browsers import CASINO, real_browser
from bench.database import bench_database
from bench.going_on import going_on
from bench.open_screens import OpenScreens

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from testkit.house import OpenHouse
    from testkit.screens import ScreenHouse, WheelInHand

TABLES = 100
FLOORS, PAGES = 6, 40
"""Open screens without a browser: of the floor, and of a table each."""
IN_BROWSERS = ("/floor/RF1/", "/floor/", "/floor/VE2/", "/sign/RF1/")
"""Open screens in a browser each; the first is the one that is timed."""
FRAMES = int(os.environ.get("BENCH_FRAMES", "50"))
BET_EVERY_S = 0.2
ROLLS_S = 1.0
"""Seconds of the ball's roll after bets are closed.

A real wheel lets it roll for eight seconds and more, so fetches for the closing have ended when the number falls.
"""
GOAL_P50_MS, GOAL_P95_MS = 120.0, 250.0
"""Time that everything together may add to the bare page."""
WATCH = """
() => {
  window.seen = [];
  const said = (selector) => document.querySelector(selector)?.textContent ?? "";
  let last = said("#sheet h2");
  new MutationObserver(() => {
    const sheet = said("#sheet h2");
    if (!sheet || sheet === last) return;
    last = sheet;
    requestAnimationFrame(() => window.seen.push(Date.now()));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""
"""Script that notes the time at which each payout sheet, with its number, is painted."""


def main() -> int:
    """Measure and print; return 1 if a goal was missed."""
    with bench_database("screens"):
        return 0 if measure() else 1


def measure() -> bool:
    """Let numbers fall at one table, and note when they are painted; return True if both goals were met."""
    from django.utils import timezone

    from tables.handling.models import WheelReader
    from testkit.floors import many_tables
    from testkit.screens import ScreenHouse, ScreenServices

    houses = many_tables(CASINO, TABLES, now=timezone.now())
    first, *others = houses
    WheelReader.objects.exclude(code=first.reader).delete()
    with tempfile.TemporaryDirectory() as folder, real_browser() as chromium, bare_screen() as bare:
        services = ScreenServices(Path(folder))
        try:
            services.start()
            house = ScreenHouse(first, services)
            try:
                return _measure(house, others, chromium, bare)
            finally:
                house.stop()
        finally:
            services.stop()


def _measure(house: "ScreenHouse", others: list["OpenHouse"], chromium: "Browser", bare: BareScreen) -> bool:
    from testkit.people import browser_of

    session = browser_of(house.boss).cookies["sessionid"].value
    wheel = house.start_wheel(speed=20)
    screens = OpenScreens(house.web, {"Cookie": f"sessionid={session}"})
    codes = [each.table for each in (house.house, *others)][:PAGES]
    try:
        screens.open([("/floor/", "/floor/live")] * FLOORS)
        screens.open([(f"/floor/{code}/", f"/floor/live?table={code}") for code in codes])
        pages = [_page(chromium, house.web, path, session) for path in IN_BROWSERS]
        plain = chromium.new_page()
        plain.goto(bare.address)
        with _bets(others):
            least, ours = _frames(house.house, wheel, pages[0], plain, bare)
    finally:
        screens.close()
    if not screens.all_well:
        raise RuntimeError(
            f"answered {dict(screens.answers)}, {screens.unanswered} not, {screens.ended} streams ended by the server"
        )
    return _told(least, ours, sum(screens.answers.values()))


def _told(least: list[float], ours: list[float], fetched: int) -> bool:
    met = []
    _say(f"pages fetched meanwhile by {FLOORS + PAGES} screens without a browser", f"{fetched:9d}")
    for name, goal, of in (
        ("p50", GOAL_P50_MS, statistics.median),
        ("p95", GOAL_P95_MS, lambda took: statistics.quantiles(took, n=20)[-1]),
    ):
        added = of(ours) - of(least)
        met.append(added <= goal)
        _say(f"a number on the screen after its frame, {name}", f"{of(ours):9.1f} ms")
        _say("for comparison: on a bare page", f"{of(least):9.1f} ms")
        _say(f"added, goal {goal:g} ms or less", f"{added:9.1f} ms {'met' if met[-1] else 'MISSED'}")
    return all(met)


def _page(chromium: "Browser", web: str, path: str, session: str) -> "Page":
    """A page in a browser of its own, with a line of its own; returns when it is live."""
    context = chromium.new_context(viewport={"width": 1024, "height": 768})
    context.add_cookies([{"name": "sessionid", "value": session, "url": web}])
    page = context.new_page()
    page.goto(f"{web}{path}")
    return page


def _frames(
    house: "OpenHouse", wheel: "WheelInHand", page: "Page", plain: "Page", bare: BareScreen
) -> tuple[list[float], list[float]]:
    """Return the time from each frame until the number was on the bare page and on ours, in milliseconds."""
    from django.utils import timezone
    from playwright.sync_api import expect

    from tables.play import commands as c

    page.evaluate(WATCH)
    least, ours = [], []
    for frame in range(FRAMES):
        number = (frame * 7 + 1) % 37
        if house.state.phase == "idle":
            house.do(c.AnnounceBetsOpen(), now=timezone.now())
        for seat, bet in enumerate((f"plein:{number}", "rouge", "noir", "douzaine:2"), start=1):
            house.do(c.PlaceBet(player=f"P{seat}", bet=bet, amount=1000), now=timezone.now())
        wheel.tell("launch")
        wheel.tell("close")
        expect(page.locator(".phases [aria-current]")).to_have_text("Rien ne va plus", timeout=20_000)
        time.sleep(ROLLS_S)
        sent = bare.tell(number)
        plain.wait_for_function("count => window.seen.length >= count", arg=frame + 1)
        least.append(plain.evaluate("window.seen.at(-1)") - sent)
        answer = wheel.tell(f"fall {number}")
        fell = datetime.fromisoformat(answer[answer.index("wall") + 1]).timestamp() * 1000
        page.wait_for_function("count => window.seen.length >= count", arg=frame + 1)
        ours.append(page.evaluate("window.seen.at(-1)") - fell)
        house.do(c.ConfirmPayments(), now=timezone.now())
        expect(page.locator("#sheet header")).to_contain_text("Paid", timeout=20_000)
    return least, ours


def _bets(houses: list["OpenHouse"]) -> AbstractContextManager[None]:
    """Place bets at all these tables in turn, until the bench ends."""
    from django.utils import timezone

    from tables.play import commands as c

    def place(done: threading.Event) -> None:
        number = 0
        while not done.wait(BET_EVERY_S):
            turn, at = divmod(number, len(houses))
            least = houses[at].rulebook.default_limits.minimum
            bet = c.PlaceBet(player="P1", bet=f"plein:{turn % 36 + 1}", amount=least)
            houses[at].do(bet, now=timezone.now())
            number += 1

    return going_on(place)


def _say(what: str, figure: str) -> None:
    print(f"{what:<62} {figure}")  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
