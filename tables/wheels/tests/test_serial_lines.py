"""Readers on a serial device, and behind a device server that speaks RFC 2217."""

import asyncio
import logging
import termios
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tables.registers.entries.reader_addresses import ReaderRules
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.spool import Spool
from testkit.device_server import DeviceServer, Pty
from testkit.wheels import READERS_HERE, RecordingHouse, reported_numbers, running, until

GAME = b"*X;4;011; 4;0;139;0\r\n22\r\n*X;5;011;22;0;139;0\r\n"
NEXT = b"*X;2;012;22;0;138;0\r\n*X;4;012;22;0;139;0\r\n 7\r\n*X;5;012; 7;0;139;0\r\n"
CONNECTED = "reader wheel-1: connected to"

pytestmark = pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")


def heard(
    spool: Spool,
    house: RecordingHouse,
    url: str,
    play: Callable[[], Awaitable[None]],
    rules: ReaderRules = READERS_HERE,
    **options: Any,
) -> None:
    """Run the gateway with one reader at this address for as long as `play` goes."""
    reader = RegisteredReader(
        casino_id=1, code="wheel-1", protocol="slingshot2", url=url, options={"baudrate": 9600, **options}
    )

    async def run() -> None:
        async with running(Gateway(spool, deliver=house.observe, rules=rules, register=lambda: [reader])):
            await play()

    asyncio.run(run())


def numbers(house: RecordingHouse) -> list[int | None]:
    return reported_numbers(list(house.recorded))


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger="tables.wheels.listening")
    return caplog


def test_serial_device_is_heard_at_its_baud_rate_and_told_nothing(
    spool: Spool, log: pytest.LogCaptureFixture
) -> None:
    house = RecordingHouse()
    with Pty() as line:

        async def play() -> None:
            # Opening the device drops what came before, as it would be half a line.
            await until(lambda: CONNECTED in log.text)
            assert line.speed() == termios.B19200
            line.speak(GAME)
            await until(lambda: numbers(house) == [22])

        heard(spool, house, line.device, play, baudrate=19200)
        assert line.said_to_the_wheel() == b"", "a reader's commands move motors"


def test_serial_device_that_is_plugged_in_again_is_heard_again(
    spool: Spool, tmp_path: Path, log: pytest.LogCaptureFixture
) -> None:
    house, path = RecordingHouse(), tmp_path / "ttyUSB0"
    first, second = Pty(), Pty()
    path.symlink_to(first.device)
    rules = ReaderRules(devices=(f"{tmp_path}/ttyUSB*", "/dev/pts/*"))

    async def play() -> None:
        await until(lambda: CONNECTED in log.text)
        first.speak(GAME)
        await until(lambda: numbers(house) == [22])
        # As udev does for a device with a name of its own.
        path.unlink()
        path.symlink_to(second.device)
        first.unplug()
        await until(lambda: log.text.count(CONNECTED) == 2)
        second.speak(NEXT)
        await until(lambda: numbers(house) == [22, 7])

    with first, second:
        heard(spool, house, str(path), play, rules)
    assert "trying again" in log.text


def test_reader_behind_rfc_2217_is_heard_at_its_baud_rate_and_told_nothing(spool: Spool) -> None:
    house = RecordingHouse()
    with Pty() as line, DeviceServer(line.device) as server:
        assert line.speed() == termios.B9600

        async def play() -> None:
            await until(lambda: line.speed() == termios.B19200)
            await until(lambda: bool(spoken(line, house, GAME)))

        heard(spool, house, server.url, play, baudrate=19200)
        assert numbers(house) == [22]
        assert line.said_to_the_wheel() == b"", "the settings of the line are no bytes for the wheel"


def test_line_over_rfc_2217_that_is_lost_and_back_brings_the_next_number(
    spool: Spool, log: pytest.LogCaptureFixture
) -> None:
    house = RecordingHouse()
    with Pty() as line, DeviceServer(line.device) as server:

        async def play() -> None:
            await until(lambda: CONNECTED in log.text)
            await until(lambda: bool(spoken(line, house, GAME)))
            server.drop()
            await until(lambda: log.text.count(CONNECTED) == 2)
            line.speak(NEXT)
            await until(lambda: numbers(house) == [22, 7])

        heard(spool, house, server.url, play)
        assert server.connections == 2


def test_reader_behind_rfc_2217_is_offline_once_its_server_is_away(
    spool: Spool, log: pytest.LogCaptureFixture
) -> None:
    house = RecordingHouse()
    with Pty() as line, DeviceServer(line.device) as server:

        async def play() -> None:
            await until(lambda: CONNECTED in log.text)
            await until(lambda: bool(spoken(line, house, GAME)))
            await asyncio.to_thread(server.close)
            await until(lambda: bool(house.of_kind("reader_offline")))

        heard(spool, house, server.url, play)
    kinds = [one.kind for one in house.recorded if one.kind.startswith("reader_")]
    assert kinds == ["reader_online", "reader_offline"]


def spoken(line: Pty, house: RecordingHouse, data: bytes) -> list[int | None]:
    """Let the wheel send the lines, as long as no number of them was heard: a listener drops what came while it set the
    line. Lines that come again tell nothing new."""
    if not numbers(house):
        line.speak(data)
    return numbers(house)
