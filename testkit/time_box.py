"""pytest plugin: `--within SECONDS` begins no further test once the time is over, and counts the tests left out.

For `make check`, which runs the nearest tests first. Each worker measures its own time, from its first test on.
"""

import time
from typing import Any

import pytest

LEFT_OUT = "left_out"
"""Key under which a worker reports the tests that it left out."""
_began = pytest.StashKey[float]()
_left_out = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--within`."""
    parser.addoption(
        "--within",
        type=float,
        metavar="SECONDS",
        help="run the files in the given order, start no test after this many seconds, and count the tests left out",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Begin with no test left out."""
    config.stash[_left_out] = []


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Leave the test out if the time is over: True means that it is done."""
    seconds, stash = item.config.getoption("--within"), item.config.stash
    if seconds is None:
        return None
    began = stash.setdefault(_began, time.monotonic())
    if time.monotonic() - began < seconds:
        return None
    stash[_left_out].append(item.nodeid)
    return True


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that hands out the tests."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[LEFT_OUT] = session.config.stash[_left_out]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over the tests that a worker left out."""
    node.config.stash[_left_out] += getattr(node, "workeroutput", {}).get(LEFT_OUT, [])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print how many tests were left out, and of which files."""
    if left_out := config.stash[_left_out]:
        files = list(dict.fromkeys(each.partition("::")[0] for each in left_out))
        shown = ", ".join(files[:3]) + (", ..." if len(files) > 3 else "")
        terminalreporter.write_line(
            f"Not run, since the time was over: {len(left_out)} tests in {len(files)} files ({shown})"
        )
