"""pytest plugin: which tests run first, and which stay together in one worker."""

from typing import Any
from zlib import crc32

import pytest
from xdist.scheduler import LoadFileScheduling

LONGEST_FIRST = (
    "casino/one_machine/tests/",
    "casino/tests/",
    "casino/languages/tests/",
    "casino/api/tests/test_schemathesis",
)
"""Places of tests that open whole installations, walk over one, or ask all that its API answers."""


def is_browser_file(file: str) -> bool:
    """Return True if a file of tests is one of those that share a browser."""
    return file.rpartition("/")[2].startswith("test_browser_")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the browser tests and the files that take longest, for they stay with one worker and the others would
    wait for it at the end. The rest come file by file and mixed, always in the same way. `make check` keeps its own
    order (testkit/time_box.py)."""
    if config.getoption("--within") is not None:
        return
    items.sort(key=lambda item: _place(item.nodeid.partition("::")[0]))


def _place(file: str) -> tuple[bool, bool, int, str]:
    return not is_browser_file(file), not file.startswith(LONGEST_FIRST), crc32(file.encode()), file


class _FileByFile(LoadFileScheduling):  # type: ignore[misc]  # xdist comes without types
    """A file stays with one worker, and all that share a browser with the same one."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return "browsers" if is_browser_file(file) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Hand out files as `--dist loadfile` does, but for those of the browser tests."""
    return _FileByFile(config, log) if config.getoption("dist") == "loadfile" else None
