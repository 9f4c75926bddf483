"""No call maps memory for the depth at which it stands."""

import resource
from collections.abc import Callable
from threading import Thread

from tables.python_runtime import call_with_room

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


def test_what_goes_in_comes_out() -> None:
    assert call_with_room(divmod, 17, 5) == (3, 2)
    assert call_with_room(sorted, "bca", reverse=True) == ["c", "b", "a"]
