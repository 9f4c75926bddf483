"""`python -m bench.simulation`: how fast a lifelike day is made up, and made up and recorded.

In a database of its own that is dropped again.
"""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime

from bench.database import bench_database

GOAL_PER_SECOND = 2000
COUPS = 400
DAY = date(2026, 11, 20)


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    with bench_database("simulation"):
        met = min(measure()) >= GOAL_PER_SECOND
    print(f"goal at least {GOAL_PER_SECOND:,} events a second, each: {'met' if met else 'MISSED'}")  # noqa: T201
    return 0 if met else 1


def measure() -> Iterator[float]:
    """Measure the simulated and the recorded events a second, and yield both for each rulebook."""
    from settlement.simulation.recording import simulate_and_record
    from tables.handling.models import Casino, GamingTable
    from tables.roulette.loader import rulebooks
    from tables.simulation.lifelike_day import lifelike_day
    from tables.simulation.openings import simulated_opening

    casino = Casino.objects.create(name="Casino (bench)")
    opens_at, now = datetime(2026, 11, 20, 15, tzinfo=UTC), datetime(2026, 11, 22, tzinfo=UTC)
    for rulebook in rulebooks().values():
        opening = simulated_opening(rulebook, table=rulebook.id[:20], day=DAY.isoformat())
        began = time.perf_counter()
        made = sum(1 for _ in lifelike_day(rulebook, opening, opens_at=opens_at, coups=COUPS, seed=7))
        made_up = made / (time.perf_counter() - began)
        table = GamingTable.objects.create(
            casino_id=casino.pk,
            code=opening.table,
            name=rulebook.title,
            rulebook=rulebook.id,
            limits={},
            balls=[],
        )
        began = time.perf_counter()
        recorded = simulate_and_record(table, opening, opens_at=opens_at, now=now, coups=COUPS, seed=7)
        kept = recorded / (time.perf_counter() - began)
        print(  # noqa: T201
            f"{rulebook.id:<14} {made:>6,} events: made up {made_up:>8,.0f} a second, "
            f"and recorded {kept:>7,.0f} ({kept / made_up:.2f} of it)"
        )
        yield from (made_up, kept)


if __name__ == "__main__":
    raise SystemExit(main())
