"""One supervisor of small real processes, for tests."""

import io
import threading
import time
from collections.abc import Callable
from pathlib import Path

from casino.one_machine.console import Console
from casino.one_machine.part import Part, python, says
from casino.one_machine.supervisor import Supervisor

STEADY = "import time; print('ready', flush=True); time.sleep(600)"


def part(name: str, program: str, **changes: object) -> Part:
    settings: dict[str, object] = {"name": name, "spawn": python("-c", program), "ready": says("ready")}
    return Part(**(settings | changes))  # type: ignore[arg-type]


class Run:
    """One supervisor, what it wrote, and the processes it started."""

    def __init__(self, folder: Path, *stages: list[Part]) -> None:
        self.out = io.StringIO()
        self.pid_file = folder / "house.pids"
        self.supervisor = Supervisor(
            stages, environment={}, pid_file=self.pid_file, console=Console(self.out, width=6)
        )

    def pid(self, name: str) -> int:
        return self.supervisor.running[name].process.pid

    def watch_until(self, condition: Callable[[], bool], seconds: float = 20) -> None:
        """Watch the parts until the condition holds; the supervisor stays in this, the main thread."""
        self.supervisor.stop_requested = None

        def look() -> None:
            deadline = time.monotonic() + seconds
            while not condition() and time.monotonic() < deadline:
                time.sleep(0.02)
            self.supervisor.stop_requested = "the test"

        looker = threading.Thread(target=look)
        looker.start()
        self.supervisor.watch()
        looker.join()
        assert condition(), self.out.getvalue()
