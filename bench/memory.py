"""`python -m bench.memory`: the memory of a web process while coups stay open at fifty tables.

Fifty screens show a table each and fetch themselves when they are poked; ten clients of the API place bets and read
tables without a pause. A coup stays open at each table for minutes, so that its bets pile up; then it is played and the
next one opened. The process's resident memory is read each ten seconds. After the first minutes, in which a process
fills its caches, memory must be flat. In a database of its own that is dropped again.
"""

import http.client
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psutil

from bench.browsers import CASINO, bench_browsers
from bench.database import bench_database
from bench.open_screens import OpenScreens
from bench.web import sealer

if TYPE_CHECKING:
    from casino.api.access.clients import NewClient
    from testkit.house import OpenHouse

TABLES = int(os.environ.get("BENCH_TABLES", "50"))
SCREENS, CLIENTS = 50, 10
SECONDS = float(os.environ.get("BENCH_SECONDS", "600"))
EVERY_S = 10.0
COUP_S = float(os.environ.get("BENCH_COUP_SECONDS", "180"))
"""Seconds that a coup stays open: longer than at a real table, so that its bets pile up."""
OPEN_BETS = int(os.environ.get("BENCH_OPEN_BETS", "40"))
"""Bets on the cloth of each table at first."""
TOKEN_S = 300.0
"""After so many seconds a client asks for a new token."""
PAUSE_S = float(os.environ.get("BENCH_PAUSE_SECONDS", "0.05"))
"""Between two requests of a client."""
WARM_UP_PART = 1 / 3
"""The part of the time in which the caches fill."""
GOAL_GROWTH_MB = 40.0
"""Growth of the mean from the second third of the time to the last."""
MB = 1024 * 1024
SETTINGS = {"LOG_LEVEL": "WARNING", "API_REQUESTS_PER_MINUTE": "1000000"}


def main() -> int:
    """Measure and print; return 1 if memory grew."""
    with bench_database("memory"):
        return 0 if measure() else 1


def measure() -> bool:
    """Let screens and clients use the process; return True if its memory was flat."""
    from django.conf import settings
    from django.utils import timezone

    from casino.api.access.clients import create_client
    from casino.api.access.scopes import TABLES_READ, TABLES_WRITE
    from tables.handling.models import Casino
    from testkit.api import serving
    from testkit.floors import many_tables

    os.environ |= SETTINGS
    houses = many_tables(CASINO, TABLES, now=timezone.now(), coups=3)
    for house in houses:
        _place_bets(house, OPEN_BETS)
    boss, _ = bench_browsers()
    signed_in = {"Cookie": f"sessionid={boss.cookies['sessionid'].value}"}
    casino = Casino.objects.get(pk=CASINO)
    made = [
        create_client(name=f"load {number}", casino=casino, scopes=[TABLES_READ, TABLES_WRITE])
        for number in range(CLIENTS)
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), {**SETTINGS, "SECRET_KEY": settings.SECRET_KEY}) as address,
        sealer(Path(folder)),
    ):
        web = _web_process()
        screens = OpenScreens(address, signed_in)
        ended = threading.Event()
        clients = [ApiLoad(address, each, houses[number::CLIENTS], ended) for number, each in enumerate(made)]
        playing = threading.Thread(target=_play, args=(houses, ended))
        try:
            screens.open(
                [
                    (f"/floor/{house.table}/", f"/floor/live?table={house.table}")
                    for house in islice(cycle(houses), SCREENS)
                ]
            )
            for each in (*clients, playing):
                each.start()
            held = [*_memory(web)]
        finally:
            ended.set()
            screens.close()
            for each in (*clients, playing):
                each.join(60)
    return _told(held, screens, clients)


def _place_bets(house: "OpenHouse", number: int) -> None:
    """Place so many bets on the coup that is open."""
    from tables.play import commands as c

    amount = house.rulebook.default_limits.minimum
    for place in range(number):
        house.do(c.PlaceBet(player=f"P{place % 8 + 1}", bet=f"plein:{place % 37}", amount=amount))


def _web_process() -> psutil.Process:
    """Return the web server that this process has started."""
    (web,) = (each for each in psutil.Process().children() if "uvicorn" in each.cmdline())
    return web


