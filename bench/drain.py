"""Bench of a spool's drain after an outage: it delivers observations of open tables to the record.

It is part of `bench.wheels`, and runs alone as `manage.py with_database bench.drain [TABLES] [GAMES]`. Each table has a
reader, whose wheel turned for so many games while the database was away. The gateway and the database are complete.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from bench.database import bench_database

if TYPE_CHECKING:
    from tables.wheels.spool import Spool
    from testkit.house import OpenHouse

TABLES, GAMES = 40, 120
GOAL = 3000
"""Observations a second."""


def measure_drain(say: Callable[[str], object], tables: int = TABLES, games: int = GAMES) -> bool:
    """Drain a spool into a database of its own. Return True if the goal was met and nothing was refused."""
    with bench_database("drain"), tempfile.TemporaryDirectory() as folder:
        from tables.wheels.spool import Spool
        from testkit.house import OpenHouse

        with closing(Spool(Path(folder) / "spool.sqlite3")) as spool:
            began = datetime.now(UTC) - timedelta(hours=3)
            houses = [
                OpenHouse(1, "pt-francesa", table=f"T{place}", now=began, day=None) for place in range(tables)
            ]
            waiting = sum(_let_wait(spool, house, games) for house in houses)
            seconds = asyncio.run(_drain(spool))
            refused = len(spool.dead_letters())
            numbers = sum(len(house.state.numbers) for house in houses)
        _end_other_sessions()
    rate = waiting / seconds
    met = rate >= GOAL and not refused
    say(
        f"drain after an outage, {waiting} observations of {tables} open tables, {numbers} numbers: "
        f"{rate:.0f} a second (goal: {GOAL} or more) {'met' if met else 'MISSED'}"
    )
    return met


def _let_wait(spool: "Spool", house: "OpenHouse", games: int) -> int:
    """Let the wheel of a table turn for so many games into the spool. Return how many observations wait."""
    from tables.play.reader.observation import Observation
    from tables.wheels.drivers.slingshot2 import Slingshot2
    from tables.wheels.simulated_wheel import TICK_S, SimulatedWheel
    from tables.wheels.spool import Kept

    driver = Slingshot2(house.reader)
    wheel = SimulatedWheel(Random(house.reader), games=games, then_idle=True)
    state, at = driver.fresh(), house.now
    observations: list[Observation] = []
    while wheel.games_left:
        at += timedelta(seconds=TICK_S)
        heard = driver.feed(state, b"".join(wheel.tick()), at)
        state = heard.state
        observations += heard.observations
    kept = Kept(
        casino_id=house.casino_id,
        reader=house.reader,
        state=driver.encode(state),
        observations=tuple(observations),
    )
    spool.write([kept])
    return len(observations)


async def _drain(spool: "Spool") -> float:
    """Return how many seconds a gateway takes."""
    from tables.wheels.gateway import Gateway
    from tables.wheels.house import deliver_many_to_house, deliver_to_house
    from testkit.wheels import READERS_HERE, running, until

    gateway = Gateway(
        spool,
        deliver=deliver_to_house,
        deliver_many=deliver_many_to_house,
        rules=READERS_HERE,
        register=list,
    )
    began = time.monotonic()
    async with running(gateway):
        await until(lambda: spool.count_waiting() == 0, within_s=600, every_s=0.1)
        return time.monotonic() - began


def _end_other_sessions() -> None:
    """The gateway's threads are gone; their connections keep the database from being dropped."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def main() -> int:
    tables, games = (int(each) for each in (*sys.argv[1:3], *(str(TABLES), str(GAMES))[len(sys.argv) - 1 :]))
    return 0 if measure_drain(lambda line: sys.stdout.write(f"{line}\n"), tables, games) else 1


if __name__ == "__main__":
    raise SystemExit(main())
