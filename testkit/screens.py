"""A house whose screens can be looked at in tests: real processes on the test's own database.

Nothing in it is pretended: uvicorn serves the pages, the sealer seals, and, where a test asks for a wheel, the
gateway listens to a simulated one over TCP.
"""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

from casino.one_machine.house_parts import web_server
from casino.one_machine.ports import free_port
from casino.people.models import Role
from tables.handling.models import WheelReader
from testkit.browsers import ASYNC_UNSAFE, Shared
from testkit.databases import addresses_of
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.stream import wait_until

CHECKOUT = Path(settings.BASE_DIR)


class ScreenServices:
    """Web and sealer on the database of the tests, with their logs in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.web = f"http://127.0.0.1:{self.port}"
        self._running = ExitStack()
        self._web: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start both; the web server answers when this returns."""
        self.start_web()
        self._running.enter_context(self.process("sealer", "manage.py", "seal"))

    def start_web(self) -> None:
        """Start the web server; also after it was killed."""
        arguments = ("-m", "uvicorn", *web_server("127.0.0.1", self.port))
        self._web = self._running.enter_context(self.process("web", *arguments))
        wait_until(lambda: _answers(f"{self.web}/healthz"), "the web server answers")

    def kill_web(self) -> None:
        """Kill the web server."""
        assert self._web is not None
        self._web.kill()
        self._web.wait()

    @contextmanager
    def web_stopped(self) -> Iterator[None]:
        """Stop the web server: its connections stay open, and nothing comes over them, as over a cut line."""
        assert self._web is not None
        self._web.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._web.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End both."""
        self._running.close()

    @contextmanager
    def process(self, name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        """A process of the house on the same database, ended with the context."""
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments], cwd=CHECKOUT, env=self._environment(), stdout=log, stderr=log
            )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _environment(self) -> dict[str, str]:
        database = connection.settings_dict["NAME"]
        inherited = {name: value for name, value in os.environ.items() if name != ASYNC_UNSAFE}
        return {
            **inherited,
            **addresses_of(database),
            "PERMANENCE_DATA": str(self.folder),
            "SECRET_KEY": settings.SECRET_KEY,
        }


class ScreenHouse:
    """One casino with its screens running; `web` is their address, `boss` a person who may sign in there."""

    def __init__(self, house: OpenHouse, services: ScreenServices) -> None:
        self.house = house
        self.services = services
        self.boss = engage(Role.PIT_BOSS, casino_id=house.casino_id, sign_in=f"boss-{house.casino_id}")
        self.port, self.web = services.port, services.web
        self._running = ExitStack()

    def start_wheel(self, speed: float = 1.0) -> "WheelInHand":
        """A simulated wheel at the table, and the gateway that listens to it. At a higher `speed` the shortest
        possible spin is shorter, so a number may follow sooner on the one before."""
        wheel = WheelInHand(free_port(), free_port())
        WheelReader.objects.filter(casino_id=self.house.casino_id, code=self.house.reader).update(
            url=f"socket://127.0.0.1:{wheel.port}", options={"speed": speed}
        )
        arguments = (
            "--port",
            str(wheel.port),
            "--control-port",
            str(wheel.control_port),
            "--speed",
            str(speed),
        )
        process = self.services.process
        self._running.enter_context(
            process("wheel", "-m", "tables.wheels.simulate", *arguments, "--games", "0", "--then-idle")
        )
        self._running.enter_context(process("gateway", "manage.py", "wheel_gateway"))
        wait_until(lambda: self.house.state.reader.state == "live", "the reader is live")
        return wheel

    def stop(self) -> None:
        """End the wheel and the gateway, the last one first."""
        self._running.close()


class WheelInHand:
    """A simulated wheel that obeys the test."""

    def __init__(self, port: int, control_port: int) -> None:
        self.port = port
        self.control_port = control_port

    def tell(self, command: str) -> list[str]:
        """Give one command and return the words of the answer."""
        with socket.create_connection(("127.0.0.1", self.control_port), timeout=10) as control:
            control.sendall(f"{command}\n".encode())
            answer = control.makefile().readline().split()
        assert answer and answer[0] != "refused:", f"{command}: {' '.join(answer)}"
        return answer


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


@pytest.fixture(scope="session")
def _shared_services(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Shared[ScreenServices]]:
    @contextmanager
    def services() -> Iterator[ScreenServices]:
        made = ScreenServices(tmp_path_factory.mktemp("screens"))
        try:
            with django_db_blocker.unblock():
                made.start()
            yield made
        finally:
            made.stop()

    shared = Shared(services)
    yield shared
    shared.end()


@pytest.fixture(scope="module")
def screen_services(_shared_services: Shared[ScreenServices]) -> ScreenServices:
    """Web and sealer: starting them costs seconds, and each test has a casino of its own."""
    return _shared_services.get()
