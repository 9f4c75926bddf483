"""Readers that send what no reader sends: no other reader loses a message by them, and no memory grows."""

import asyncio
import os
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tables.wheels import listening
from tables.wheels.bounds import Allowance, Rate
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.simulator import Simulator
from tables.wheels.spool import Spool
from tables.wheels.tests.watched import Device, reader_at
from testkit.wheels import READERS_HERE, RecordingHouse, free_port, running, until

BYTES_OF_A_READER = 2_000_000
"""The most memory that a reader may take, whatever it sends. Its queue of reads has 64 times 4,096 bytes."""
GOOD = "good"


@asynccontextmanager
async def beside_a_wheel(
    spool: Spool, house: RecordingHouse, bad: RegisteredReader
) -> AsyncIterator[Callable[[int], Any]]:
    """A gateway with a bad reader and a good wheel, whose numbers are let fall by the function that this yields."""
    from random import Random

    wheel = SimulatedWheel(Random(1), games=0, then_idle=True)
    async with Simulator(wheel) as simulator:
        good = reader_at(f"socket://127.0.0.1:{simulator.port}", code=GOOD)
        gateway = Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [good, bad])

        async def fall(number: int) -> None:
            had = len(house.of_kind("result", reader=GOOD))
            await simulator.fall(number)
            await until(lambda: len(house.of_kind("result", reader=GOOD)) > had)

        async with running(gateway):
            await until(lambda: bool(house.of_kind("rotor_started", reader=GOOD)))
            yield fall


def numbers(house: RecordingHouse, reader: str = GOOD) -> list[int | None]:
    return [one.number for one in house.of_kind("result", reader=reader)]


def cut_off(house: RecordingHouse) -> list[tuple[str, ...]]:
    return [one.warnings for one in house.of_kind("reader_offline", reader="bad") if one.warnings]


LINES = {
    "one long line": b"1" * 4096,
    "NUL": b"\0" * 4096,
    "0xFF": b"\xff" * 4096,
    "UTF-8": b"\xc3\x28\xe2\x82" * 1024,
}
CRLF = {"terminator": "\r\n"}


@pytest.mark.parametrize(
    ("protocol", "options", "piece"),
    [
        pytest.param("slingshot2", {}, LINES["one long line"], id="slingshot2, one long line"),
        pytest.param("slingshot2", {}, LINES["NUL"], id="slingshot2, NUL"),
        pytest.param("slingshot2", {}, LINES["0xFF"], id="slingshot2, 0xFF"),
        pytest.param("plain_result", CRLF, LINES["one long line"], id="plain, one long line"),
        pytest.param("plain_result", CRLF, LINES["NUL"], id="plain, NUL"),
        pytest.param("plain_result", CRLF, LINES["UTF-8"], id="plain, invalid UTF-8"),
        pytest.param("plain_result", {}, LINES["0xFF"], id="plain without terminator, 0xFF"),
        pytest.param("observations", {}, LINES["one long line"], id="observations, one long line"),
        pytest.param("observations", {}, LINES["UTF-8"], id="observations, invalid UTF-8"),
    ],
)
def test_line_of_ten_megabytes_takes_no_memory_and_no_message_of_another_reader(
    spool: Spool, protocol: str, options: dict[str, Any], piece: bytes
) -> None:
    house = RecordingHouse()

    async def play() -> int:
        async with Device() as device:
            bad = reader_at(device.url, code="bad", protocol=protocol, options=options)
            async with beside_a_wheel(spool, house, bad) as fall:
                await device.until_dialled()
                await fall(17)
                tracemalloc.start()
                line, sent = device.lines[-1], 0
                while sent < 10_000_000 and not cut_off(house):
                    if line.transport.get_write_buffer_size() < 65536:
                        line.write(piece)
                        sent += len(piece)
                    # Not drain(): the gateway closes the line, and then nothing takes the rest.
                    await asyncio.sleep(0.0001)
                await fall(22)
                await until(lambda: bool(cut_off(house)))
                line.transport.abort()
                peak = tracemalloc.get_traced_memory()[1]
                tracemalloc.stop()
                await fall(3)
                return peak

    peak = asyncio.run(play())
    assert numbers(house) == [17, 22, 3]
    assert cut_off(house) == [("cut_off_flood",)]
    assert house.of_kind("result", reader="bad") == []
    assert peak < BYTES_OF_A_READER


