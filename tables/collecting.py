"""Python's search for cycles of garbage, and where it is no use."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_collected() -> Iterator[None]:
    """No search for cycles of garbage inside: who reads thousands of events makes many objects that live to its end,
    and each search passes all of them. It is off for the whole process meanwhile, so this is for moments."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
