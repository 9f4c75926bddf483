"""A gateway whose lines people watch, on the test's database, and a device that sends what a test tells it to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, ParamSpec, Self, TypeVar

from django.db import connection

from tables.wheels.desk import desk_of
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.spool import Spool
from tables.wheels.turns import Orders, Turn
from testkit.wheels import READERS_HERE, RecordingHouse, running, until

P = ParamSpec("P")
T = TypeVar("T")

LINE = "*X;2;011; 4;0;141;0\r\n"


async def asked(question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Ask the database in a thread that leaves no connection behind."""

    def ask() -> T:
        try:
            return question(*args, **kwargs)
        finally:
            connection.close()

    return await asyncio.to_thread(ask)


async def until_asked(question: Callable[[], T], within_s: float = 20.0) -> T:
    """Ask the database again and again until the answer is true; return it. Raises TimeoutError."""
    async with asyncio.timeout(within_s):
        while not (answer := await asked(question)):  # noqa: ASYNC110 (what is waited for happens in the database)
            await asyncio.sleep(0.05)
    return answer


class Device:
    """A device server that a gateway dials. It sends to whoever connected last."""

    def __init__(self) -> None:
        self.lines: list[asyncio.StreamWriter] = []
        self.closed = 0
        """Number of lines that have ended."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.hang_up()

    async def _answer(self, other: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        self.lines.append(line)
        with suppress(OSError):
            await other.read()
        self.closed += 1

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self.port}"

    def send(self, data: bytes) -> None:
        self.lines[-1].write(data)

    def hang_up(self) -> None:
        for line in self.lines:
            line.transport.abort()
        self.lines.clear()

    async def until_dialled(self) -> None:
        await until(lambda: bool(self.lines))


def reader_at(url: str, casino_id: int = 1, code: str = "W-1", **fields: Any) -> RegisteredReader:
    return RegisteredReader(casino_id=casino_id, code=code, url=url, **{"protocol": "slingshot2", **fields})


@asynccontextmanager
async def watched_gateway(
    spool: Spool,
    *readers: RegisteredReader,
    house: RecordingHouse | None = None,
    name: str = "here",
    casino_id: int | None = None,
    **options: Any,
) -> AsyncIterator[Gateway]:
    """A gateway at work whose turns follow each other fast."""
    desk = desk_of(name, spool.identity(), casino_id)

    def take(turn: Turn) -> Orders:
        try:
            return desk(turn)
        finally:
            connection.close()

    house = house or RecordingHouse()
    gateway = Gateway(
        spool,
        deliver=house.observe,
        rules=READERS_HERE,
        register=lambda: list(readers),
        desk=take,
        desk_every_s=0.05,
        **options,
    )
    async with running(gateway):
        yield gateway
