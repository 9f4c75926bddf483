"""The gateway and the real house: register, table and record."""

import asyncio
import os
import select
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from tables.handling.models import WheelReader
from tables.play import commands as c
from tables.play.reader.observation import Observation
from tables.wheels.delivery import HouseAway
from tables.wheels.drivers import plain_resent
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.house import deliver_to_house, read_register
from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.simulator import Simulator
from tables.wheels.spool import Spool
from testkit.house import OpenHouse
from testkit.wheels import READERS_HERE, running, until

ROOT = Path(__file__).parents[3]
NO_DATABASE = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


@pytest.mark.servers
def test_a_number_that_falls_on_a_wheel_stands_on_its_table(house: OpenHouse, tmp_path: Path) -> None:
    delivered: list[str] = []

    def deliver(casino_id: int, reader: str, observation: Observation, now: datetime) -> None:
        try:
            deliver_to_house(casino_id, reader, observation, now)
            delivered.append(observation.kind)
        finally:
            connection.close()  # the gateway's threads keep theirs; here the test's database must be free again

    def register() -> list[RegisteredReader]:
        try:
            return [reader for reader in read_register() if reader.casino_id == house.casino_id]
        finally:
            connection.close()

    async def play(spool: Spool) -> None:
        async with Simulator(SimulatedWheel(Random(1), games=0, then_idle=True)) as simulator:
            await asyncio.to_thread(_point_reader_at, simulator.port)
            async with running(Gateway(spool, deliver=deliver, rules=READERS_HERE, register=register)):
                await until(lambda: simulator.listeners == 1)
                await simulator.fall(17)
                await until(lambda: "result" in delivered)

    def _point_reader_at(port: int) -> None:
        WheelReader.objects.filter(casino_id=house.casino_id).update(url=f"socket://127.0.0.1:{port}")
        connection.close()

    spool = Spool(tmp_path / "spool.sqlite3")
    asyncio.run(play(spool))
    spool.close()
    assert house.state.last_coup is not None
    assert (house.state.number, house.state.last_coup.source) == (17, "reader")


