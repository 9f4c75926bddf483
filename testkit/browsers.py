"""pytest plugin: a real browser, and what the files of browser tests share.

Files named `test_browser_*` run one after the other in one worker (order.py): a browser, a web server and all that
they read at their start are made for the first of them and serve the others.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, ClassVar, Generic, TypeVar

import pytest
from playwright.sync_api import Browser, Playwright, ViewportSize, expect, sync_playwright

from testkit.order import is_browser_file

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 1024, "height": 768}
TELEPHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 30_000
"""Longest wait for an expected state of a page; the machine may be busy with other tests."""
ASYNC_UNSAFE = "DJANGO_ALLOW_ASYNC_UNSAFE"
"""Set where a browser is driven, and not for the processes that a test starts there."""
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of Chromium programs. The shell has no windows, and draws a page with two thirds of the work."""
NO_CHROMIUM = "no Chromium on this machine: `apt-get install chromium-headless-shell`, or `chromium`"


def chromium_program() -> str | None:
    """Return the path of a Chromium on this machine; None without one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def launch_chromium(playwright: Playwright) -> Browser:
    """A Chromium without a window, as tests, benches and pictures use it."""
    return playwright.chromium.launch(executable_path=chromium_program(), args=["--no-sandbox"])


T = TypeVar("T")


class Shared(Generic[T]):
    """Something costly that consecutive files of browser tests share.

    It ends before a file of another kind: other tests count who listens, look at who seals and run loops of their own.
    """

    opened: ClassVar[list["Shared[Any]"]] = []

    def __init__(self, make: Callable[[], AbstractContextManager[T]]) -> None:
        self._make = make
        self._running = ExitStack()
        self._made: T | None = None

    def get(self) -> T:
        """Return the shared thing; the first call makes it."""
        if self._made is None:
            self._made = self._running.enter_context(self._make())
            self.opened.append(self)
        return self._made

    def end(self) -> None:
        """End it; the next caller gets a new one."""
        if self._made is not None:
            self._made = None
            self.opened.remove(self)
            self._running.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """End what is shared where the next test is in a file that does not share it."""
    yield
    if nextitem and nextitem.path != item.path and not is_browser_file(nextitem.path.name):
        for shared in Shared.opened[::-1]:
            shared.end()


@contextmanager
def _chromium() -> Iterator[Browser]:
    """A Chromium. Django would keep this thread from the database for its event loop, which runs nothing of Django."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv(ASYNC_UNSAFE, "true")
        expect.set_options(timeout=PATIENCE_MS)
        browser = launch_chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def _shared_chromium() -> Iterator[Shared[Browser]]:
    shared = Shared(_chromium)
    yield shared
    shared.end()


@pytest.fixture(scope="module")
def chromium(_shared_chromium: Shared[Browser]) -> Browser:
    """A Chromium, which each test uses in a context of its own; they are skipped without one."""
    if chromium_program() is None:
        pytest.skip(NO_CHROMIUM)
    return _shared_chromium.get()
