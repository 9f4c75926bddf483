"""Cost of the floor of a hundred tables, compared with a bare view of the same rows; a part of `bench.pages`.

Before each page one table moves, as on a floor that is played: each viewer then requests the page again.
"""

import statistics
import time
from collections.abc import Callable

from bench.browsers import CASINO, bench_browsers, page_took

TABLES = 100
GOAL_TIMES = 4
"""The floor is made with no more work than this many bare ones."""
GOAL_QUERIES = 12
PAGES = 30


def measure_floor(say: Callable[[str, str], None]) -> bool:
    """Fetch the floor and the bare one in turn; return True if both goals were met."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext, override_settings
    from django.utils import timezone

    from tables.play import commands as c
    from testkit.floors import many_tables

    houses = many_tables(CASINO, TABLES, now=timezone.now(), coups=3)
    boss, _ = bench_browsers()
    floor, in_full, bare = [], [], []
    with override_settings(ROOT_URLCONF="bench.bare_floor"):
        for page in range(PAGES):
            least = houses[page].rulebook.default_limits.minimum
            houses[page].do(c.PlaceBet(player="P1", bet="plein:17", amount=least))
            floor.append(page_took(boss, "/floor/", time.process_time))
            bare.append(page_took(boss, "/bare-floor/", time.process_time))
            in_full.append(page_took(boss, "/floor/?size=full", time.process_time))
        # Values that a process caches for ten seconds were read just now, however slow the machine is.
        page_took(boss, "/floor/", time.process_time)
        houses[-1].do(c.LaunchBall())
        with CaptureQueriesContext(connection) as queries:
            page_took(boss, "/floor/", time.process_time)
    # The first pages load the templates.
    ours, full, plain = (statistics.median(each[5:]) for each in (floor, in_full, bare))
    say(f"the floor of {TABLES} tables, compact", f"{ours * 1000:9.1f} ms of work")
    say("the same with all tiles in full", f"{full * 1000:9.1f} ms of work")
    say("for comparison: a bare view of the same rows", f"{plain * 1000:9.1f} ms of work")
    met = ours / plain <= GOAL_TIMES
    say(f"ratio, goal {GOAL_TIMES} or less", f"{ours / plain:9.1f} {'met' if met else 'MISSED'}")
    few = len(queries) <= GOAL_QUERIES
    say(f"its queries, goal {GOAL_QUERIES} or less", f"{len(queries):9d} {'met' if few else 'MISSED'}")
    return met and few