class Display:
    """A display that sends what it is told to, to whoever dials in last."""

    def __init__(self) -> None:
        self.line: asyncio.StreamWriter | None = None

    async def answer(self, _: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        self.line = line

    def send(self, data: bytes) -> None:
        assert self.line is not None
        self.line.write(data)

    def close(self) -> None:
        assert self.line is not None
        self.line.transport.abort()


@pytest.mark.servers
def test_a_display_that_sends_its_number_again_pays_once(
    casino_id: int, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A number that comes at once on a new connection would be in doubt.
    monkeypatch.setattr(plain_resent, "AT_ONCE_S", 0.0)
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now() - timedelta(minutes=1))
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:22", amount=1000))
    house.do(c.LaunchBall())
    house.do(c.CloseBets())
    delivered: list[int | None] = []

    def deliver(casino_id: int, reader: str, observation: Observation, now: datetime) -> None:
        try:
            deliver_to_house(casino_id, reader, observation, now)
            delivered.append(observation.number)
        finally:
            connection.close()

    def register() -> list[RegisteredReader]:
        try:
            return [reader for reader in read_register() if reader.casino_id == casino_id]
        finally:
            connection.close()

    def next_bets(port: int = 0) -> None:
        if port:
            readers = WheelReader.objects.filter(casino_id=casino_id)
            url = f"socket://127.0.0.1:{port}"
            readers.update(url=url, protocol="plain_result", options={"terminator": "\r\n"})
        else:
            house.now = timezone.now()
            house.do(c.ConfirmPayments())
            house.do(c.AnnounceBetsOpen())
            house.do(c.PlaceBet(player="P1", bet="plein:22", amount=1000))
        connection.close()

    async def play(spool: Spool) -> None:
        display = Display()
        server = await asyncio.start_server(display.answer, "127.0.0.1", 0)
        await asyncio.to_thread(next_bets, server.sockets[0].getsockname()[1])
        async with running(Gateway(spool, deliver=deliver, rules=READERS_HERE, register=register)):
            await until(lambda: display.line is not None)
            display.send(b"5\r\n22\r\n")
            await until(lambda: delivered.count(22) == 1)
            await asyncio.to_thread(next_bets)
            display.send(b"22\r\n")
            await until(lambda: delivered.count(22) == 2)
        server.close()
        display.close()

    spool = Spool(tmp_path / "spool.sqlite3")
    asyncio.run(play(spool))
    spool.close()
    assert (house.state.numbers, house.state.payments_open, len(house.state.bets)) == ((22,), (), 2)
    (waits,) = house.state.doubted
    assert (waits.number, waits.coup) == (22, 2)
    assert waits.doubts[:2] == ("repeated", "no_launch")


def test_only_enabled_readers_are_listened_to(house: OpenHouse) -> None:
    assert [reader.code for reader in read_register() if reader.casino_id == house.casino_id] == [
        house.reader
    ]
    WheelReader.objects.filter(casino_id=house.casino_id).update(enabled=False)
    assert [reader for reader in read_register() if reader.casino_id == house.casino_id] == []


def test_a_database_that_cannot_be_reached_is_a_house_away() -> None:
    ask = (
        "import django; django.setup()\n"
        "from tables.wheels.house import read_register\n"
        "from tables.wheels.delivery import HouseAway\n"
        "try: read_register()\n"
        "except HouseAway as away: print('away:', away)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=ROOT,
        env={**NO_DATABASE, "DJANGO_SETTINGS_MODULE": "casino.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.startswith("away: connection failed")


class NoisyLine:
    """A line to the database on which every answer turns to noise while it is `noisy`."""

    def __init__(self, host: str, port: int) -> None:
        self.noisy = False
        self._host, self._port = host, port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(20)
        self.port = self._listening.getsockname()[1]

    def carry_one_client(self) -> None:
        client, _ = self._listening.accept()
        if self._host.startswith("/"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(f"{self._host}/.s.PGSQL.{self._port}")
        else:
            server = socket.create_connection((self._host, self._port))
        with client, server:
            while ready := select.select([client, server], [], [])[0]:
                if not (said := ready[0].recv(65536)):
                    return
                other = server if ready[0] is client else client
                other.sendall(b"\xff" * 28 if self.noisy and other is client else said)

    def close(self) -> None:
        self._listening.close()


@pytest.mark.servers
def test_a_line_that_breaks_in_the_middle_of_an_answer_is_a_house_away(house: OpenHouse) -> None:
    """What libpq says of it has no SQLSTATE, so that it is no kind of its own among the database's errors."""
    info = connection.connection.info
    line = NoisyLine(info.host, info.port)

    def gateways_thread() -> None:
        connection.settings_dict = {**connection.settings_dict, "HOST": "127.0.0.1", "PORT": line.port}
        try:
            assert read_register()
            line.noisy = True
            with pytest.raises(HouseAway, match="lost synchronization with server") as away:
                read_register()
            assert type(away.value.__cause__) is DatabaseError
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        carrying = threads.submit(line.carry_one_client)
        threads.submit(gateways_thread).result(30)
        carrying.result(30)
    line.close()


def test_the_command_starts_with_the_database_away_and_stops_when_told_to(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "wheel_gateway", "--spool", str(tmp_path / "spool.sqlite3")]
    with subprocess.Popen(
        command, cwd=ROOT, env=NO_DATABASE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as gateway:
        assert gateway.stdout is not None
        lines = []
        for line in gateway.stdout:
            lines.append(line)
            if "keeping to the last one" in line:
                gateway.send_signal(signal.SIGTERM)
        assert gateway.wait(timeout=20) == 0
    assert "wheel gateway ready, 0 observations wait" in lines[0]
    assert not any("Traceback" in line for line in lines)
