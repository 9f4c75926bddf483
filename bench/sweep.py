"""`python -m bench.sweep [--tables N]`: what a sweep costs, in a database of its own that is dropped again."""

import argparse
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from bench.database import bench_database

if TYPE_CHECKING:
    from testkit.shift import House

GOAL_S = 1.0
"""For a sweep over 1,000 open tables of which none or few are due."""

GOAL_OUTAGE_S = 5.0
"""For the sweeps that judge 1,000 tables due at once, as after an outage."""

FEW = 10


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.sweep")
    parser.add_argument("--tables", type=int, default=1000, help="open tables")
    tables: int = parser.parse_args().tables
    with bench_database("shift"):
        return 0 if measure(tables) else 1


def measure(tables: int) -> bool:
    """Open the tables, `FEW` of them an hour before the others, and sweep; return True if the goal was met."""
    from tables.handling.deadlines.listing import deadlines_of_casino
    from tables.handling.models import Casino
    from testkit.play import NOON
    from testkit.shift import House

    house = House(Casino.objects.create(name="Casino (bench)").pk, NOON)
    for number in range(tables):
        house.open_table(f"T{number}", minute=0 if number < FEW else 60)

    figures = [
        _timed("a sweep, none due", lambda: house.sweep(minute=0)),
        _timed(f"a sweep, {FEW} due, each warned and overdue", lambda: house.sweep(minute=90)),
        _timed("the same sweep again", lambda: house.sweep(minute=90)),
        _timed("the list of open deadlines", lambda: deadlines_of_casino(house.casino_id, house.at(90))),
    ]
    outage = _timed("all due at once, as after an outage", lambda: _catch_up(house))
    raw, rows = _rows_inserted(house)
    print(f"{rows} events; a raw INSERT of the same rows {raw * 1000:.0f} ms, ratio {outage / raw:.1f}")  # noqa: T201
    met = max(figures) < GOAL_S and outage <= GOAL_OUTAGE_S
    goals = f"goal under {GOAL_S:.0f} s each, {GOAL_OUTAGE_S:.0f} s after an outage"
    print(f"{tables} open tables, {goals}: {'met' if met else 'MISSED'}")  # noqa: T201
    return met


def _catch_up(house: "House") -> None:
    while not house.sweep(minute=180).whole:
        pass


def _rows_inserted(house: "House") -> tuple[float, int]:
    """Return the time of a raw INSERT of the events that the outage left, in seconds, and their number.

    Each statement inserts one event; a commit has a thousand.
    """
    from django.db import connection, transaction

    from tables.stream.models import Event

    of_outage = Event.objects.filter(casino_id=house.casino_id, recorded_at=house.at(180))
    columns = [str(field.column) for field in Event._meta.concrete_fields if field.column != "id"]
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare (LIKE event INCLUDING ALL)")
        written = list(of_outage.values_list("event_id", flat=True))
        names = ", ".join(columns)
        began = time.perf_counter()
        for begin in range(0, len(written), 1000):
            with transaction.atomic():
                for event_id in written[begin : begin + 1000]:
                    cursor.execute(
                        f"INSERT INTO bare ({names}) SELECT {names} FROM event"
                        " WHERE casino_id = %s AND event_id = %s",
                        [house.casino_id, event_id],
                    )
        return time.perf_counter() - began, len(written)


def _timed(what: str, work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    took = time.perf_counter() - began
    print(f"{what:<56} {took * 1000:9.1f} ms")  # noqa: T201
    return took


if __name__ == "__main__":
    raise SystemExit(main())
