"""No process outlives the one that started it: the kernel sees to it where it can, a record where not."""

import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def dies_with_parent(last_signal: signal.Signals) -> Callable[[], None]:
    """Return a function for a child to run before it becomes its program: it gets `last_signal` when its parent dies.

    The kernel watches the thread that started the child: start children from the main thread. On systems other than
    Linux the function does nothing, and only the record below remains.
    """
    parent = os.getpid()

    def tie() -> None:
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, int(last_signal), 0, 0, 0)
            if os.getppid() != parent:  # it died before the tie was made
                os._exit(1)

    return tie


class Started(NamedTuple):
    """A started process; its start time distinguishes it from a later one with the same number."""

    name: str
    pid: int
    started: float

    @classmethod
    def now(cls, name: str, pid: int) -> "Started":
        return cls(name, pid, psutil.Process(pid).create_time())

    def process(self) -> psutil.Process | None:
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(self.pid)
            alive = process.status() != psutil.STATUS_ZOMBIE
            if alive and abs(process.create_time() - self.started) < 0.05:
                return process
        return None


def record(path: Path, started: Iterable[Started]) -> str:
    """Write down what runs now, whole or not at all; return why that failed, or nothing."""
    return write_state(path, json.dumps([list(entry) for entry in started]))


def recorded(path: Path) -> list[Started]:
    """Return the processes of the last record; empty if there is none, or it is unreadable."""
    try:
        return [Started(*entry) for entry in json.loads(path.read_text())]
    except (FileNotFoundError, ValueError, TypeError):
        return []


def clear_away(path: Path, *, grace: float = 10.0) -> list[str]:
    """Stop the processes that a killed supervisor left running; return their names.

    SIGINT first: PostgreSQL stops cleanly on it, and so does every other part. SIGKILL after `grace` seconds.
    """
    left = [(entry.name, process) for entry in recorded(path) if (process := entry.process())]
    processes = [process for _, process in left]
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGINT)
    _, stubborn = psutil.wait_procs(processes, timeout=grace)
    for process in stubborn:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(stubborn, timeout=5)
    path.unlink(missing_ok=True)
    return [name for name, _ in left]


def write_state(path: Path, text: str) -> str:
    """Write `text` to `path` in one step; return the reason of a failure, or nothing.

    An earlier file stays as it was when the disk is full. The caller reports this and tries again later.
    """
    draft = path.with_name(path.name + ".new")
    try:
        draft.write_text(text)
        draft.replace(path)
    except OSError as refused:
        with suppress(OSError):
            draft.unlink()
        return refused.strerror or type(refused).__name__
    return ""
