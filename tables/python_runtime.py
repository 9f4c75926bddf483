"""Measures against lost time in Python itself: its search for garbage, and the memory of its calls."""

import ctypes
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

ROOM = 80_000
"""Values for which a frame has room, 8 bytes each. Python doubles a chunk until the frame fits, so that this one is a
megabyte, and leaves 400 kB for the calls inside: two thousand and more. Untouched pages cost no memory."""


M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameters of glibc's mallopt (malloc.h)."""
HEAPS = 2
LARGE_BLOCK_BYTES = 256 * 1024


def share_heaps() -> None:
    """Let all threads of this process share HEAPS heaps, and give a large block back to the system when it is freed.

    By default glibc has up to eight heaps for each core, and a heap keeps the most memory that a thread on it ever
    needed. Each request has a thread of its own, and the page of a table with many open bets takes megabytes for a
    moment. Call this before there are threads. It does nothing on another C library.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, HEAPS)
        mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Suspend Python's search for cycles of garbage inside the block.

    A reader of thousands of events makes many objects that live to its end, and each search passes all of them. The
    whole process has no search meanwhile, so use this for moments.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def call_with_room(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `work` so that none of the calls inside it is slow because of the call depth, and return its result.

    Python keeps the frames of its calls in chunks of 16 kB. A call that no longer fits gets a new chunk, which is given
    back when the call returns. A loop just below the end of a chunk therefore maps memory with each call. The same page
    took 12 ms or 22 ms, depending only on the call depth. Newer Pythons keep one such chunk for the next call
    (https://github.com/python/cpython/issues/142183); 3.11 and 3.12 do not.
    """
    return work(*args, **kwargs)


call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=ROOM)
