"""Browsers for benches of pages: with or without a person signed in, and a real Chromium; with the time of a page.

Use them inside `bench_database` only, which sets Django up.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from testkit.browsers import launch_chromium

if TYPE_CHECKING:
    from django.test import Client
    from playwright.sync_api import Browser

    from casino.people.models import Role

CASINO = 1


def bench_browsers() -> tuple["Client", "Client"]:
    """A browser in which a pit boss of CASINO is signed in, and one in which nobody is."""
    from casino.people.models import Role

    return browser_of(Role.PIT_BOSS), browser_of(None)


def browser_of(role: "Role | None") -> "Client":
    """A browser in which somebody of CASINO with this role is signed in, or nobody."""
    from django.test import Client

    from testkit.people import engage

    browser = Client(SERVER_NAME="localhost")
    if role is not None:
        person = engage(role, casino_id=CASINO)
        browser.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def page_took(client: "Client", path: str, clock: Callable[[], float]) -> float:
    """Return the time that the page took by `clock`, in seconds. Raises RuntimeError for a status other than 200."""
    begun = clock()
    answer = client.get(path)
    took = clock() - begun
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return took


@contextmanager
def real_browser() -> Iterator["Browser"]:
    """A Chromium.

    Its event loop is in this thread, and where one runs Django keeps a connection of its own. That one is closed here:
    outside nobody finds it again, and the bench's database could not be dropped.
    """
    from django.db import connection
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Django is in this thread, and not on the loop.
    with sync_playwright() as playwright:
        chromium = launch_chromium(playwright)
        try:
            yield chromium
        finally:
            chromium.close()
            connection.close()
