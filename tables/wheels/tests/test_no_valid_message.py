"""A reader whose bytes nobody understands is not live: the house learns that, with the bytes."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tables.wheels import valid_messages
from tables.wheels.gateway import Gateway
from tables.wheels.spool import Spool
from tables.wheels.tests.watched import Device, reader_at
from tables.wheels.valid_messages import NO_VALID_MESSAGE, ValidMessages
from testkit.wheels import READERS_HERE, RecordingHouse, running, until

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
CRLF = {"terminator": "\r\n"}


@pytest.fixture
def minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute without a valid message is over at once, and each read is a burst."""
    monkeypatch.setattr(valid_messages, "NO_VALID_S", 0.0)
    monkeypatch.setattr(valid_messages, "BURST_S", -1.0)


def play(  # noqa: PLR0917
    spool: Spool,
    house: RecordingHouse,
    protocol: str,
    options: dict[str, Any],
    noise: bytes,
    then: bytes = b"",
) -> None:
    """Let a device send `noise` until the house knows that nobody understands it, and then something else."""

    async def run() -> None:
        async with Device() as device:
            reader = reader_at(device.url, protocol=protocol, options=options)
            async with running(
                Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [reader])
            ):
                await device.until_dialled()
                while not misunderstood(house):
                    device.send(noise)
                    await asyncio.sleep(0.02)
                if then:
                    device.send(then)
                    await until(lambda: house.recorded[-1].kind != "reader_offline")

    asyncio.run(run())


def misunderstood(house: RecordingHouse) -> list[Any]:
    return [one for one in house.of_kind("reader_offline") if one.warnings == (NO_VALID_MESSAGE,)]


@pytest.mark.parametrize(
    ("protocol", "options", "noise"),
    [
        pytest.param("plain_result", CRLF, b"17\n", id="wrong terminator"),
        pytest.param("plain_result", {"length": 3}, b"1", id="wrong length"),
        pytest.param("plain_result", CRLF, b"\xf8\x00\x80\xf8", id="wrong baud rate"),
        pytest.param("plain_result", CRLF, b"number 17\r\n", id="wrong pattern"),
        pytest.param("slingshot2", {}, b"\xf8\x00\x80\xf8", id="slingshot2, wrong baud rate"),
        pytest.param("slingshot2", {}, b"T:17;OK\r\n", id="slingshot2, another protocol"),
        pytest.param("observations", {}, b'{"kind": "result"}\n', id="observations, no observation"),
    ],
)
def test_reader_that_nobody_understands_is_offline_with_its_bytes(
    spool: Spool, minute: None, protocol: str, options: dict[str, Any], noise: bytes
) -> None:
    house = RecordingHouse()
    play(spool, house, protocol, options, noise)
    (offline,) = misunderstood(house)
    assert noise.decode("latin-1").replace("\0", "\\x00") in offline.raw
    assert len(offline.raw) <= 64 * 4
    assert house.recorded[-1] == offline
    assert house.of_kind("result") == []


def test_reader_that_nobody_understood_is_online_with_its_first_message(spool: Spool, minute: None) -> None:
    house = RecordingHouse()
    play(spool, house, "plain_result", CRLF, b"rubbish\r\n", then=b"22\r\n")
    assert [one.kind for one in house.recorded[-2:]] == ["reader_online", "result"]


def test_new_connection_alone_puts_no_misunderstood_reader_online(spool: Spool, minute: None) -> None:
    house = RecordingHouse()

    async def run() -> None:
        async with Device() as device:
            reader = reader_at(device.url, protocol="plain_result", options=CRLF)
            async with running(
                Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [reader])
            ):
                await device.until_dialled()
                while not misunderstood(house):
                    device.send(b"rubbish\r\n")
                    await asyncio.sleep(0.02)
                device.hang_up()
                await device.until_dialled()
                device.send(b"rubbish\r\nrubbish\r\n")
                await asyncio.sleep(0.2)
                device.send(b"17\r\n")
                await until(lambda: bool(house.of_kind("result")))

    asyncio.run(run())
    assert [one.kind for one in house.recorded] == [
        "reader_online",
        "reader_offline",
        "reader_online",
        "result",
    ]


def test_plain_reader_without_any_byte_stays_live(spool: Spool, minute: None) -> None:
    house = RecordingHouse()

    async def run() -> None:
        async with Device() as device:
            reader = reader_at(device.url, protocol="plain_result", options=CRLF)
            async with running(
                Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [reader])
            ):
                await until(lambda: bool(house.of_kind("reader_online")))
                await asyncio.sleep(0.3)

    asyncio.run(run())
    assert [one.kind for one in house.recorded] == ["reader_online"]


def test_minute_without_a_valid_message_is_counted_from_the_first_bytes() -> None:
    seen = ValidMessages()

    def at(seconds: float) -> bool:
        return seen.arrived(NOON + timedelta(seconds=seconds), valid=False)

    assert [at(0), at(20), at(40), at(59.9)] == [False] * 4
    assert at(60)
    assert seen.missing
    assert not at(80)
    assert not seen.arrived(NOON + timedelta(seconds=90), valid=True)
    assert not seen.missing
    assert [at(100), at(130), at(155), at(161)] == [False, False, False, True]


def test_number_that_a_disturbance_cut_once_is_no_minute_without_a_valid_message() -> None:
    seen = ValidMessages()
    assert not seen.arrived(NOON, valid=False)
    for piece in (70.0, 70.1, 70.2):
        assert not seen.arrived(NOON + timedelta(seconds=piece), valid=False)
