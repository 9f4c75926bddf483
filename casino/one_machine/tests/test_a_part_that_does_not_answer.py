"""A part that runs and cannot answer is as good as dead: the supervisor kills it and starts it again."""

import os
import signal
import socket
import stat
import struct
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from casino.one_machine.part import CHECKOUT
from casino.one_machine.watchdog import Watchdog
from tables.stream.heartbeat import beat
from testkit.another_user import NOBODY, as_another_user
from testkit.supervisor import STEADY, Run, part

BEATS = (
    f"import sys, time; sys.path.insert(0, {str(CHECKOUT)!r})\n"
    "from tables.stream.heartbeat import beat\n"
    "print('ready', flush=True)\n"
    "while True: beat(); time.sleep(0.1)"
)


def test_a_part_that_is_stopped_is_killed_and_started_again(run_of: Callable[..., Run]) -> None:
    run = run_of([part("web", BEATS, heartbeat_seconds=2.0)])
    run.supervisor.open()
    first = run.pid("web")
    os.kill(first, signal.SIGSTOP)
    run.watch_until(lambda: "web is back" in run.out.getvalue())
    said = run.out.getvalue()
    assert "web does not answer: no heartbeat for 2 s; it is killed" in said
    assert "web died (killed by SIGKILL); it is started again in 0.5 s" in said
    assert run.pid("web") != first
    assert not psutil.pid_exists(first)


def test_a_part_that_sends_heartbeats_is_left_alone_and_one_that_sends_none_is_not(
    run_of: Callable[..., Run],
) -> None:
    run = run_of([part("beats", BEATS, heartbeat_seconds=1.0), part("silent", STEADY, heartbeat_seconds=1.0)])
    run.supervisor.open()
    first = run.pid("beats")
    run.watch_until(lambda: run.out.getvalue().count("silent does not answer") == 2)
    assert "beats does not answer" not in run.out.getvalue()
    assert run.pid("beats") == first


def test_a_part_is_not_blamed_for_silence_while_what_it_needs_is_away(
    run_of: Callable[..., Run], tmp_path: Path
) -> None:
    mark = tmp_path / "ready"
    mark.touch()
    database = (
        f"import pathlib, time\nwhile not pathlib.Path({str(mark)!r}).exists(): time.sleep(0.05)\n{STEADY}"
    )
    run = run_of([part("database", database)], [part("web", STEADY, needs="database", heartbeat_seconds=1.0)])
    run.supervisor.open()
    mark.unlink()
    psutil.Process(run.pid("database")).kill()
    other = [part("clock", STEADY, heartbeat_seconds=2.0)]
    run.supervisor.stages = [*run.supervisor.stages, other]
    run.supervisor._start(other[0])
    run.supervisor._unready.add("clock")
    run.watch_until(lambda: "clock does not answer" in run.out.getvalue())
    assert "web does not answer" not in run.out.getvalue()
    mark.touch()
    run.watch_until(lambda: "web does not answer" in run.out.getvalue())
    assert run.out.getvalue().index("database is back") < run.out.getvalue().index("web does not answer")


def test_a_part_that_never_gets_ready_again_is_killed(run_of: Callable[..., Run], tmp_path: Path) -> None:
    mark = tmp_path / "stuck"
    stuck = f"import pathlib, time\nif pathlib.Path({str(mark)!r}).exists(): time.sleep(600)\n{STEADY}"
    run = run_of([part("web", stuck, start_seconds=5.0)])
    run.supervisor.open()
    mark.touch()
    psutil.Process(run.pid("web")).kill()
    run.watch_until(lambda: "web is not ready after 5 s; it is killed" in run.out.getvalue())
    mark.unlink()
    run.watch_until(lambda: "web is back" in run.out.getvalue())


def test_a_heartbeat_reaches_a_path_and_an_abstract_address_and_needs_no_listener(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    beat()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    beat()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        beat()
        assert systemd.recv(100) == b"WATCHDOG=1"
    watchdog = Watchdog()
    monkeypatch.setenv("NOTIFY_SOCKET", watchdog.address)
    assert not watchdog.heard(os.getpid())
    for _ in range(100):  # more than its queue holds: a sender is never held up
        beat()
    assert watchdog.heard(os.getpid())
    assert not watchdog.heard(os.getpid())
    watchdog.close()


def test_a_part_that_hangs_is_killed_although_another_process_answers_for_it(
    run_of: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of([part("web", STEADY, heartbeat_seconds=1.0)])
    run.supervisor.open()
    monkeypatch.setenv("NOTIFY_SOCKET", run.supervisor._watchdogs["web"].address)

    def is_killed() -> bool:
        beat()
        return "web does not answer" in run.out.getvalue()

    run.watch_until(is_killed)


FLOOD = """
sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
sender.setblocking(False)
sent, refused = 0, set()
for _ in range(1000):
    try:
        sender.sendto(b"WATCHDOG=1", sys.argv[1].replace("@", chr(0)))
        sent += 1
    except OSError as error:
        refused.add(errno.errorcode[error.errno])
print(sent, *sorted(refused))
"""


def test_another_user_can_neither_answer_for_a_part_nor_flood_its_socket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watchdog = Watchdog()
    monkeypatch.setenv("NOTIFY_SOCKET", watchdog.address)
    try:
        assert as_another_user(FLOOD, watchdog.address) == "0 EACCES"
        beat()
        assert watchdog.heard(os.getpid())
    finally:
        watchdog.close()


def test_heartbeat_of_another_user_does_not_count_even_if_it_arrives() -> None:
    watchdog = Watchdog()
    folder = Path(watchdog.address).parent
    try:
        folder.chmod(0o711)
        Path(watchdog.address).chmod(0o666)
        assert as_another_user(FLOOD.replace("1000", "1"), watchdog.address) == "1"
        message, sent_with, _, _ = watchdog._socket.recvmsg(100, 100, socket.MSG_PEEK)
        [(_, _, credentials)] = sent_with
        sender, user, _ = struct.unpack("3i", credentials)
        assert (message, user) == (b"WATCHDOG=1", NOBODY)
        assert not watchdog.heard(sender)
    finally:
        watchdog.close()


def test_closing_a_watchdog_leaves_no_folder_behind() -> None:
    watchdog = Watchdog()
    folder = Path(watchdog.address).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    watchdog.close()
    assert not folder.exists()
