"""A whole house of real processes for tests: in a folder and on ports of its own, read through what it prints."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from http.client import HTTPException
from pathlib import Path
from random import SystemRandom
from typing import Any

import psutil

from casino.installation.server_address import SERVICES, url, variable_of_service
from casino.one_machine.lifeline import Started, recorded
from casino.one_machine.part import CHECKOUT
from casino.one_machine.ports import Wanted, busy, free_port
from casino.people.demonstration_house import TABLES

OPENS_WITHIN = 300.0  # seconds; a dozen interpreters start on a machine that is busy with other tests
BETWEEN_LOOKS_S = 0.2
"""Most looks are a request or a connection to the house, which has work to do."""
NOT_INHERITED = (
    "DATABASE_URL",
    *map(variable_of_service, SERVICES),
    "CELERY_BROKER_URL",
    "DJANGO_SETTINGS_MODULE",
    "DATABASE_POOL",
    "WHEEL_READER_ADDRESSES",
)


class HouseForTests:
    """`manage.py run_house` on the embedded parts. Settings go in by `environment`, arguments by `arguments`. Nobody
    plays at its tables unless it is to be `played`."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        played: bool = False,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.wheel_port = free_row_of_ports(2 * len(TABLES))
        self.arguments = ["--port", str(self.port), "--wheel-port", str(self.wheel_port), *arguments]
        self.arguments += [] if played else ["--not-played"]
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        self.environment = inherited | {"PERMANENCE_DATA": str(folder)} | dict(environment or {})
        self.said: list[str] = []
        self._process: subprocess.Popen[str] | None = None

    @property
    def database_url(self) -> str:
        """The address of the house's database."""
        return url(self.folder)

    def start(self) -> None:
        """Start the supervisor; `wait_for` waits for its progress."""
        self.said = []
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "run_house", *self.arguments],
            cwd=CHECKOUT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._listen, args=[self._process], daemon=True).start()

    def open(self) -> None:
        """Start, and wait until the installation reports that it is open."""
        self.start()
        self.wait_for_words("Ctrl-C closes the house", OPENS_WITHIN)

    def close(self, how: signal.Signals = signal.SIGTERM, seconds: float = 60.0) -> int:
        """Stop the supervisor by a signal and return its exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(how)
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise AssertionError(f"the house did not close within {seconds:g} s:\n{self.tail()}") from None

    def ended(self, seconds: float = 60.0) -> int:
        """Wait until the supervisor has ended by itself; its exit code."""
        assert self._process is not None
        return self._process.wait(seconds)

    def parts(self) -> dict[str, Started]:
        """The processes that run now, by the part's name."""
        return {entry.name: entry for entry in recorded(self.folder / "house.pids") if entry.process()}

    def kill(self, part: str) -> None:
        """kill -9, as a machine does that runs out of memory."""
        os.kill(self.parts()[part].pid, signal.SIGKILL)

    def wait_for_words(self, words: str, seconds: float = 120.0) -> str:
        """Wait until a line contains these words; that line."""
        self.wait_until(lambda: any(words in line for line in self.said), seconds, f"words: {words}")
        return next(line for line in self.said if words in line)

    def forget_words(self) -> None:
        """Forget every line so far: `wait_for_words` then waits for a later one."""
        self.said = []

    def wait_until(self, condition: Callable[[], bool], seconds: float = 120.0, what: str = "it") -> None:
        """Poll the condition; fail with the house's last lines when it does not come about in time."""
        try:
            wait_until(lambda: condition() or self.has_ended(), seconds, what)
        except AssertionError as late:
            raise AssertionError(f"{late}:\n{self.tail()}") from None
        assert condition(), f"the house has ended before {what}:\n{self.tail()}"

    def has_ended(self) -> bool:
        """Return True if no supervisor runs: none was started, or it has ended."""
        return self._process is None or self._process.poll() is not None

    def get(self, path: str) -> tuple[int, str]:
        """Ask the web server: status and body; status 0 where it does not answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()
        except (OSError, HTTPException):  # it is away, or was killed in the middle of its answer
            return 0, ""

    def readiness(self) -> dict[str, Any]:
        """Return the answer of /readyz."""
        body: dict[str, Any] = json.loads(self.get("/readyz")[1] or "{}")
        return body

    def left_running(self) -> list[str]:
        """Return every process that still belongs to this folder, by any starter."""
        mark = str(self.folder)
        return [
            " ".join(command)
            for command in map(_command_of, psutil.process_iter())
            if mark in " ".join(command)
        ]

    def tail(self) -> str:
        """The last lines that the house printed."""
        return "\n".join(self.said[-40:])

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with process.stdout as output:
            for line in output:
                self.said.append(line.rstrip("\n"))


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Poll the condition until it holds; AssertionError when it does not within so many seconds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what} did not come about within {seconds:g} s"
        time.sleep(BETWEEN_LOOKS_S)


def free_row_of_ports(length: int) -> int:
    """Return the first of `length` ports in a row that are free at this moment.

    Below those that the system gives to outgoing connections: one of these may be gone before a wheel listens there.
    """
    while True:
        first = SystemRandom().randrange(20_000, 32_000)
        if all(_is_free(first + step) for step in range(length)):
            return first


def _is_free(port: int) -> bool:
    return busy(Wanted("127.0.0.1", port, "a test", "")) is None


def _command_of(process: psutil.Process) -> list[str]:
    """Command line and PERMANENCE_DATA of a process; nothing of one that is gone or a stranger's."""
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return []
        return [str(process.pid), *process.cmdline(), process.environ().get("PERMANENCE_DATA", "")]
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return []
