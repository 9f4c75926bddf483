"""Addresses that the gateway does not connect to: by their form, by the settings, and by the host of a name."""

import asyncio
import logging
import os
import socket
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tables.public_addresses import Allowed
from tables.refusal import Refusal
from tables.registers.entries.reader_addresses import ReaderRules
from tables.wheels.gateway import Gateway, RefusedReader, RegisteredReader
from tables.wheels.house import forget_gateway, reports_from
from tables.wheels.models import GatewayReport
from tables.wheels.spool import Spool
from tables.wheels.spool_keeper import SpoolReport
from testkit.wheels import READERS_HERE, RecordingHouse, free_port, reported_numbers, running, until

GAME = b"*X;4;011; 4;0;139;0\r\n22\r\n*X;5;011;22;0;139;0\r\n"
EVERY_S = 0.05


def registered(url: str, code: str = "wheel-1", **more: Any) -> RegisteredReader:
    return RegisteredReader(
        casino_id=1, code=code, protocol=more.pop("protocol", "slingshot2"), url=url, **more
    )


class Reports:
    """The reports of a gateway, the newest last."""

    def __init__(self) -> None:
        self.refused: list[tuple[RefusedReader, ...]] = []

    def take(self, spool: SpoolReport, refused: tuple[RefusedReader, ...]) -> None:
        self.refused.append(refused)

    @property
    def newest(self) -> dict[str, str]:
        """The code of the refusal by the reader's code."""
        return {each.reader: each.refusal.code for each in self.refused[-1]} if self.refused else {}


def gateway_for(
    spool: Spool, house: RecordingHouse, reports: Reports, readers: list[RegisteredReader], rules: ReaderRules
) -> Gateway:
    return Gateway(
        spool,
        deliver=house.observe,
        register=lambda: list(readers),
        rules=rules,
        report=reports.take,
        register_every_s=EVERY_S,
    )


@asynccontextmanager
async def wheel() -> AsyncIterator[tuple[int, list[str]]]:
    """A wheel on a port of this machine, and the addresses of those that connected to it; each is sent a game."""
    peers: list[str] = []

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peers.append(writer.get_extra_info("peername")[0])
        writer.write(GAME)
        await reader.read()
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], peers
    finally:
        server.close()
        await server.wait_closed()


def test_old_entries_that_break_a_rule_are_not_connected_to_and_reported(
    spool: Spool, tmp_path: Path
) -> None:
    house, reports = RecordingHouse(), Reports()
    elsewhere = tmp_path / "ttyUSB0"
    elsewhere.symlink_to("/dev/zero")
    a_file = tmp_path / "ttyUSB1"
    a_file.write_text("root:x:0:0")
    rules = ReaderRules(allowed=Allowed.from_words(["10.0.0.0/8"]), devices=(f"{tmp_path}/ttyUSB*",))
    broken = {
        "form": (registered("loop://?logging=debug", "form"), "reader-address-malformed"),
        "bracket": (registered("socket://[::1", "bracket"), "reader-address-malformed"),
        "host": (registered("socket://127.0.0.1:5432", "host"), "reader-host-not-allowed"),
        "awaited": (registered("listen://0.0.0.0:9400", "awaited"), "reader-awaited-at-host-not-allowed"),
        "detour": (registered("/dev/../etc/passwd", "detour"), "reader-device-indirect"),
        "link": (registered(str(elsewhere), "link"), "reader-device-not-allowed"),
        "file": (registered(str(a_file), "file"), "reader-device-not-serial"),
        "pattern": (
            registered(
                "socket://10.0.0.7:4001", "pattern", protocol="plain_result", options={"pattern": r"(\d)\1"}
            ),
            "reader-pattern-malformed",
        ),
        "rate": (registered("/dev/ttyUSB0", "rate", options={"baudrate": -1}), "reader-options-malformed"),
        "protocol": (registered("/dev/ttyUSB0", "protocol", protocol="telex"), "reader-options-malformed"),
    }
    readers = [reader for reader, _ in broken.values()]

    async def play() -> None:
        async with running(gateway_for(spool, house, reports, readers, rules)):
            await until(lambda: reports.newest == {name: code for name, (_, code) in broken.items()})
            offline = {*broken} - {"protocol"}
            await until(lambda: {one.reader for one in house.of_kind("reader_offline")} == offline)
            readers.clear()
            await until(lambda: reports.newest == {})

    asyncio.run(play())


