"""`python -m bench.pages`: cost of a table's page, compared with a nearly empty page, and of the floor of a hundred
tables, compared with a bare one.

All are requested from the same process in turn, signed in, with every middleware; processor time counts, not
waiting. In a database of its own that is dropped again.
"""

import statistics
import time

from bench.browsers import CASINO, bench_browsers, page_took
from bench.database import bench_database
from bench.floors import measure_floor

GOAL_TIMES = 6
"""A table's page with thirty bets on the cloth is made with no more work than this many sign-in pages."""

PAGES = 40


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    with bench_database("page"):
        met = [measure(), measure_floor(_say)]
        return 0 if all(met) else 1


def measure() -> bool:
    """Fetch the two pages in turn while bets come onto the cloth; return True if the goal was met."""
    from django.utils import timezone

    from tables.play import commands as c
    from testkit.house import OpenHouse

    house = OpenHouse(CASINO, "it-venezia", now=timezone.now())
    boss, nobody = bench_browsers()
    house.do(c.AnnounceBetsOpen())
    table, bare = [], []
    for number in range(PAGES):
        house.do(c.PlaceBet(player=f"P{number % 8 + 1}", bet=f"plein:{number % 37}", amount=1000))
        table.append(page_took(boss, "/floor/T1/", time.process_time))
        bare.append(page_took(nobody, "/sign-in/", time.process_time))
    # The first pages load the templates.
    page, plain = statistics.median(table[5:]), statistics.median(bare[5:])
    _say("a table's page, bets on its cloth", f"{page * 1000:9.1f} ms of work")
    _say("for comparison: the sign-in page", f"{plain * 1000:9.1f} ms of work")
    met = page / plain <= GOAL_TIMES
    _say(f"ratio, goal {GOAL_TIMES} or less", f"{page / plain:9.1f} {'met' if met else 'MISSED'}")
    return met


def _say(what: str, figure: str) -> None:
    print(f"{what:<56} {figure}")  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
