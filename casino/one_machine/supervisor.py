"""Runs every part of the house on one machine: starts them in order, watches them, stops them together."""

import os
import selectors
import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType

from casino.one_machine.console import Console
from casino.one_machine.lifeline import Started, record
from casino.one_machine.part import Part, Running
from casino.one_machine.restarts import Restarts
from casino.one_machine.server_user import EmbeddedServerRefused
from casino.one_machine.watchdog import Watchdog

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
TICK = 0.1  # seconds between two looks at the parts
DISK_EVERY = 2.0  # seconds between two looks at the disk
LONGEST_PAUSE_IN_TROUBLE = 5.0
"""Longest pause in seconds before the restart of a part that died while the disk was full or a needed part was away."""


class HouseDidNotOpen(Exception):
    """A part did not come up; the message names it and quotes its last words."""


class StopRequested(Exception):
    """Ctrl-C, SIGTERM or a closed terminal, while the house was opening."""


class Supervisor:
    """The parts of one house. Use from the main thread only: the parts' lives are tied to it.

    `stages`: parts of one stage start together and are all ready before the next stage begins. `no_room` returns the
    reason why there is no room on the disk, and nothing while there is.
    """

    def __init__(
        self,
        stages: Sequence[Sequence[Part]],
        *,
        environment: Mapping[str, str],
        pid_file: Path,
        console: Console,
        no_room: Callable[[], str] = str,
    ) -> None:
        self.stages = stages
        self.environment = environment
        self.pid_file = pid_file
        self.console = console
        self.stop_requested: str | None = None
        self.running: dict[str, Running] = {}  # in the order of starting
        self._restarts: dict[str, Restarts] = {}
        self._due: dict[str, tuple[float, Part]] = {}  # parts to start again, and when
        self._unready: set[str] = set()
        self._watchdogs: dict[str, Watchdog] = {}
        self._no_room = no_room
        self._disk_full = ""
        self._disk_seen = float("-inf")
        self._unwritten = ""  # reason why the record of running parts could not be written
        self._outputs = selectors.DefaultSelector()

    def take_signals(self) -> None:
        """Let the signals that end a program ask the supervisor to stop, from now on."""

        def ask(number: int, frame: FrameType | None) -> None:
            self.stop_requested = signal.Signals(number).name

        for number in STOP_SIGNALS:
            signal.signal(number, ask)

    def open(self) -> None:
        """Start every stage. Raises HouseDidNotOpen, or StopRequested; `close` is due in any case."""
        for stage in self.stages:
            for part in stage:
                try:
                    self._start(part)
                except OSError as refused:
                    raise HouseDidNotOpen(f"{part.name} cannot be started: {refused}") from None
            self._wait_for(stage)

    def watch(self) -> None:
        """Show the parts' lines and restart what dies or falls silent, until a stop is requested."""
        while not self.stop_requested:
            self._show(TICK)
            self._look_at_the_disk()
            self._kill_the_silent()
            self._bury()
            self._start_what_is_due()
            self._welcome_back()

    def close(self) -> None:
        """Stop every part, the last started first, and wait until each is gone."""
        self._due.clear()
        for running in reversed(list(self.running.values())):
            self._stop(running)
        self._outputs.close()
        for watchdog in self._watchdogs.values():
            watchdog.close()
        with suppress(OSError):
            self.pid_file.unlink(missing_ok=True)

    # --- starting -----------------------------------------------------------------------------------------

    def _start(self, part: Part) -> None:
        process = part.spawn({**self.environment, "NOTIFY_SOCKET": self._address_for(part)})
        running = Running(part=part, process=process)
        self.running[part.name] = running
        if process.stdout is not None:
            self._outputs.register(process.stdout, selectors.EVENT_READ, running)
        self._write_record()

    def _address_for(self, part: Part) -> str:
        """Return the address for the part's heartbeats, empty for a part without them.

        The address is not that of the supervisor's own heartbeats under systemd.
        """
        if part.heartbeat_seconds is None:
            return ""
        if part.name not in self._watchdogs:
            self._watchdogs[part.name] = Watchdog()
        return self._watchdogs[part.name].address

    def _wait_for(self, stage: Iterable[Part]) -> None:
        waiting = [self.running[part.name] for part in stage]
        while waiting:
            self._show(TICK)
            if self.stop_requested:
                raise StopRequested
            for running in list(waiting):
                part = running.part
                ended = running.process.poll() is not None
                if part.ready(running):
                    running.ready_at = time.monotonic()
                    waiting.remove(running)
                    self.console.say(f"{part.name} is {'done' if part.once else 'ready'}")
                elif ended:
                    self._print(running)
                    raise HouseDidNotOpen(f"{part.name} {running.how_it_ended()}: {running.last_words()}")
                elif time.monotonic() - running.since > part.start_seconds:
                    raise HouseDidNotOpen(f"{part.name} is not ready after {part.start_seconds:.0f} s")
                # A step that ends after it was looked at above still waits: the next look finds how it ended.
                if part.once and running not in waiting and running.process.poll() is not None:
                    self._forget(running)

    # --- watching -----------------------------------------------------------------------------------------

    def _show(self, patience: float) -> None:
        """Print the lines of the parts, waiting up to `patience` seconds for something."""
        for key, _ in self._outputs.select(patience):
            if not self._print(key.data):
                self._outputs.unregister(key.fileobj)

    def _print(self, running: Running) -> bool:
        lines = running.new_lines()
        for line in lines or ():
            self.console.line(running.part.name, line)
        return lines is not None

    def _bury(self) -> None:
        now = time.monotonic()
        for name, running in list(self.running.items()):
            if running.process.poll() is None:
                continue
            self._forget(running)
            self._unready.discard(name)
            self._start_later(
                running.part, f"died ({running.how_it_ended()})", running.worked(now), running.last_words()
            )

    def _start_later(self, part: Part, why: str, worked: float, last_words: str) -> None:
        """Count a death of the part after `worked` seconds of work, and report the time of its restart."""
        now = time.monotonic()
        restarts = self._restarts.setdefault(part.name, Restarts(part.longest_pause))
        pause = restarts.died(now, worked)
        if self._disk_full or (part.needs and not self._works(part.needs)):
            pause = min(pause, LONGEST_PAUSE_IN_TROUBLE)
        self._due[part.name] = (now + pause, part)
        self.console.warn(f"{part.name} {why}; it is started again in {pause:g} s")
        if restarts.keeps_dying:
            self.console.warn(f"{part.name} keeps dying: {restarts.in_words()}. Its last words: {last_words}")

    def _start_what_is_due(self) -> None:
        now = time.monotonic()
        for name, (due, part) in list(self._due.items()):
            if now < due:
                continue
            del self._due[name]
            try:
                self._start(part)
            except (OSError, EmbeddedServerRefused) as refused:
                self._start_later(part, f"cannot be started ({refused})", 0.0, "none")
            else:
                self._unready.add(name)

    def _welcome_back(self) -> None:
        for name in list(self._unready):
            running = self.running[name]
            if running.part.ready(running):
                running.ready_at = time.monotonic()
                self._unready.discard(name)
                self.console.say(f"{name} is back")
                self._start_anew(partial(_needs, name))
            elif time.monotonic() - running.since > running.part.start_seconds:
                self._unready.discard(name)
                self._kill(running, f"{name} is not ready after {running.part.start_seconds:g} s")

    def _kill_the_silent(self) -> None:
        """End parts that run and do no work: their heartbeats have stopped."""
        now = time.monotonic()
        for name, watchdog in self._watchdogs.items():
            running = self.running.get(name)
            heard = watchdog.heard(running.process.pid if running else None)
            # Heartbeats may wait for a part that this one needs, so the time starts again when that part is back.
            if heard or (running and running.part.needs and not self._works(running.part.needs)):
                if running is not None:
                    running.heard_at = now
            elif running is not None and running.silent(now) > (running.part.heartbeat_seconds or 0.0):
                running.heard_at = now
                self._kill(
                    running, f"{name} does not answer: no heartbeat for {running.part.heartbeat_seconds:g} s"
                )

    def _works(self, name: str) -> bool:
        """Return True if this part is ready; one that is not of this house is nobody's trouble."""
        if name in self._due or name in self._unready:
            return False
        running = self.running.get(name)
        return running is None or running.process.poll() is None

    def _start_anew(self, which: Callable[[Part], bool]) -> None:
        """Restart these parts at once: the cause of their deaths is over, and the deaths are not counted."""
        for name, (_, part) in list(self._due.items()):
            if which(part):
                self._due[name] = (float("-inf"), part)
        for stage in self.stages:
            for part in stage:
                if which(part) and part.name in self._restarts:
                    self._restarts[part.name].forgive()

    def _look_at_the_disk(self) -> None:
        """Report once that the disk is full, and once that there is room again; then start the waiting parts."""
        now = time.monotonic()
        if now - self._disk_seen < DISK_EVERY:
            return
        self._disk_seen = now
        if self._unwritten:
            self._write_record()
        full = self._no_room()
        if not full and self._unwritten:
            full = f"{self.pid_file} cannot be written ({self._unwritten})"
        if full and not self._disk_full:
            self.console.warn(f"{full}. What runs is kept, and all goes on by itself when there is room.")
        elif self._disk_full and not full:
            self.console.say("there is room on the disk again")
            self._start_anew(lambda part: True)
        self._disk_full = full

    # --- stopping -----------------------------------------------------------------------------------------

    def _stop(self, running: Running) -> None:
        """Send the part's stop signal to its main process alone, then SIGKILL to its whole group.

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

    def _kill(self, running: Running, why: str) -> None:
        """SIGKILL to the whole group: a process that is stopped or stuck hears nothing else."""
        self.console.warn(f"{why}; it is killed")
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(running.process.pid, signal.SIGKILL)

    def _forget(self, running: Running) -> None:
        """Remove an ended process: show the rest of its output, and close the pipe."""
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
        started = [Started.now(name, p.pid) for name, p in alive if p.poll() is None]
        self._unwritten = record(self.pid_file, started)


def _needs(name: str, part: Part) -> bool:
    return part.needs == name
