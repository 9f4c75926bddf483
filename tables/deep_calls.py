"""Room for deep calls, so that none of them is slow for the depth at which it happens to stand.

Python keeps the frames of its calls in chunks of 16 kB. A call that no longer fits has a new chunk mapped for it, which
is given back when it returns: a loop that stands just below the end of a chunk maps memory with each call. Depending
on nothing but the depth of what called it, a page was made in 12 ms or in 22. Newer Pythons keep one such chunk for
the next call (https://github.com/python/cpython/issues/142183); 3.11 and 3.12 do not.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

ROOM = 80_000
"""Values for which a frame has room, 8 bytes each. Python doubles a chunk until the frame fits, so that this one is a
megabyte, and leaves 400 kB for the calls inside: two thousand and more. What nobody touches costs no memory."""


def call_with_room(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What `work` returns, called where all calls inside it fit into one chunk."""
    return work(*args, **kwargs)


call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=ROOM)
