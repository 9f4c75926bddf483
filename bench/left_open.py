"""`python -m bench.left_open`: growth of a screen that is left open for ten thousand updates.

A table's page and a registered sign run in a real Chromium. Each is poked as its stream pokes it: it fetches itself
from a real web server and morphs its content. Between the updates the table is played, so that the page changes. The
measure is the browser's memory after a garbage collection: objects of scripts, of the page, and buffers. The database
is the bench's own and is dropped at the end.

A page shows the more, the more coups its day has. So the table is played by the updates and not by the clock. A slow
machine would otherwise have played several days' coups in one day.
"""

import os
import tempfile
from collections.abc import Collection, Iterator
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from bench.browsers import CASINO, real_browser
from bench.database import bench_database

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, CDPSession, Page

    from tables.play import commands as c
    from testkit.house import OpenHouse
    from testkit.screens import ScreenHouse

UPDATES = int(os.environ.get("BENCH_UPDATES", "10000"))
UPDATES_A_COMMAND = 3
"""Updates to each command at the table: about 480 coups in ten thousand updates, as many as a table plays in
the longest night."""
WARM_UP = 100
"""Updates after which a page has loaded all that it loads once."""
GOAL_MB = 20.0
MB = 1024 * 1024
BEGIN = """
(updates) => { window.updated = (async () => {
  const live = document.getElementById("live");
  let done = 0;
  for (let update = 0; update < updates; update++) {
    await new Promise((resolve) => {
      const ended = ({ detail: { ctx } }) => {
        if (ctx.sourceElement.id !== "page") return;
        document.removeEventListener("htmx:finally:request", ended);
        if (ctx.status === "swapped" && ctx.response.status === 200) done++;
        resolve();
      };
      document.addEventListener("htmx:finally:request", ended);
      live.dispatchEvent(new CustomEvent("poke", { bubbles: true }));
    });
  }
  return done;
})(); }
"""


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    with bench_database("left_open"):
        return 0 if measure() else 1


def measure() -> bool:
    """Update both pages equally often; return True if neither grew by more than the goal."""
    from django.utils import timezone

    from testkit.house import OpenHouse
    from testkit.people import browser_of
    from testkit.screens import ScreenHouse, ScreenServices

    with tempfile.TemporaryDirectory() as folder, real_browser() as chromium:
        services = ScreenServices(Path(folder))
        # Per address as many requests as the bench makes of one sign.
        os.environ["PUBLIC_REQUESTS_PER_MINUTE"] = "1000000"
        house = ScreenHouse(OpenHouse(CASINO, "it-venezia", now=timezone.now()), services)
        session = browser_of(house.boss).cookies["sessionid"].value
        sign = _sign(house.house)
        try:
            services.start()
            context = chromium.new_context(viewport={"width": 1024, "height": 768})
            context.add_cookies([{"name": "sessionid", "value": session, "url": house.web}])
            paths = {"a table's page": "/floor/T1/", "a registered sign": sign}
            grown = _grown(context, house, paths)
        finally:
            services.stop()
    met = max(grown) < GOAL_MB
    _say(
        f"the most that one grew, goal under {GOAL_MB:g} MB",
        f"{max(grown):9.1f} MB {'met' if met else 'MISSED'}",
    )
    return met


def _sign(house: "OpenHouse") -> str:
    """The address of a sign with everything that one shows."""
    from django.utils import timezone

    from tables.handling import registers
    from testkit.house import BOSS

    of, now = (CASINO, "sign", "door"), timezone.now()
    shows = ["limits", "colours", "numbers", "permanence"]
    registers.declare(*of, {"table": house.table, "shows": shows}, by=BOSS, now=now)
    return f"/signs/{registers.issue_secret(*of, by=BOSS, now=now).secret}/"


def _grown(context: "BrowserContext", house: "ScreenHouse", paths: dict[str, str]) -> list[float]:
    """Return the growth of each page in MB after so many updates.

    They are updated at the same time, because while one waits for the server the other can draw. Raises RuntimeError
    if an update failed.
    """
    from django.utils import timezone

    pages = {what: context.new_page() for what in paths}
    for what, page in pages.items():
        page.goto(f"{house.web}{paths[what]}")
        page.wait_for_function("() => document.readyState === 'complete'")
    developers = {what: context.new_cdp_session(page) for what, page in pages.items()}
    _update(pages.values(), WARM_UP)
    before = {what: _held(developer) for what, developer in developers.items()}
    commands = chain.from_iterable(_coups())
    for _ in range(UPDATES // UPDATES_A_COMMAND):
        house.house.do(next(commands), now=timezone.now())
        _update(pages.values(), UPDATES_A_COMMAND)
    grown = []
    for what, developer in developers.items():
        (first, nodes_at_first), (last, nodes) = before[what], _held(developer)
        _say(f"{what}: holds at first, and after {UPDATES:,} updates", f"{first:9.1f} MB {last:9.1f} MB")
        _say("its nodes, with those that no page shows any more", f"{nodes_at_first:9d}    {nodes:9d}")
        grown.append(last - first)
    return grown


def _update(pages: Collection["Page"], updates: int) -> None:
    for page in pages:
        page.evaluate(BEGIN, updates)
    for page in pages:
        done = page.evaluate("() => window.updated")
        if done != updates:
            raise RuntimeError(f"{updates - done} of {updates} updates failed")


def _held(developer: "CDPSession") -> tuple[float, int]:
    """Return the memory of the page in MB, and its number of nodes, after a garbage collection."""
    developer.send("HeapProfiler.enable")
    for _ in range(3):
        developer.send("HeapProfiler.collectGarbage")
    heap = developer.send("Runtime.getHeapUsage")
    kinds = ("usedSize", "embedderHeapUsedSize", "backingStorageSize")
    held = sum(float(heap.get(kind, 0)) for kind in kinds)
    return held / MB, int(developer.send("Memory.getDOMCounters")["nodes"])


def _coups() -> Iterator[tuple["c.Command", ...]]:
    """Coups with two bets each, without end, by the commands at the table."""
    from tables.play import commands as c

    for coup in count():
        bets = [
            c.PlaceBet(player=f"P{seat}", bet=bet, amount=1000)
            for seat, bet in ((1, "rouge"), (2, "plein:8"))
        ]
        number = c.DeclareNumber(number=coup * 7 % 36 + 1)
        yield (c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), number, c.ConfirmPayments())


def _say(what: str, figure: str) -> None:
    print(f"{what:<62} {figure}")  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
