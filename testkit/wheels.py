"""Helpers for tests of the wheels: a driver that is fed line by line, and casinos that keep their observations."""

import asyncio
import socket
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from tables.play.reader.observation import Kind, Observation
from tables.public_addresses import Allowed
from tables.registers.entries.reader_addresses import Ports, ReaderRules
from tables.wheels.delivery import HouseAway
from tables.wheels.drivers.driver import Driver
from tables.wheels.drivers.slingshot2 import Slingshot2
from tables.wheels.gateway import Gateway

LINE_EVERY_S = 0.5
READERS_HERE = ReaderRules(
    allowed=Allowed.from_words(["127.0.0.0/8"]), ports=(Ports(1, 65535),), devices=("/dev/pts/*",)
)
"""Readers of a test are on this machine."""
NOISE: frozenset[Kind] = frozenset({"rotor_started", "ball_launched", "bets_closed"})
"""Kinds that any good game brings."""


class FedDriver:
    """A driver that is fed lines at the wheel's pace, and all that it made of them."""

    def __init__(self, driver: Driver[Any] | None = None, **options: Any) -> None:
        self.driver = driver or Slingshot2("wheel-1", options)
        self.state = self.driver.fresh()
        self.now = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
        self.observations: list[Observation] = []
        self.complaints: list[str] = []

    def bytes(self, data: bytes) -> list[Observation]:
        """Bytes that come in now."""
        heard = self.driver.feed(self.state, data, self.now)
        self.state = heard.state
        self.observations += heard.observations
        self.complaints += heard.complaints
        return list(heard.observations)

    def line(self, text: str) -> list[Observation]:
        """A line half a second later."""
        self.silence(LINE_EVERY_S)
        return self.bytes(text.encode("latin-1") + b"\r\n")

    def lines(self, text: str, *, seconds: float = LINE_EVERY_S) -> list[Observation]:
        """Send the same line each half second, for so long."""
        return [observed for _ in range(round(seconds / LINE_EVERY_S)) for observed in self.line(text)]

    def silence(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def good_game(self, game: int, before: str, win: str) -> list[Observation]:
        """A game without any fault: its counter, the result before it as the wheel writes it, and its own."""
        observed = self.lines(f"*X;2;{game:03};{before};0;141;0", seconds=8.5)
        observed += self.lines(f"*X;3;{game:03};{before};0;140;0", seconds=3.5)
        observed += self.lines(f"*X;4;{game:03};{before};0;139;0", seconds=26)
        return observed + self.lines(f"*X;5;{game:03};{win};0;138;0", seconds=5)

    def of_kind(self, *kinds: Kind) -> list[Observation]:
        return [observed for observed in self.observations if observed.kind in kinds]


def in_short(observed: list[Observation]) -> list[str]:
    """Return observations as `kind number|missing|warnings`, without those of any good game."""
    return [
        " ".join(
            [one.kind]
            + [str(one.number)] * (one.number is not None)
            + [str(one.missing)] * (one.missing is not None)
            + list(one.warnings)
        )
        for one in observed
        if one.kind not in NOISE
    ]


class RecordingHouse:
    """Casino that keeps each observation once, by its key; it can be away, and refuse some for good.

    It is called from threads.
    """

    def __init__(self) -> None:
        self.recorded: list[Observation] = []
        self.recorded_at: dict[str, float] = {}
        """`time.monotonic()` at which each key came in first."""
        self.deliveries = 0
        self.refuses: Callable[[Observation], bool] = lambda _: False
        self._keys: set[str] = set()
        self._away = False
        self._lock = threading.Lock()

    def observe(self, casino_id: int, reader: str, observation: Observation, now: datetime) -> None:
        with self._lock:
            self.reach()
            if self.refuses(observation):
                raise ValueError(f"the house refuses {observation.key}")
            self.deliveries += 1
            if observation.key not in self._keys:
                self._keys.add(observation.key)
                self.recorded.append(observation)
                self.recorded_at[observation.key] = time.monotonic()

    def reach(self) -> None:
        """Raises HouseAway while the house is away."""
        if self._away:
            raise HouseAway("the house is away")

    @contextmanager
    def away(self) -> Iterator[None]:
        """While this lasts the house cannot be reached."""
        self._away = True
        try:
            yield
        finally:
            self._away = False

    def of_kind(self, *kinds: Kind, reader: str | None = None) -> list[Observation]:
        return [one for one in list(self.recorded) if one.kind in kinds and reader in (None, one.reader)]


class HouseOnDisk:
    """Casino in a file: it keeps each observation once, by its key, and survives killed processes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._connect() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS recorded (place INTEGER PRIMARY KEY, key TEXT UNIQUE, observation BLOB)"
            )
        connection.close()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=30)

    def observe(self, casino_id: int, reader: str, observation: Observation, now: datetime) -> None:
        connection = self._connect()
        with connection:
            connection.execute(
                "INSERT OR IGNORE INTO recorded (key, observation) VALUES (?, ?)",
                (observation.key, msgspec.json.encode(observation)),
            )
        connection.close()

    def recorded(self) -> list[Observation]:
        connection = self._connect()
        rows = connection.execute("SELECT observation FROM recorded ORDER BY place").fetchall()
        connection.close()
        return [msgspec.json.decode(encoded, type=Observation) for (encoded,) in rows]


def reported_numbers(observed: list[Observation]) -> list[int | None]:
    """Return the numbers of a reader's results in order, recovered ones included, and None for each missing one."""
    numbers: list[int | None] = []
    for one in observed:
        if one.kind in ("result", "result_recovered"):
            numbers.append(one.number)
        elif one.kind == "results_missing":
            numbers += [None] * (one.missing or 0)
    return numbers


def agree(fed: list[int | None], fallen: list[int]) -> bool:
    """Return True if the reported numbers are the fallen ones in their order.

    A missing number has no other in its place.
    """
    return len(fed) == len(fallen) and all(
        number in (None, fell) for number, fell in zip(fed, fallen, strict=True)
    )


async def until(condition: Callable[[], bool], *, within_s: float = 20.0, every_s: float = 0.02) -> None:
    """Come back once the condition holds; raises TimeoutError."""
    async with asyncio.timeout(within_s):
        while not condition():  # noqa: ASYNC110 (what is waited for happens in other threads and processes)
            await asyncio.sleep(every_s)


def free_port() -> int:
    """A TCP port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def running(gateway: Gateway) -> AsyncIterator[None]:
    """The gateway at work for as long as this lasts."""
    task = asyncio.create_task(gateway.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled() and task.exception() is not None:
            raise task.exception()  # type: ignore[misc]
