"""The supervisor on small real processes: order, one line each, deaths named, restarts, nothing left running."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import Popen

import psutil
import pytest

from casino.one_machine.lifeline import Started, clear_away, record
from casino.one_machine.part import Running, ended_well, python, says
from casino.one_machine.supervisor import HouseDidNotOpen
from testkit.supervisor import STEADY, Run, part

DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {STEADY}"
DIES = "print('ready', flush=True); raise SystemExit('the till is empty')"


@pytest.fixture
def steady() -> Iterator["Popen[bytes]"]:
    """A process that runs until somebody ends it."""
    with python("-c", STEADY)({}) as process:
        assert process.stdout
        process.stdout.readline()
        yield process
        process.kill()


def test_each_stage_waits_until_the_one_before_is_ready(run_of: Callable[..., Run], tmp_path: Path) -> None:
    mark = tmp_path / "first-is-ready"
    slow = f"import time, pathlib; time.sleep(0.4); pathlib.Path({str(mark)!r}).touch(); {STEADY}"
    second = f"import pathlib; print('found', pathlib.Path({str(mark)!r}).exists()); {STEADY}"
    run = run_of([part("first", slow)], [part("second", second)])
    run.supervisor.open()
    assert "second | found True" in run.out.getvalue()


def test_every_line_of_a_part_stands_under_its_name(run_of: Callable[..., Run]) -> None:
    run = run_of([part("a", "print('one\\ntwo'); " + STEADY)], [part("b", STEADY)])
    run.supervisor.open()
    said = [line for line in run.out.getvalue().splitlines() if not line.startswith("house")]
    assert said == ["a      | one", "a      | two", "a      | ready", "b      | ready"]


def test_a_step_that_fails_keeps_the_house_closed_and_says_why(run_of: Callable[..., Run]) -> None:
    run = run_of(
        [part("step", "raise SystemExit('no such table')", ready=ended_well, once=True)], [part("b", STEADY)]
    )
    with pytest.raises(HouseDidNotOpen, match="step ended with exit code 1: no such table"):
        run.supervisor.open()
    assert "b" not in run.supervisor.running


@pytest.mark.parametrize(("ends_with", "opens"), [("0", True), ("'no such table'", False)])
def test_a_step_that_ends_while_it_is_looked_at_is_looked_at_again(
    run_of: Callable[..., Run], tmp_path: Path, ends_with: str, opens: bool
) -> None:
    go = tmp_path / "go"

    def too_early(running: Running) -> bool:
        if not go.exists():
            go.touch()
            running.process.wait()
            return False
        return ended_well(running)

    waits = (
        f"import pathlib, time\nwhile not pathlib.Path({str(go)!r}).exists(): time.sleep(0.01)\n"
        f"raise SystemExit({ends_with})"
    )
    run = run_of([part("step", waits, ready=too_early, once=True)], [part("b", STEADY)])
    if opens:
        run.supervisor.open()
        assert "step is done" in run.out.getvalue() and list(run.supervisor.running) == ["b"]
    else:
        with pytest.raises(HouseDidNotOpen, match="step ended with exit code 1: no such table"):
            run.supervisor.open()


def test_a_part_is_ready_however_much_it_says_before_all_of_it_is(
    run_of: Callable[..., Run], tmp_path: Path
) -> None:
    """As a database says that it is ready, and then complains of every client for as long as its disk is full."""
    mark = tmp_path / "there-is-room"
    complains = (
        "import pathlib; print('ready'); print('no space left\\n' * 1_000, flush=True); "
        f"pathlib.Path({str(mark)!r}).touch(); import time; time.sleep(600)"
    )
    run = run_of(
        [
            part(
                "database",
                complains,
                start_seconds=20.0,
                ready=lambda running: mark.exists() and says("ready")(running),
            )
        ]
    )
    run.supervisor.open()
    assert "database is ready" in run.out.getvalue()


def test_a_part_killed_with_9_is_named_and_started_again(run_of: Callable[..., Run]) -> None:
    run = run_of([part("web", STEADY)])
    run.supervisor.open()
    first = run.pid("web")
    psutil.Process(first).kill()
    run.watch_until(lambda: "web is back" in run.out.getvalue())
    assert "web died (killed by SIGKILL); it is started again in 0.5 s" in run.out.getvalue()
    assert run.pid("web") != first


def test_a_part_that_keeps_dying_is_said_so_with_its_last_words(run_of: Callable[..., Run]) -> None:
    run = run_of([part("till", DIES)])
    run.supervisor.open()
    run.watch_until(lambda: "keeps dying" in run.out.getvalue())
    said = run.out.getvalue()
    assert "till keeps dying: 4 times in" in said
    assert "Its last words: ready | the till is empty" in said
    assert [line.rsplit(" in ", 1)[1] for line in said.splitlines() if "started again" in line] == [
        "0.5 s",
        "1 s",
        "2 s",
        "4 s",
    ]


def test_closing_stops_the_last_part_first_and_leaves_nothing(run_of: Callable[..., Run]) -> None:
    leaves = (
        "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit(print('leaving'))); " + STEADY
    )
    run = run_of([part("first", leaves)], [part("second", leaves)])
    run.supervisor.open()
    processes = [psutil.Process(run.pid(name)) for name in ("first", "second")]
    run.supervisor.close()
    assert run.out.getvalue().splitlines()[-2:] == ["second | leaving", "first  | leaving"]
    assert not any(process.is_running() for process in processes)
    assert not run.pid_file.exists()


def test_a_part_that_does_not_listen_is_killed_with_its_children(run_of: Callable[..., Run]) -> None:
    mother = (
        f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {STEADY!r}]).pid); {DEAF}"
    )
    run = run_of([part("deaf", mother, stop_seconds=0.5)])
    run.supervisor.open()
    child = psutil.Process(int(run.out.getvalue().split("|")[1].split()[0]))
    run.supervisor.close()
    psutil.wait_procs([child], timeout=10)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
    assert "deaf did not stop within 0.5 s and is killed" in run.out.getvalue()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_when_the_supervisor_itself_is_killed_its_parts_die_with_it(tmp_path: Path) -> None:
    program = (
        "import io, pathlib, sys, time\n"
        "from testkit.supervisor import Run, part, STEADY\n"
        "run = Run(pathlib.Path(sys.argv[1]), [part('a', STEADY)])\n"
        "run.supervisor.open(); print('pid', run.pid('a'), flush=True); time.sleep(600)"
    )
    with python("-c", program, str(tmp_path))({}) as supervisor:
        assert supervisor.stdout
        said = supervisor.stdout.readline().decode()
        child = psutil.Process(int(said.split()[1]))
        supervisor.kill()
    gone, _ = psutil.wait_procs([child], timeout=60)
    assert gone


def test_the_next_start_stops_what_a_killed_supervisor_left(tmp_path: Path, steady: "Popen[bytes]") -> None:
    record(tmp_path / "pids", [Started.now("gateway", steady.pid), Started("web", steady.pid, 12.0)])
    assert clear_away(tmp_path / "pids") == ["gateway"]
    assert not psutil.pid_exists(steady.pid)
    assert not (tmp_path / "pids").exists()


def test_a_recorded_number_that_another_process_has_by_now_is_left_alone(
    tmp_path: Path, steady: "Popen[bytes]"
) -> None:
    an_hour_earlier = psutil.Process(steady.pid).create_time() - 3600
    record(tmp_path / "pids", [Started("web", steady.pid, an_hour_earlier)])
    assert clear_away(tmp_path / "pids") == []
    assert steady.poll() is None
