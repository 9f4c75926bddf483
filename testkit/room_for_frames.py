"""pytest plugin: each test runs with room for the frames of all that it calls (tables/python_runtime.py).

Under pytest and Django's middleware the ends of Python's chunks are where a page is busiest: a quarter of the time
of the tests of the screens went there.
"""

from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tables.python_runtime import call_with_room


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run the test as pytest does, from a frame that makes room."""
    hook: Any = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    call_with_room(runtestprotocol, item, nextitem=nextitem)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
