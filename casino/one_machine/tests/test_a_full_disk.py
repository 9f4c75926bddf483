"""A full disk: the supervisor says so, keeps what runs, and goes on by itself when there is room.

`/dev/full` answers a write as a full disk does, and needs no right to mount one. A data folder that is gone refuses
the supervisor's own file just as well, for as long as one likes.
"""

import io
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

from casino.installation.disk import TRIAL_NAME, free_bytes, no_room
from casino.one_machine.console import Console
from casino.one_machine.lifeline import recorded, write_state
from testkit.supervisor import STEADY, Run, part

FULL = Path("/dev/full")
WORDS = "No space left on device"


def test_a_state_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "house.pids"
    assert write_state(path, "first") == ""
    path.with_name("house.pids.new").symlink_to(FULL)
    assert write_state(path, "second") == WORDS
    assert path.read_text() == "first"
    assert list(tmp_path.iterdir()) == [path]
    assert write_state(path, "third") == ""
    assert path.read_text() == "third"


def test_no_room_is_said_by_a_write_that_is_refused_and_by_what_is_free(tmp_path: Path) -> None:
    (tmp_path / f"{TRIAL_NAME}-{os.getpid()}").symlink_to(FULL)
    assert no_room([tmp_path], least_bytes=1, write_in=tmp_path) == (
        f"disk full: nothing can be written in {tmp_path} ({WORDS})"
    )
    assert no_room([tmp_path, tmp_path / "not-there"], least_bytes=1, write_in=tmp_path) == ""
    assert list(tmp_path.iterdir()) == []
    too_much = free_bytes(tmp_path) * 2
    assert no_room([tmp_path], least_bytes=too_much).startswith("disk full: ")


def test_the_supervisor_outlives_a_file_that_it_cannot_write_and_writes_it_when_there_is_room(
    run_of: Callable[..., Run], tmp_path: Path
) -> None:
    run = run_of([part("web", STEADY), part("sealer", STEADY)])
    run.pid_file = run.supervisor.pid_file = tmp_path / "data" / "house.pids"
    run.pid_file.parent.mkdir()
    run.supervisor.open()
    run.pid_file.unlink()
    run.pid_file.parent.rmdir()
    sealer = run.pid("sealer")
    psutil.Process(run.pid("web")).kill()
    run.watch_until(lambda: "web is back" in run.out.getvalue() and "cannot be written" in run.out.getvalue())
    assert run.pid("sealer") == sealer
    run.pid_file.parent.mkdir()
    run.watch_until(lambda: "there is room on the disk again" in run.out.getvalue())
    assert {entry.name: entry.pid for entry in recorded(run.pid_file)} == {
        name: run.pid(name) for name in ("web", "sealer")
    }


def test_part_dead_of_a_full_disk_restarts_when_there_is_room(
    run_of: Callable[..., Run], tmp_path: Path
) -> None:
    filler = tmp_path / "filler"
    needs_room = (
        f"import pathlib\nif pathlib.Path({str(filler)!r}).exists(): raise SystemExit({WORDS!r})\n{STEADY}"
    )
    run = run_of([part("database", needs_room)])
    run.supervisor._no_room = lambda: "disk full: 0 MiB free" if filler.exists() else ""
    run.supervisor.open()
    filler.touch()
    psutil.Process(run.pid("database")).kill()
    run.watch_until(lambda: "keeps dying: 4 times" in run.out.getvalue(), seconds=30)
    said = run.out.getvalue()
    assert "disk full: 0 MiB free. What runs is kept, and all goes on by itself" in said
    assert f"Its last words: {WORDS}" in said
    assert said.count("disk full") == 1
    filler.unlink()
    run.watch_until(lambda: "database is back" in run.out.getvalue())
    assert run.out.getvalue().splitlines()[-1] == "house  | database is back"
    assert "there is room on the disk again" in run.out.getvalue()
    psutil.Process(run.pid("database")).kill()
    run.watch_until(lambda: run.out.getvalue().count("database is back") == 2)
    assert "it is started again in 0.5 s" in run.out.getvalue().splitlines()[-3]


def test_a_log_on_a_full_disk_misses_lines_says_how_many_and_goes_on() -> None:
    full, room = FULL.open("w"), io.StringIO()
    console = Console(full, width=6)
    console.say("nobody reads this")
    console.line("web", "nor this")
    console.out = room
    console.say("there is room")
    with suppress(OSError):
        full.close()
    assert room.getvalue().splitlines() == [
        "house  | 2 lines were not written: disk full",
        "house  | there is room",
    ]
