"""Readers on a serial device, and behind a device server that speaks RFC 2217."""

import asyncio
import logging
import os
import socket
import threading
import tty

import pytest
import serial
from serial.rfc2217 import PortManager

from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.spool import Spool
from testkit.wheels import READERS_HERE, RecordingHouse, reported_numbers, running, until

GAME = b"*X;4;011; 4;0;139;0\r\n22\r\n*X;5;011;22;0;139;0\r\n"


def test_a_serial_device_is_heard(spool: Spool, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="tables.wheels.listening")
    house = RecordingHouse()
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    reader = RegisteredReader(
        casino_id=1, code="wheel-1", protocol="slingshot2", url=os.ttyname(theirs), options={"baudrate": 9600}
    )

    async def play() -> None:
        async with running(
            Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [reader])
        ):
            # Opening the device drops what came before, as it would be half a line.
            await until(lambda: "connected to" in caplog.text)
            os.write(ours, GAME)
            await until(lambda: reported_numbers(list(house.recorded)) == [22])

    try:
        asyncio.run(play())
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_a_reader_behind_rfc_2217_is_heard(spool: Spool) -> None:
    house = RecordingHouse()
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"rfc2217://127.0.0.1:{server.getsockname()[1]}"
        serving = threading.Thread(target=_serve_rfc2217, args=(server,))
        serving.start()
        reader = RegisteredReader(casino_id=1, code="wheel-1", protocol="slingshot2", url=url)

        async def play() -> None:
            async with running(
                Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [reader])
            ):
                await until(lambda: reported_numbers(list(house.recorded)) == [22])

        asyncio.run(play())
        serving.join(timeout=60)
        assert not serving.is_alive(), "the line is given back when the gateway ends"


def _serve_rfc2217(server: socket.socket) -> None:
    """A device server: its own serial line is a loop, on which the wheel speaks once the listener has settled."""
    line, _ = server.accept()
    with line, serial.serial_for_url("loop://", timeout=0) as port:

        class Answers:
            def write(self, data: bytes) -> None:
                line.sendall(data)

        # The stubs ask for the classes of the other side.
        manager = PortManager(port, Answers())  # type: ignore[arg-type]
        spoken = False
        while data := line.recv(1024):
            list(manager.filter(data))
            if not spoken and b"\xff\xfa\x2c\x0c\x02" in data:
                spoken = True
                line.sendall(b"".join(manager.escape(GAME)))