def test_reader_is_connected_and_reported_no_longer_once_its_entry_fits_the_rules(spool: Spool) -> None:
    house, reports = RecordingHouse(), Reports()

    async def play() -> None:
        async with wheel() as (port, _):
            readers = [registered(f"socket://127.0.0.1:{port}/")]
            async with running(gateway_for(spool, house, reports, readers, READERS_HERE)):
                await until(lambda: reports.newest == {"wheel-1": "reader-address-malformed"})
                readers[:] = [registered(f"socket://127.0.0.1:{port}")]
                await until(lambda: reported_numbers(list(house.recorded)) == [22])
                await until(lambda: reports.newest == {})

    asyncio.run(play())


def names(places: Callable[[int], str], asked: list[str]) -> Callable[..., Any]:
    """A resolver: the address of each look-up by its count; literal addresses are themselves."""
    real = socket.getaddrinfo

    def look_up(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if host != "wheel.example":
            return real(host, port, *args, **more)
        asked.append(host)
        return real(places(len(asked)), port, *args, **more)

    return look_up


def test_name_is_looked_up_once_for_each_connection_and_the_checked_address_is_used(
    spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each further look-up would lead to another address, on which nothing may be reached."""
    house, reports, asked = RecordingHouse(), Reports(), list[str]()
    monkeypatch.setattr(
        "socket.getaddrinfo", names(lambda time: "127.0.0.1" if time == 1 else "127.9.9.9", asked)
    )
    rules = ReaderRules(allowed=Allowed.from_words(["127.0.0.1"]))

    async def play() -> None:
        async with wheel() as (port, _):
            readers = [registered(f"socket://wheel.example:{port}")]
            async with running(gateway_for(spool, house, reports, readers, rules)):
                await until(lambda: reported_numbers(list(house.recorded)) == [22])
                assert asked == ["wheel.example"]

    asyncio.run(play())


@pytest.mark.parametrize("scheme", ["socket", "listen", "rfc2217"])
def test_name_that_leads_inside_is_not_connected_to(
    scheme: str, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, reports, asked = RecordingHouse(), Reports(), list[str]()
    monkeypatch.setattr("socket.getaddrinfo", names(lambda _: "127.0.0.1", asked))
    codes = {"listen": "reader-awaited-at-host-not-allowed"}

    async def play() -> None:
        async with wheel() as (wheels_port, peers):
            port = free_port() if scheme == "listen" else wheels_port
            readers = [registered(f"{scheme}://wheel.example:{port}")]
            async with running(gateway_for(spool, house, reports, readers, ReaderRules())):
                await until(lambda: len(asked) >= 3)
                await until(
                    lambda: reports.newest == {"wheel-1": codes.get(scheme, "reader-host-not-allowed")}
                )
                if scheme == "listen":
                    with pytest.raises(ConnectionRefusedError):
                        await asyncio.open_connection("127.0.0.1", port)
            assert peers == []

    asyncio.run(play())


def test_device_is_opened_at_the_end_of_its_links(
    spool: Spool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As udev makes them: /dev/serial/by-id has links to devices in /dev."""
    caplog.set_level(logging.INFO, logger="tables.wheels.listening")
    house, reports = RecordingHouse(), Reports()
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-reader").symlink_to(os.ttyname(theirs))
    reader = registered(str(by_id / "usb-reader"))
    rules = ReaderRules(devices=(f"{by_id}/*", "/dev/pts/*"))

    async def play() -> None:
        async with running(gateway_for(spool, house, reports, [reader], rules)):
            # Opening the device drops what came before.
            await until(lambda: "connected to" in caplog.text)
            os.write(ours, GAME)
            await until(lambda: reported_numbers(list(house.recorded)) == [22])

    try:
        asyncio.run(play())
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.django_db
def test_report_has_the_refused_readers() -> None:
    report = reports_from("pit-1 /spool")
    refusal = Refusal(code="reader-address-malformed", parameters={"address": "socket://[::1"})
    report(SpoolReport(), (RefusedReader(casino_id=1, reader="wheel-1", refusal=refusal),))
    assert GatewayReport.objects.get().refused_readers == [
        {
            "casino_id": 1,
            "reader": "wheel-1",
            "refusal": {"code": "reader-address-malformed", "parameters": {"address": "socket://[::1"}},
        }
    ]
    report(SpoolReport(), ())
    assert GatewayReport.objects.get().refused_readers == []
    assert forget_gateway("pit-1 /spool")
