"""An MQTT broker of a test's own: Mosquitto on free ports, and what publishes to it."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path

import aiomqtt
import pytest

from casino.one_machine.lifeline import dies_with_parent
from casino.one_machine.ports import free_port
from testkit.certificates import Authority
from testkit.stream import wait_until

PATIENCE_S = 20.0
USER, PASSWORD = "gateway", "a long secret of the house"
CONFIGURATION = """
{user}
persistence true
persistence_location {folder}/
autosave_on_changes true
autosave_interval 1
log_dest file {folder}/mosquitto.log
per_listener_settings true
listener {port} 127.0.0.1
allow_anonymous true
listener {tls} 127.0.0.1
allow_anonymous false
cafile {folder}/authority.pem
certfile {folder}/server.pem
keyfile {folder}/server.key
require_certificate true
use_identity_as_username true
listener {closed} 127.0.0.1
allow_anonymous false
password_file {folder}/passwords
"""


class Mosquitto:
    """A broker with three listeners: `port` is open, `tls` wants a certificate of `authority`, and `closed` a password.

    The certificate of `tls` is for the name localhost.
    """

    def __init__(self, program: str, folder: Path) -> None:
        self.port, self.tls, self.closed = free_port(), free_port(), free_port()
        self.authority, self.folder = Authority(), folder
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(exist_ok=True)
        (folder / "authority.pem").write_bytes(self.authority.pem)
        self.authority.write_server("localhost", folder / "server.pem", folder / "server.key")
        self.authority.write_server("gateway", folder / "gateway.pem", folder / "gateway.key")
        passwords = folder / "passwords"
        passwords.touch(mode=0o600)
        subprocess.run(
            [_program("mosquitto_passwd"), "-b", str(passwords), USER, PASSWORD],
            check=True,
            capture_output=True,
        )
        user = "user root" if os.geteuid() == 0 else ""
        text = CONFIGURATION.format(
            folder=folder, user=user, port=self.port, tls=self.tls, closed=self.closed
        )
        (folder / "mosquitto.conf").write_text(text)

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._program, "-c", str(self.folder / "mosquitto.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=dies_with_parent(signal.SIGTERM),  # noqa: PLW1509  one system call, no Python lock
        )
        wait_until(lambda: all(map(_listens, (self.port, self.tls, self.closed))), "Mosquitto listens")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(PATIENCE_S)
            self._process = None

    def log(self) -> str:
        return (self.folder / "mosquitto.log").read_text(errors="replace")

    @asynccontextmanager
    async def publisher(self) -> AsyncIterator[aiomqtt.Client]:
        """A client that publishes on the open listener."""
        async with aiomqtt.Client("127.0.0.1", self.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
            yield client


class HeldEar:
    """A receiver whose disk is not done before the test sets it free."""

    def __init__(self) -> None:
        self.connections = 0
        self.heard: list[bytes] = []
        self.disk = asyncio.Event()

    async def connected(self, at: datetime, *, whole: bool = False, peer: str = "") -> None:
        assert whole
        self.connections += 1

    async def arrived(self, data: bytes, at: datetime) -> None:
        self.heard.append(data)

    async def lost(self, at: datetime) -> None: ...

    async def settled(self) -> None:
        await self.disk.wait()


@contextmanager
def mosquitto(folder: Path) -> Iterator[Mosquitto]:
    """A running broker. Skips the test without Mosquitto."""
    program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("Mosquitto is not installed: apt-get install mosquitto")
    broker = Mosquitto(program, folder)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    assert found is not None, f"{name} comes with Mosquitto"
    return found


def _listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
