"""Gateways as processes of their own on the test's database, and a wheel for them, for tests that run several."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

from django.conf import settings
from django.db import connection

from casino.one_machine.lifeline import dies_with_parent
from tables.handling.models import WheelReader
from tables.handling.streams import reader_stream
from tables.stream import read_stream
from tables.wheels.models import ReaderLease
from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.simulator import Simulator
from tables.wheels.spool import DeadLetter, Spool
from testkit.databases import addresses_of
from testkit.house import OpenHouse
from testkit.stream import wait_until

T = TypeVar("T")


class TurningWheel:
    """A simulated wheel that turns in a thread and waits for a hand to launch its ball."""

    def __init__(self, *, speed: float = 1.0) -> None:
        self.speed = speed
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        wheel = SimulatedWheel(Random(3), by_hand=True)
        self._simulator = Simulator(wheel, speed=speed)

    def __enter__(self) -> Self:
        self._thread.start()
        self._call(self._simulator.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._call(self._simulator.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._simulator.port}"

    @property
    def listeners(self) -> int:
        return self._simulator.listeners

    @property
    def waits_for_its_ball(self) -> bool:
        """Whether bets have been open for as long as they are, and nobody has launched."""
        return self._simulator.wheel._awaits_hand

    @property
    def fallen(self) -> list[int]:
        """The numbers that fell, whether anybody heard them or not."""
        return [int(win) for _, win in self._simulator.wheel.fallen]

    def spin(self) -> None:
        """Launch the ball of a wheel that waits for it; the number falls in the wheel's own time."""
        self._call(self._simulator.spin())

    def launch(self) -> None:
        self._call(self._simulator.launch())

    def close_bets(self) -> None:
        self._call(self._simulator.close_bets())

    def fall(self, number: int) -> None:
        self._call(self._simulator.fall(number))


class Gateways:
    """Processes of `wheel_gateway` for the readers of one house; each has a spool of its own. Ended on leaving."""

    def __init__(self, house: OpenHouse, folder: Path, wheel: TurningWheel) -> None:
        self.house = house
        self._folder = folder
        self._wheel = wheel
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        readers = WheelReader.objects.filter(casino_id=house.casino_id)
        readers.update(url=wheel.url, options={"speed": wheel.speed})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failed: BaseException | None, _: TracebackType | None
    ) -> None:
        for name, process in self._running.items():
            process.kill()
            process.wait()
            if failed is not None:
                failed.add_note(
                    f"{name}: {(self._folder / f'{name}.log').read_text(errors='replace')[-3000:]}"
                )

    def spool(self, name: str) -> Path:
        return self._folder / f"{name}.sqlite3"

    def start(self, name: str, *arguments: str, database: str = "", **environment: str) -> None:
        """Start a gateway; `database` is the address of its database, if that is not the test's own."""
        addresses = addresses_of(connection.settings_dict["NAME"])
        if database:
            addresses = dict.fromkeys(addresses, database)
        command = [sys.executable, "manage.py", "wheel_gateway", "--spool", str(self.spool(name)), *arguments]
        with (self._folder / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                command,
                cwd=settings.BASE_DIR,
                env={**os.environ, **addresses, **environment},
                stdout=log,
                stderr=log,
                preexec_fn=dies_with_parent(signal.SIGKILL),  # noqa: PLW1509  one system call, no Python lock
            )

    def send(self, name: str, number: signal.Signals) -> None:
        self._running[name].send_signal(number)

    def end(self, name: str, number: signal.Signals = signal.SIGTERM) -> int:
        """Send the signal; return with which status the gateway ended."""
        process = self._running.pop(name)
        process.send_signal(number)
        return process.wait(timeout=30)

    def said(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text()

    def wait_for_holder(self, name: str, lease: int) -> None:
        """Wait until this gateway listens to the house's reader under this lease, and its observations arrive."""
        of_house = ReaderLease.objects.filter(casino_id=self.house.casino_id, reader=self.house.reader)
        mine = of_house.filter(lease=lease, holder__endswith=str(self.spool(name)))
        wait_until(mine.exists, f"{name} holds lease {lease}")
        wait_until(lambda: self._wheel.listeners, f"{name} is connected to the wheel")
        wait_until(lambda: lease in self.leases_heard(), f"the record has observations of lease {lease}")

    def leases_heard(self) -> list[int]:
        """The leases of the reader's observations, in the order of the record."""
        return [
            event.data.get("lease", 0)
            for event in read_stream(self.house.casino_id, reader_stream(self.house.reader))
        ]

    def dead_letters(self, name: str) -> list[DeadLetter]:
        """What a gateway that has ended could not deliver."""
        spool = Spool(self.spool(name))
        try:
            return spool.dead_letters()
        finally:
            spool.close()


class DatabaseLine:
    """The way of one gateway to the database of the test, which can be cut and mended."""

    def __init__(self) -> None:
        with connection.cursor():
            info = connection.connection.info
        self._host, self._port = info.host, info.port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self._cut = False
        role = connection.settings_dict["USER"]
        port, name = self._listening.getsockname()[1], connection.settings_dict["NAME"]
        self.address = f"postgres://{role}@127.0.0.1:{port}/{name}"
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, work: Callable[..., None], *lines: socket.socket) -> None:
        thread = threading.Thread(target=work, args=lines, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                if self._cut:
                    client.close()
                    continue
                server = self._reach()
                self._lines += [client, server]
                for one, other in ((client, server), (server, client)):
                    self._start(self._carry, one, other)

    def _reach(self) -> socket.socket:
        if not self._host.startswith("/"):
            return socket.create_connection((self._host, self._port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{self._host}/.s.PGSQL.{self._port}")
        return server

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                other.sendall(said)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
        one.close()

    def cut(self) -> None:
        self._cut = True
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._lines.clear()

    def mend(self) -> None:
        self._cut = False

    def close(self) -> None:
        self.cut()
        self._listening.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listening.close()