def test_reader_that_was_cut_off_is_tried_again_and_heard(
    spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "CUT_OFF_S", 0.3)
    house = RecordingHouse()

    async def play() -> None:
        async with Device() as device:
            bad = reader_at(device.url, code="bad", protocol="plain_result", options={"terminator": "\r\n"})
            async with beside_a_wheel(spool, house, bad) as fall:
                await device.until_dialled()
                while not cut_off(house):
                    device.send(os.urandom(65536))
                    await asyncio.sleep(0.005)
                device.hang_up()
                await device.until_dialled()
                device.send(b"\r\n17\r\n")
                await until(lambda: bool(house.of_kind("result", reader="bad")))
                await fall(5)

    asyncio.run(play())
    assert numbers(house, "bad") == [17]
    kinds = [one.kind for one in house.recorded if one.reader == "bad"]
    assert kinds[-2:] == ["reader_online", "result"]


@pytest.mark.parametrize(
    "message", [b"", b"17\r\n"], ids=["silent connections", "connections with a message"]
)
def test_ten_thousand_reconnects_a_minute_cut_the_reader_off_and_take_no_message(
    spool: Spool, message: bytes
) -> None:
    house = RecordingHouse()
    port = free_port()

    async def connect() -> bool:
        try:
            _, line = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return False
        line.write(message)
        line.close()
        return True

    async def play() -> tuple[int, int]:
        bad = reader_at(
            f"listen://127.0.0.1:{port}", code="bad", protocol="plain_result", options={"terminator": "\r\n"}
        )
        async with beside_a_wheel(spool, house, bad) as fall:
            await fall(17)
            tracemalloc.start()
            connected = 0
            while not cut_off(house):
                connected += await connect()
                await asyncio.sleep(60 / 10_000)
            await fall(22)
            refused = not await connect()
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            tasks = len(asyncio.all_tasks())
            assert refused
            assert tasks < 40
            return connected, peak

    connected, peak = asyncio.run(play())
    assert 250 < connected < 1_500
    assert peak < BYTES_OF_A_READER
    assert numbers(house) == [17, 22]
    assert cut_off(house) == [("cut_off_reconnects",)]


def test_display_that_dials_in_for_each_message_is_not_cut_off(spool: Spool) -> None:
    house = RecordingHouse()
    port = free_port()

    async def play() -> None:
        options = {"terminator": "\r\n", "connection_begins": "message"}
        bad = reader_at(f"listen://127.0.0.1:{port}", code="bad", protocol="plain_result", options=options)
        async with beside_a_wheel(spool, house, bad) as fall:
            for number in range(1, 31):
                _, line = await asyncio.open_connection("127.0.0.1", port)
                line.write(f"{number}\r\n".encode())
                await until(lambda: len(house.of_kind("result", reader="bad")) == number)  # noqa: B023
                line.close()
            await fall(17)

    asyncio.run(play())
    assert numbers(house, "bad") == list(range(1, 31))
    assert cut_off(house) == []


def test_newer_line_of_a_reader_that_dials_in_keeps_it_online(
    spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "LOST_FOR_S", 0.1)
    house = RecordingHouse()
    port = free_port()

    async def play() -> None:
        bad = reader_at(f"listen://127.0.0.1:{port}", code="bad", protocol="plain_result", options=CRLF)
        async with beside_a_wheel(spool, house, bad):
            older, first = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: bool(house.of_kind("reader_online", reader="bad")))
            _, second = await asyncio.open_connection("127.0.0.1", port)
            assert await older.read() == b""
            await asyncio.sleep(0.5)
            for line in (first, second):
                line.close()

    asyncio.run(play())
    kinds = [one.kind for one in house.recorded if one.reader == "bad"]
    assert kinds[kinds.index("reader_online") :] == ["reader_online"]


def test_message_with_nul_bytes_is_recorded(spool: Spool) -> None:
    house = RecordingHouse()

    async def play() -> None:
        async with Device() as device:
            options = {"terminator": "\n", "pattern": r"(?s:.*)#(?P<number>\d{1,2})"}
            bad = reader_at(device.url, code="bad", protocol="plain_result", options=options)
            async with beside_a_wheel(spool, house, bad):
                await device.until_dialled()
                device.send(b"\n\0\xff#17\n")
                await until(lambda: bool(house.of_kind("result", reader="bad")))

    asyncio.run(play())
    (result,) = house.of_kind("result", reader="bad")
    assert (result.number, result.raw) == (17, "\\x00\xff#17")


def test_allowance_refills_with_time_up_to_its_rate() -> None:
    allowance = Allowance(Rate(at_once=10, a_second=2))
    assert [allowance.take(10, 0.0), allowance.take(1, 0.0), allowance.take(1, 1.0)] == [True, False, True]
    assert allowance.take(10, 100.0)
    assert not allowance.take(1, 100.1)
    allowance.refill()
    assert allowance.take(10, 100.2)
