"""One part of the running house: how it is started, how one knows that it is ready, how it is stopped."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from casino.one_machine.lifeline import dies_with_parent
from casino.one_machine.restarts import LONGEST_PAUSE

CHECKOUT = Path(__file__).resolve().parents[2]
Spawn = Callable[[Mapping[str, str]], "subprocess.Popen[bytes]"]
LAST_LINES = 200
"""Kept lines of a ready part."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """Description of a part before it runs.

    `ready` is called with the running process about ten times a second until it is true; `once` marks a step that
    ends by itself (its exit code 0 means ready) and is never restarted. `needs` names the part without which it
    cannot work: a death while that one is away is not counted. A part with `heartbeat_seconds` sends heartbeats
    (watchdog.py), and is killed and started again if none came for so long.
    """

    name: str
    spawn: Spawn
    ready: Callable[["Running"], bool]
    once: bool = False
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 12.0
    start_seconds: float = 60.0
    needs: str = ""
    heartbeat_seconds: float | None = None
    longest_pause: float = LONGEST_PAUSE
    """Seconds before it is started again, however often it has died."""


@dataclass
class Running:
    part: Part
    process: "subprocess.Popen[bytes]"
    since: float = field(default_factory=time.monotonic)
    ready_at: float | None = None
    heard_at: float = 0.0
    """Time of its last heartbeat (monotonic)."""
    unfinished: bytes = b""
    seen: list[str] = field(default_factory=list)
    """The lines that the part printed: all until it was ready, then only the last ones."""

    def __post_init__(self) -> None:
        if self.process.stdout is not None:
            os.set_blocking(self.process.stdout.fileno(), False)

    def new_lines(self) -> list[str] | None:
        """The whole lines it has printed since the last call; None once its output has ended."""
        more = self.process.stdout.read(65536) if self.process.stdout else b""
        if more == b"":
            return None
        *whole, self.unfinished = (self.unfinished + (more or b"")).split(b"\n")
        lines = [line.decode(errors="replace").rstrip() for line in whole if line.strip()]
        self.seen += lines
        # Many lines may follow the one with `ready`: a database refuses clients while it has no room.
        if self.ready_at is not None:
            del self.seen[:-LAST_LINES]
        return lines

    def worked(self, now: float) -> float:
        return 0.0 if self.ready_at is None else now - self.ready_at

    def silent(self, now: float) -> float:
        """For how many seconds it has been ready and sent no heartbeat."""
        return 0.0 if self.ready_at is None else now - max(self.ready_at, self.heard_at)

    def last_words(self) -> str:
        return " | ".join(line.strip() for line in self.seen[-3:]) or "none"

    def how_it_ended(self) -> str:
        code = self.process.poll()
        return "still runs" if code is None else ending(code)


def ending(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def django_command(*arguments: str) -> Spawn:
    return python(str(CHECKOUT / "manage.py"), *arguments)


def python(*arguments: str) -> Spawn:
    """Start Python with these arguments, in the checkout, tied to this process."""

    def spawn(environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=CHECKOUT,
            env={**os.environ, **environment, "PYTHONUNBUFFERED": "1"},
            bufsize=0,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            # A group of its own: Ctrl-C reaches the supervisor only, which stops the parts in their order.
            start_new_session=True,
            # Every part is built to survive kill -9, so that is how it goes when its supervisor is gone.
            preexec_fn=dies_with_parent(signal.SIGKILL),  # noqa: PLW1509  one system call, no Python lock
        )

    return spawn


def says(words: str) -> Callable[[Running], bool]:
    """Ready when a line of its output contains these words."""
    return lambda running: any(words in line for line in running.seen)


def listens(port: int) -> Callable[[Running], bool]:
    """Ready when its process listens on this TCP port (nobody connects to find out)."""

    def ready(running: Running) -> bool:
        try:
            sockets = psutil.Process(running.process.pid).net_connections("tcp")
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return False
        return any(s.status == psutil.CONN_LISTEN and s.laddr.port == port for s in sockets)

    return ready


def ended_well(running: Running) -> bool:
    return running.process.poll() == 0
