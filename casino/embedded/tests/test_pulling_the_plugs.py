"""Coups while one part after another is killed with -9: nothing lost, nothing twice, all in order.

`make test-long` plays two hundred, with a seed of its own each time.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psycopg
import pytest

from casino.embedded.demonstration_house import CASINO_ID, PASSWORD, PEOPLE, TABLES
from casino.embedded.part import CHECKOUT
from tables.wheels.simulated_wheel import SimulatedWheel
from testkit.one_machine import HouseForTests

COUPS_A_TABLE, COUPS_AT_LENGTH = 5, 40
"""In the short form one part is killed in each coup but the last."""
SPEED = 5
"""A coup of 43 seconds lasts nine: time enough for a killed gateway to be back before two have gone by."""
BETWEEN_TURNS_S = 1.0
BETWEEN_LOOKS_S = 1.0
"""Seconds: the work of the pages between them is most of what this test takes."""
KILLED = ("gateway", "database", "worker", "web")
PROJECTIONS = ("board", "payout_sheet", "permanence")

NUMBERS = """
    SELECT split_part(stream_id, '/', 2), (data->>'number')::int, (data->>'coup')::int
    FROM event WHERE type = 'number_fell' AND NOT metadata::jsonb ? 'simulated' ORDER BY stream_id, version
"""
"""What the wheels brought: the demonstration's yesterday, which is simulated, is left out."""


@pytest.fixture
def coups(thorough: bool) -> int:
    """How many coups each table plays."""
    return COUPS_AT_LENGTH if thorough else COUPS_A_TABLE


@pytest.fixture
def house(house_folder: Path, coups: int, seed: int) -> Iterator[HouseForTests]:
    wheels = {
        "WHEEL_SPEED": str(SPEED),
        "WHEEL_OPTIONS": f"--games {coups} --then-idle --seed {seed}",
    }
    house = HouseForTests(house_folder, environment={**wheels, "SHIFT_SWEEP_SECONDS": "1"})
    yield house
    if house.parts() or house.left_running():
        house.close(seconds=60)


class PitBoss:
    """Somebody at the screen who bets, pays and chooses all the while, and goes on when the house is back."""

    BETS = (("rouge", "10"), ("pair", "20"), ("plein:0", "5"), ("tiers", "5"))

    def __init__(self, house: HouseForTests) -> None:
        self.address = f"http://127.0.0.1:{house.port}"
        self.cookies = CookieJar()
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies))
        self.done = 0
        self._leave = threading.Event()
        self._thread = threading.Thread(target=self._work)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        self._sign_in()
        self._thread.start()
        try:
            yield
        finally:
            self._leave.set()
            self._thread.join()

    def _sign_in(self) -> None:
        self.browser.open(f"{self.address}/sign-in/").read()
        self._post("/sign-in/", username=PEOPLE[0].sign_in, password=PASSWORD)

    def _post(self, path: str, **form: str) -> None:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        body = urlencode({**form, "csrfmiddlewaretoken": str(token)}).encode()
        self.browser.open(f"{self.address}{path}", body, timeout=10).read()

    def _work(self) -> None:
        turn = 0
        while not self._leave.is_set():
            turn += 1
            for table in ("CA1", "VE1", "RA1"):
                for code, chip in self.BETS:
                    self._ask(table, "place-bet", player="P1", bet=code, chip=chip, key=f"{turn}-{code}")
                self._ask(table, "payments-confirmed")
                for ref in self._in_prison(table)[:1]:
                    self._ask(table, "choose-prison", ref=ref, choice="partage")
            self._leave.wait(BETWEEN_TURNS_S)

    def _in_prison(self, table: str) -> list[str]:
        return re.findall(r'id="prison-(b[0-9]+)"', self._page(table))

    def _page(self, table: str) -> str:
        """The table's page; nothing while the house is away."""
        try:
            return str(self.browser.open(f"{self.address}/floor/{table}/", timeout=10).read().decode())
        except (OSError, HTTPException):
            return ""

    def _ask(self, table: str, command: str, **form: str) -> None:
        try:
            self._post(f"/floor/{table}/do/{command}", **form)
            self.done += 1
        except urllib.error.HTTPError as refusal:
            refusal.close()
            assert refusal.code in (422, 500, 503), f"{command}: {refusal.code}"
        except (OSError, HTTPException):  # killed before its answer, or in the middle of it
            self._leave.wait(0.1)


class Chief(PitBoss):
    """Somebody who looks whether a number waits and confirms it: what the reader recovered settles no bet by itself."""

    WAITS = re.compile(r"The reader gives ([0-9]+) for coup ([0-9]+)")

    def _work(self) -> None:
        while not self._leave.wait(BETWEEN_LOOKS_S):
            for table in ("CA1", "VE1", "RA1"):
                if waits := self.WAITS.search(self._page(table)):
                    self._ask(table, "number", number=waits[1], coup=waits[2])


def thrown(coups: int, seed: int) -> list[int]:
    """The numbers that every one of the wheels brings, from the wheel itself."""
    wheel = SimulatedWheel(Random(str(seed)), games=coups, then_idle=True)
    while len(wheel.fallen) < coups:
        wheel.tick()
    return [int(number) for _, number in wheel.fallen]


def results(house: HouseForTests) -> list[tuple[str, int, int]]:
    """(table, number, coup) of every number in the record; none while the database is away."""
    try:
        with psycopg.connect(house.database_url) as connection:
            return connection.execute(NUMBERS).fetchall()
    except psycopg.OperationalError:
        return []


def manage(house: HouseForTests, *arguments: str) -> str:
    """A management command on the house's own database; what it printed."""
    environment = house.environment | {"DATABASE_URL": "", "PATH": os.environ["PATH"]}
    environment.pop("DATABASE_URL")
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long_form
def test_coups_stand_in_order_while_every_part_is_killed(house: HouseForTests, coups: int, seed: int) -> None:
    house.open()
    wanted = coups * len(TABLES)
    pit_boss, chief = PitBoss(house), Chief(house)
    with pit_boss.at_work(), chief.at_work():
        for nth, part in enumerate(KILLED, start=1):
            so_far = wanted * nth // (len(KILLED) + 1)
            house.wait_until(
                partial(lambda count: len(results(house)) >= count, so_far), 300, f"{so_far} results"
            )
            house.kill(part)
            house.wait_for_words(f"{part} is back", 120)
        house.wait_until(lambda: len(results(house)) >= wanted, 300, f"{wanted} results")
    assert pit_boss.done > wanted

    brought = thrown(coups, seed)
    by_table: dict[str, list[tuple[int, int]]] = {table.code: [] for table in TABLES}
    for table, number, coup in results(house):
        by_table[table].append((number, coup))
    for table, lines in by_table.items():
        assert [number for number, _ in lines] == brought, f"{table} has not what its wheel brought"
        assert [coup for _, coup in lines] == list(range(1, coups + 1)), f"{table} has not each coup once"

    for name in PROJECTIONS:
        said = manage(house, "rebuild", name, "--casino", str(CASINO_ID))
        assert "equal to what stood live" in said, said
    assert house.close(signal.SIGINT) == 0
    assert house.left_running() == []
