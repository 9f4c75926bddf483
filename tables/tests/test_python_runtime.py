"""No call maps memory for the depth at which it stands, and threads share the heaps of their process."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from tables.python_runtime import HEAPS, call_with_room

CALLS = 500
DEPTHS = 600
"""One chunk of Python's frames ends within them several times."""


def _nothing() -> None:
    pass


def _faults_of_calls(depth: int) -> int:
    """How many pages of memory Python has mapped anew for calls that stand so deep."""
    if depth:
        return _faults_of_calls(depth - 1)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for _ in range(CALLS):
        _nothing()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def _most_faults() -> int:
    return max(_faults_of_calls(depth) for depth in range(DEPTHS))


def _in_a_thread(work: Callable[[], int]) -> int:
    """What it returns from the bottom of a thread, whose frames begin in a chunk of their own."""
    found: list[int] = []
    thread = Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


def test_with_room_no_depth_maps_memory_for_each_call() -> None:
    assert _in_a_thread(lambda: call_with_room(_most_faults)) < CALLS


def test_call_with_room_returns_the_result() -> None:
    assert call_with_room(divmod, 17, 5) == (3, 2)
    assert call_with_room(sorted, "bca", reverse=True) == ["c", "b", "a"]


THREADS = """
import ctypes, sys
from threading import Barrier, Thread
from tables.python_runtime import share_heaps

if sys.argv[2] == "shared":
    share_heaps()
all_hold = Barrier(8)

def hold() -> None:
    blocks = [bytes(100_000) for _ in range(50)]
    all_hold.wait()
    del blocks

threads = [Thread(target=hold) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
told = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
libc.malloc_info(0, told)
libc.fclose(told)
"""
"""Threads that hold memory at the same time; then glibc writes a file of the heaps of the process."""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc has several heaps")
@pytest.mark.parametrize("how", ["shared", "by default"])
def test_threads_at_once_have_two_heaps_only_where_they_share_them(tmp_path: Path, how: str) -> None:
    file = tmp_path / "heaps.xml"
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", THREADS, file, how], check=True, cwd=root, env=os.environ)
    heaps = len(re.findall(r"<heap nr=", file.read_text()))
    assert (heaps <= HEAPS) == (how == "shared")
