"""`python -m bench.web`: what open pages and event streams cost those who work meanwhile.

One web process, a table at which bets are placed all the time, and the sealer. The floor is fetched without any stream,
then with a thousand live pages and two hundred event streams open, then without again. In a database of its own that is
dropped again.
"""

import http.client
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bench.browsers import CASINO, bench_browsers
from bench.database import bench_database
from testkit.databases import addresses_of
from testkit.web_clients import StreamClients

if TYPE_CHECKING:
    from testkit.house import OpenHouse

PAGES, STREAMS = 1000, 200
GOAL_TIMES = 2.0
ROUNDS = 3
FETCHES = 60
BET_EVERY_S = 0.5
SETTINGS = {"LOG_LEVEL": "WARNING", "WEB_EVENT_STREAMS_PER_CLIENT": str(STREAMS)}


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    with bench_database("streams"):
        return 0 if measure() else 1


def measure() -> bool:
    """Fetch the floor with and without streams; return True if the goal was met."""
    from django.utils import timezone

    from casino.api.access.clients import create_client
    from casino.api.access.scopes import FEED_READ
    from tables.handling.models import Casino
    from testkit.api import serving, token_from
    from testkit.house import OpenHouse

    os.environ |= SETTINGS
    house = OpenHouse(CASINO, "it-venezia", now=timezone.now())
    boss, _ = bench_browsers()
    signed_in = {"Cookie": f"sessionid={boss.cookies['sessionid'].value}"}
    client = create_client(name="feed", casino=Casino.objects.get(pk=CASINO), scopes=[FEED_READ])
    from django.conf import settings

    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), {**SETTINGS, "SECRET_KEY": settings.SECRET_KEY}) as address,
        sealer(Path(folder)),
        _bets(house),
    ):
        signed = {"Authorization": f"Bearer {token_from(address, client)}"}
        without, during, opening = [*_floor(address, signed_in)], [], []
        for _ in range(ROUNDS):
            streams = StreamClients(address)
            try:
                begun = time.perf_counter()
                streams.open("/floor/live", signed_in, PAGES)
                streams.open("/api/v1/events?after=0", signed, STREAMS)
                opening.append(time.perf_counter() - begun)
                during += _floor(address, signed_in)
                if streams.answers != {200: PAGES + STREAMS} or streams.ended:
                    raise RuntimeError(
                        f"answered {dict(streams.answers)}, {streams.ended} ended by the server"
                    )
            finally:
                streams.close()
            without += _floor(address, signed_in)
    bare, beside = median(without), median(during)
    met = beside / bare < GOAL_TIMES
    _say("the floor without any stream, median", f"{bare * 1000:9.1f} ms")
    _say(f"with {PAGES:,} live pages and {STREAMS} event streams open", f"{beside * 1000:9.1f} ms")
    _say(f"ratio, goal under {GOAL_TIMES:g}", f"{beside / bare:9.2f} {'met' if met else 'MISSED'}")
    _say("opening all of them", f"{median(opening):9.1f} s")
    return met


def _floor(address: str, headers: dict[str, str]) -> list[float]:
    """Return the times of the fetches, in seconds. Raises RuntimeError for a status other than 200."""
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    took = []
    for _ in range(FETCHES):
        begun = time.perf_counter()
        line.request("GET", "/floor/", headers=headers)
        answer = line.getresponse()
        answer.read()
        took.append(time.perf_counter() - begun)
        if answer.status != 200:
            raise RuntimeError(f"/floor/ answered {answer.status}")
    line.close()
    return took[5:]


@contextmanager
def _bets(house: "OpenHouse") -> Iterator[None]:
    """Place bets at the table, one after another, until the bench ends."""
    from django.db import connection

    from tables.play import commands as c

    done = threading.Event()
    house.do(c.AnnounceBetsOpen())

    def place() -> None:
        number = 0
        while not done.wait(BET_EVERY_S):
            number += 1
            house.do(c.PlaceBet(player=f"P{number % 8 + 1}", bet=f"plein:{number % 37}", amount=1000))
        connection.close()

    placing = threading.Thread(target=place)
    placing.start()
    try:
        yield
    finally:
        done.set()
        placing.join()


@contextmanager
def sealer(folder: Path) -> Iterator[None]:
    """The sealer, as a process of its own on the bench's database."""
    from django.conf import settings
    from django.db import connection

    database = addresses_of(connection.settings_dict["NAME"])
    environment = {**os.environ, **database, "PERMANENCE_DATA": str(folder)}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "seal"],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _say(what: str, figure: str) -> None:
    print(f"{what:<56} {figure}")  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
