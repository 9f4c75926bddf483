"""pytest plugin: a real browser."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, ViewportSize, expect, sync_playwright

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 1024, "height": 768}
TELEPHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 30_000
"""How long a page is looked at until it is as a test expects; the machine may be busy with other tests."""
ASYNC_UNSAFE = "DJANGO_ALLOW_ASYNC_UNSAFE"
"""Set where a browser is driven, and not for the processes that a test starts there."""
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What a Chromium may be called. The shell is one without windows, and draws a page with two thirds of the work."""
NO_CHROMIUM = "no Chromium on this machine: `apt-get install chromium-headless-shell`, or `chromium`"


def chromium_program() -> str | None:
    """Where a Chromium is on this machine; None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def launch_chromium(playwright: Playwright) -> Browser:
    """A Chromium without a window, as tests, benches and pictures use it."""
    return playwright.chromium.launch(executable_path=chromium_program(), args=["--no-sandbox"])


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One Chromium for the tests of a file, each in a context of its own; they are skipped without one.

    It ends with the file: its event loop stays about, where other tests run loops of their own. Django would keep this
    thread from the database for that loop, in which nothing of Django's runs.
    """
    if chromium_program() is None:
        pytest.skip(NO_CHROMIUM)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv(ASYNC_UNSAFE, "true")
        expect.set_options(timeout=PATIENCE_MS)
        browser = launch_chromium(playwright)
        yield browser
        browser.close()
