"""A gateway sends heartbeats as long as its calls of the database end, with whatever result."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest

from tables.play.reader.observation import Observation
from tables.wheels import gateway
from tables.wheels.gateway import Gateway
from tables.wheels.simulator import Simulator
from tables.wheels.spool import Spool
from tables.wheels.tests.test_gateway import dialled, idle_wheel
from testkit.wheels import READERS_HERE, RecordingHouse, running, until

BEATS = 20


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket at which heartbeats arrive, often, and stop soon."""
    monkeypatch.setattr(gateway, "BEAT_EVERY_S", 0.01)
    monkeypatch.setattr(gateway, "STUCK_AFTER_S", 0.5)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield listening


def heard(supervisor: socket.socket) -> int:
    """The number of heartbeats since the last call."""
    beats = 0
    with suppress(BlockingIOError):
        while supervisor.recv(100):
            beats += 1
    return beats


def test_gateway_sends_heartbeats_while_the_database_is_away(spool: Spool, supervisor: socket.socket) -> None:
    house, beats = RecordingHouse(), 0

    def enough() -> bool:
        nonlocal beats
        beats += heard(supervisor)
        return beats > BEATS

    async def play() -> None:
        async with Simulator(idle_wheel()) as simulator:
            at_work = Gateway(
                spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [dialled(simulator)]
            )
            async with running(at_work):
                with house.away():
                    await until(lambda: simulator.listeners == 1)
                    await simulator.fall(17)
                    await until(lambda: spool.count_waiting() > 0)
                    heard(supervisor)
                    await until(enough)

    asyncio.run(play())


def test_gateway_sends_no_heartbeat_while_a_delivery_does_not_end(
    spool: Spool, supervisor: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    goes_on = threading.Event()

    def deliver(casino_id: int, reader: str, observation: Observation, now: datetime) -> None:
        goes_on.wait()

    def complaints() -> int:
        return caplog.text.count("a call of the database has not ended")

    async def play() -> None:
        async with Simulator(idle_wheel()) as simulator:
            at_work = Gateway(
                spool, deliver=deliver, rules=READERS_HERE, register=lambda: [dialled(simulator)]
            )
            async with running(at_work):
                await until(lambda: simulator.listeners == 1)
                await simulator.fall(17)
                await until(lambda: complaints() > 0)
                heard(supervisor)
                await until(lambda: complaints() > BEATS)
                assert heard(supervisor) == 0
                goes_on.set()
                await until(lambda: heard(supervisor) > 0)

    try:
        asyncio.run(play())
    finally:
        goes_on.set()
