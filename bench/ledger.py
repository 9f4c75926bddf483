"""`python -m bench.ledger`: time to derive the ledger and the payout sheets of a long day from the record.

A rebuild reads the record, settles every coup again, posts every movement into tables next to the live ones and
compares. It runs five times and the quickest counts, since other work on the machine is not the rebuild's. For
comparison the day is also only read. The database is the bench's own and is dropped at the end.
"""

import time
from datetime import UTC, date, datetime

from bench.database import bench_database

GOAL_PER_SECOND = 20_000
COUPS = 400
REBUILDS = 5
DAY = date(2026, 11, 20)


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    with bench_database("ledger"):
        return 0 if measure() else 1


def measure() -> bool:
    """Rebuilds a simulated day of each rulebook in a house of its own; True if the goal was met by all."""
    from django.db import connection

    from settlement.models import LedgerEntry
    from settlement.simulation.recording import simulate_and_record
    from tables.handling.models import Casino, GamingTable
    from tables.roulette.loader import rulebooks
    from tables.simulation.openings import simulated_opening
    from tables.stream import read_stream, rebuild
    from testkit.stream import sequence_all

    slowest = float("inf")
    for rulebook in rulebooks().values():
        casino = Casino.objects.create(name=f"{rulebook.title} (bench)")
        opening = simulated_opening(rulebook, table="T1", day=DAY.isoformat())
        table = GamingTable.objects.create(
            casino_id=casino.pk, code="T1", name=rulebook.title, rulebook=rulebook.id, limits={}, balls=[]
        )
        opens_at, now = datetime(2026, 11, 20, 15, tzinfo=UTC), datetime(2026, 11, 22, tzinfo=UTC)
        events = simulate_and_record(table, opening, opens_at=opens_at, now=now, coups=COUPS, seed=7)
        sequence_all(casino.pk)
        with connection.cursor() as cursor:
            # PostgreSQL does this by itself within a minute, so a real planner knows the tables.
            cursor.execute("ANALYZE")
        took, read, same = [], [], True
        for _ in range(REBUILDS):
            began = time.perf_counter()
            count = sum(1 for _ in read_stream(casino.pk, f"table/T1/{DAY}"))
            read.append((time.perf_counter() - began) / count)
            began = time.perf_counter()
            (rebuilt,) = rebuild("payout_sheet", casino.pk)
            took.append(time.perf_counter() - began)
            same &= rebuilt.removed == rebuilt.added == 0
        speed = events / min(took)
        entries = LedgerEntry.objects.filter(casino_id=casino.pk).count()
        print(  # noqa: T201
            f"{rulebook.id:<14} {events:>6,} events, {entries:>5,} entries: rebuilt {speed:>7,.0f} a second "
            f"({speed * min(read):.2f} of only reading them), {'the same' if same else 'OTHERS'}"
        )
        slowest = min(slowest, speed if same else 0)
    met = slowest >= GOAL_PER_SECOND
    print(f"goal at least {GOAL_PER_SECOND:,} events a second, each: {'met' if met else 'MISSED'}")  # noqa: T201
    return met


if __name__ == "__main__":
    raise SystemExit(main())
