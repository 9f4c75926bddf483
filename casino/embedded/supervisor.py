"""Runs every part of the house on one machine: starts them in order, watches them, stops them together."""

import os
import selectors
import signal
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

from casino.embedded.console import Console
from casino.embedded.lifeline import Started, record
from casino.embedded.part import Part, Running
from casino.embedded.restarts import Restarts

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
TICK = 0.1  # seconds between two looks at the parts


class HouseDidNotOpen(Exception):
    """A part did not come up; the message names it and quotes its last words."""


class StopAsked(Exception):
    """Ctrl-C, SIGTERM or a closed terminal, while the house was opening."""


class Supervisor:
    """The parts of one house. Use from the main thread only: the parts' lives are tied to it.

    `stages`: parts of one stage start together and are all ready before the next stage begins.
    """

    def __init__(
        self,
        stages: Sequence[Sequence[Part]],
        *,
        environment: Mapping[str, str],
        pid_file: Path,
        console: Console,
    ) -> None:
        self.stages = stages
        self.environment = environment
        self.pid_file = pid_file
        self.console = console
        self.stop_asked: str | None = None
        self.running: dict[str, Running] = {}  # in the order of starting
        self._restarts: dict[str, Restarts] = {}
        self._due: dict[str, tuple[float, Part]] = {}  # parts to start again, and when
        self._unready: set[str] = set()
        self._outputs = selectors.DefaultSelector()

    def take_signals(self) -> None:
        """From now on, the signals that end a program ask the house to stop."""

        def ask(number: int, frame: FrameType | None) -> None:
            self.stop_asked = signal.Signals(number).name

        for number in STOP_SIGNALS:
            signal.signal(number, ask)

    def open(self) -> None:
        """Start every stage. Raises HouseDidNotOpen, or StopAsked; `close` is due in any case."""
        for stage in self.stages:
            for part in stage:
                self._start(part)
            self._wait_for(stage)

    def watch(self) -> None:
        """Show the parts' lines and restart what dies, until somebody asks to stop."""
        while not self.stop_asked:
            self._show(TICK)
            self._bury_and_restart()
            self._welcome_back()

    def close(self) -> None:
        """Stop every part, the last started first, and wait until each is gone."""
        self._due.clear()
        for running in reversed(list(self.running.values())):
            self._stop(running)
        self._outputs.close()
        self.pid_file.unlink(missing_ok=True)

    # --- starting -----------------------------------------------------------------------------------------

    def _start(self, part: Part) -> None:
        process = part.spawn(self.environment)
        running = Running(part=part, process=process)
        self.running[part.name] = running
        if process.stdout is not None:
            self._outputs.register(process.stdout, selectors.EVENT_READ, running)
        self._write_record()

    def _wait_for(self, stage: Iterable[Part]) -> None:
        waiting = [self.running[part.name] for part in stage]
        while waiting:
            self._show(TICK)
            if self.stop_asked:
                raise StopAsked
            for running in list(waiting):
                part = running.part
                ended = running.process.poll() is not None
                if part.ready(running):
                    waiting.remove(running)
                    self.console.say(f"{part.name} is {'done' if part.once else 'ready'}")
                elif ended:
                    self._print(running)
                    raise HouseDidNotOpen(f"{part.name} {running.how_it_ended()}: {running.last_words()}")
                elif time.monotonic() - running.since > part.start_seconds:
                    raise HouseDidNotOpen(f"{part.name} is not ready after {part.start_seconds:.0f} s")
                if part.once and ended:
                    self._forget(running)

    # --- watching -----------------------------------------------------------------------------------------

    def _show(self, patience: float) -> None:
        """Print what the parts have said, waiting up to `patience` seconds for something."""
        for key, _ in self._outputs.select(patience):
            if not self._print(key.data):
                self._outputs.unregister(key.fileobj)

    def _print(self, running: Running) -> bool:
        lines = running.new_lines()
        for line in lines or ():
            self.console.line(running.part.name, line)
        return lines is not None

    def _bury_and_restart(self) -> None:
        now = time.monotonic()
        for name, running in list(self.running.items()):
            if running.process.poll() is None:
                continue
            self._forget(running)
            self._unready.discard(name)
            restarts = self._restarts.setdefault(name, Restarts())
            pause = restarts.died(now, now - running.since)
            self._due[name] = (now + pause, running.part)
            self.console.warn(f"{name} died ({running.how_it_ended()}); it is started again in {pause:g} s")
            if restarts.keeps_dying:
                self.console.warn(
                    f"{name} keeps dying: {restarts.in_words()}. Its last words: {running.last_words()}"
                )
        for name, (due, part) in list(self._due.items()):
            if now >= due:
                del self._due[name]
                self._start(part)
                self._unready.add(name)

    def _welcome_back(self) -> None:
        for name in list(self._unready):
            running = self.running[name]
            if running.part.ready(running):
                self._unready.discard(name)
                self.console.say(f"{name} is back")

    # --- stopping -----------------------------------------------------------------------------------------

    def _stop(self, running: Running) -> None:
        """Its own stop signal to its main process alone, then SIGKILL to its whole group.

        A worker whose group is signalled as one does not come to the end of its warm shutdown.
        """
        part, process = running.part, running.process
        deadline = time.monotonic() + part.stop_seconds
        if process.poll() is None:
            process.send_signal(part.stop_signal)
        while process.poll() is None and time.monotonic() < deadline:
            self._show(TICK)
        if process.poll() is None:
            self.console.warn(f"{part.name} did not stop within {part.stop_seconds:g} s and is killed")
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._forget(running)

    def _forget(self, running: Running) -> None:
        """Take leave of a process that has ended: show what its pipe still holds, and close it."""
        output = running.process.stdout
        if output is not None:
            self._print(running)
            with suppress(KeyError):
                self._outputs.unregister(output)
            output.close()
        self.running.pop(running.part.name, None)
        self._write_record()

    def _write_record(self) -> None:
        alive = ((name, running.process) for name, running in self.running.items())
        record(self.pid_file, [Started.now(name, p.pid) for name, p in alive if p.poll() is None])
