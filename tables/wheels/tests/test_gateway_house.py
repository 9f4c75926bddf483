"""The gateway and the real house: register, table and record."""

import asyncio
import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from tables.handling.models import WheelReader
from tables.play.reader.observation import Observation
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.house import deliver_to_house, read_register
from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.simulator import Simulator
from tables.wheels.spool import Spool
from testkit.house import OpenHouse
from testkit.wheels import running, until

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parents[3]
NO_DATABASE = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


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
            async with running(Gateway(spool, deliver=deliver, register=register)):
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
