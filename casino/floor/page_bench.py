"""`python -m casino.floor.page_bench`: what a table's page costs to make, beside a page that shows next to nothing.

Both are asked of the same process in turn, signed in, with every middleware; what counts is the work of the
processor, not the waiting. In a database of its own that is dropped again.
"""

import statistics
import time
from typing import TYPE_CHECKING

from tables.house.bench_database import bench_database

if TYPE_CHECKING:
    from django.test import Client

GOAL_TIMES = 15
"""A table's page with thirty bets on the cloth is made with no more work than this many sign-in pages."""

PAGES = 40


def main() -> int:
    """Measures and prints; 1 if the goal was missed."""
    with bench_database("page"):
        return 0 if measure() else 1


def measure() -> bool:
    """Fetches the two pages in turn while bets come onto the cloth; True if the goal was met."""
    from django.test import Client
    from django.utils import timezone

    from casino.people.models import Role
    from casino.people.testing import engage
    from tables.house.testing import OpenHouse
    from tables.play import commands as c

    house = OpenHouse(1, "it-venezia", now=timezone.now())
    boss, nobody = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    boss.force_login(engage(Role.PIT_BOSS), backend="django.contrib.auth.backends.ModelBackend")
    house.do(c.AnnounceBetsOpen())
    table, bare = [], []
    for number in range(PAGES):
        house.do(c.PlaceBet(player=f"P{number % 8 + 1}", bet=f"plein:{number % 37}", amount=1000))
        table.append(_work(boss, "/floor/T1/"))
        bare.append(_work(nobody, "/sign-in/"))
    # The first pages load the templates.
    page, plain = statistics.median(table[5:]), statistics.median(bare[5:])
    _say("a table's page, bets on its cloth", f"{page * 1000:9.1f} ms of work")
    _say("for comparison: the sign-in page", f"{plain * 1000:9.1f} ms of work")
    met = page / plain <= GOAL_TIMES
    _say(f"ratio, goal {GOAL_TIMES} or less", f"{page / plain:9.1f} {'met' if met else 'MISSED'}")
    return met


def _work(client: "Client", path: str) -> float:
    begun = time.process_time()
    answer = client.get(path)
    spent = time.process_time() - begun
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return spent


def _say(what: str, figure: str) -> None:
    print(f"{what:<56} {figure}")  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
