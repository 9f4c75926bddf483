"""pytest plugin: each test runs with room for the frames of all that it calls.

CPython keeps the frames of a thread's functions in pieces of 16 KiB. A loop whose calls go past the end of one piece
has the next piece mapped and unmapped with every call, and such a call takes a hundred times as long. Under pytest
and Django's middleware such ends lie where a page is busiest: a quarter of the time of the tests of the screens went
there. A piece is as large as its first frame needs, rounded up to a power of two, so a first frame that asks for far
more than it uses leaves room for what it calls.
"""

from typing import Any

import pytest
from _pytest.runner import runtestprotocol

SLOTS = 70_000
"""Of 8 bytes each: the piece has 1 MiB, and what is not used of it is never touched."""


def _run(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    runtestprotocol(item, nextitem=nextitem)


_run.__code__ = _run.__code__.replace(co_stacksize=SLOTS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """As pytest's own, from a frame that makes room."""
    hook: Any = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    _run(item, nextitem)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