def _memory(web: psutil.Process) -> Iterator[float]:
    """Yield the resident memory in MB each ten seconds, and print it each minute."""
    begun = time.monotonic()
    for turn in count():
        held = web.memory_info().rss / MB
        if turn % 6 == 0:
            _say(f"resident memory after {time.monotonic() - begun:4.0f} s", f"{held:9.1f} MB")
        yield held
        if time.monotonic() - begun >= SECONDS:
            return
        time.sleep(EVERY_S)


class ApiLoad(threading.Thread):
    """A system that places bets and reads tables, at its own tables in turn; `answers` are the statuses."""

    def __init__(
        self, address: str, client: "NewClient", houses: "Sequence[OpenHouse]", ended: threading.Event
    ) -> None:
        super().__init__(daemon=True)
        self._address = address
        self._at = urlsplit(address).netloc
        self._client = client
        self._signed_at = -TOKEN_S
        self._houses = houses
        self._ended = ended
        self.answers: dict[int, int] = {}

    def run(self) -> None:
        line = http.client.HTTPConnection(self._at, timeout=60)
        for number, house in zip(count(), cycle(self._houses)):
            if self._ended.wait(PAUSE_S):
                break
            bet = {
                "player": f"P{number % 8 + 1}",
                "bet": f"plein:{number % 37}",
                "amount": house.rulebook.default_limits.minimum,
            }
            try:
                self._ask(line, "POST", f"{house.table}/commands/place-bet", bet, f"{self.name}-{number}")
                if number % 5 == 0:
                    self._ask(line, "GET", house.table)
            except (OSError, http.client.HTTPException):
                line.close()
        line.close()

    def _ask(
        self, line: http.client.HTTPConnection, method: str, path: str, body: object = None, key: str = ""
    ) -> None:
        from testkit.api import token_from

        if time.monotonic() - self._signed_at >= TOKEN_S:
            self._token = token_from(self._address, self._client)
            self._signed_at = time.monotonic()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body)
        line.request(
            method, f"/api/v1/tables/{path}", sent, headers | ({"Idempotency-Key": key} if key else {})
        )
        answer = line.getresponse()
        answer.read()
        self.answers[answer.status] = self.answers.get(answer.status, 0) + 1


def _play(houses: "Sequence[OpenHouse]", ended: threading.Event) -> None:
    """End the open coup of one table after the other, and open the next."""
    from django.db import connection
    from django.utils import timezone

    from tables.play import commands as c

    for turn, house in zip(count(), cycle(houses)):
        if ended.wait(COUP_S / len(houses)):
            break
        for command in (
            c.LaunchBall(),
            c.CloseBets(),
            c.DeclareNumber(number=turn % 37),
            c.ConfirmPayments(),
            c.AnnounceBetsOpen(),
        ):
            try:
                house.do(command, now=timezone.now())
            except Exception as refused:
                _say(f"{house.table}: {type(command).__name__}", repr(refused)[:60])
                break
    connection.close()


def _told(held: Sequence[float], screens: OpenScreens, clients: "Sequence[ApiLoad]") -> bool:
    """Print the figures; return True if memory was flat and everything was answered."""
    third = int(len(held) * WARM_UP_PART)
    middle, last = mean(held[third : 2 * third]), mean(held[2 * third :])
    answers: dict[int, int] = {}
    for client in clients:
        for status, number in client.answers.items():
            answers[status] = answers.get(status, 0) + number
    _say("at first, at most, at last", f"{held[0]:.0f}, {max(held):.0f}, {held[-1]:.0f} MB")
    _say("pages fetched by screens", f"{dict(screens.answers)}, {screens.unanswered} unanswered")
    _say("answers of the API", f"{answers}")
    flat = last - middle <= GOAL_GROWTH_MB
    _say(
        f"growth from the second third to the last, goal {GOAL_GROWTH_MB:g} MB",
        f"{last - middle:9.1f} MB {'met' if flat else 'MISSED'}",
    )
    return flat


def _say(what: str, figure: str) -> None:
    print(f"{what:<64} {figure}", flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
