"""Patterns that people enter, on the gateway of all readers: none keeps another reader waiting."""

import asyncio
import threading
from datetime import datetime
from typing import Any

import pytest

from tables.wheels.drivers import DRIVERS
from tables.wheels.drivers.driver import Heard
from tables.wheels.drivers.plain_result import PlainResult, PlainResultState
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.spool import Spool
from testkit.wheels import READERS_HERE, RecordingHouse, reported_numbers, running, until

GAME = b"*X;4;011; 4;0;139;0\r\n22\r\n*X;5;011;22;0;139;0\r\n"


def numbers(house: RecordingHouse, reader: str) -> list[int | None]:
    return reported_numbers([one for one in list(house.recorded) if one.reader == reader])


async def speaking(says: bytes) -> tuple[asyncio.Server, str]:
    """A server that sends this to whoever connects, and its address."""

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(says)
        await reader.read()
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    return server, f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def play(
    spool: Spool, house: RecordingHouse, says: bytes, *, protocol: str, options: dict[str, Any]
) -> None:
    """Run a reader with entered patterns beside a wheel, until the wheel's number is with the house."""
    odd, odd_url = await speaking(says)
    async with asyncio.timeout(20):
        with_pattern = RegisteredReader(
            casino_id=1, code="odd", protocol=protocol, url=odd_url, options=options
        )
        readers = [with_pattern]
        wheel, wheel_url = await speaking(GAME)
        gateway = Gateway(
            spool,
            deliver=house.observe,
            rules=READERS_HERE,
            register=lambda: list(readers),
            register_every_s=0.05,
        )
        async with running(gateway):
            await until(lambda: bool(house.of_kind("reader_online", reader="odd")))
            readers.append(
                RegisteredReader(casino_id=1, code="wheel-1", protocol="slingshot2", url=wheel_url)
            )
            await until(lambda: numbers(house, "wheel-1") == [22])
    for server in (odd, wheel):
        server.close()
        await server.wait_closed()


@pytest.mark.parametrize(
    "pattern", [r"(?P<number>(\d+)+)x", r"(?P<number>(\d|\d\d|\d+)*)x", r"(?P<number>(.*)*)x"]
)
def test_nested_quantifiers_keep_no_other_reader_waiting(pattern: str, spool: Spool) -> None:
    house = RecordingHouse()
    says = (b"1" * 250 + b";") * 1000 + b"17x;"
    asyncio.run(
        play(spool, house, says, protocol="plain_result", options={"pattern": pattern, "terminator": ";"})
    )
    assert numbers(house, "odd") in ([], [17])


def test_driver_with_entered_patterns_is_fed_beside_the_loop(
    spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long such a driver takes, the others are heard meanwhile."""
    heard_of_the_other = threading.Event()

    class Slow(PlainResult):
        def feed(
            self, state: PlainResultState, data: bytes, received_at: datetime
        ) -> Heard[PlainResultState]:
            assert heard_of_the_other.wait(15), "the other reader was not heard while this one was read"
            return super().feed(state, data, received_at)

    class OtherHeard(RecordingHouse):
        def observe(self, casino_id: int, reader: str, observation: Any, now: datetime) -> None:
            super().observe(casino_id, reader, observation, now)
            if observation.reader == "wheel-1" and observation.kind == "result":
                heard_of_the_other.set()

    house = OtherHeard()
    monkeypatch.setitem(DRIVERS, "slow", Slow)
    asyncio.run(play(spool, house, b"17", protocol="slow", options={}))
    assert numbers(house, "wheel-1") == [22]
