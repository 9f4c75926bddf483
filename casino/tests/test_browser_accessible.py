"""Every page of the demonstration in a browser, dark and light, by axe's rules of WCAG 2.2 AA and good practice; none
is wider than a telephone, and none has an error to tell on its console.

The pages are those that a walk over the house meets, one of each pattern of addresses: the longest that any role is
shown. The browser reads them from memory; nothing is served.
"""

import json
from collections.abc import Iterator, Mapping
from mimetypes import guess_type
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.db import transaction
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, ConsoleMessage, Page, Route
from pytest_django import DjangoDbBlocker

from casino.embedded.open_house import open_house
from casino.people.models import Person
from casino.tests.crawler import crawl, pattern_of
from casino.tests.test_every_link_of_the_house import SEAT, a_terminal, play_a_little
from testkit.browsers import DESKTOP, TELEPHONE
from testkit.people import browser_of

pytestmark = pytest.mark.django_db
WALKERS = ("pitboss", "cashdesk", "inspector", "administrator")
"""Between them they may open every page; what a role is not shown is on another's page."""
Theme = Literal["dark", "light"]
ADDRESS = "http://casino.example"
STATIC = "/static/"
STANDARD = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RULES: Mapping[Theme, Mapping[str, Any]] = {
    "dark": {"runOnly": {"type": "tag", "values": STANDARD}, "resultTypes": ["violations"]},
    "light": {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]},
}
"""By theme: what axe looks at. The themes differ in nothing but their colours."""
ROWS_ARE_ALIKE = """for (const body of document.querySelectorAll("tbody"))
  for (const row of [...body.rows].slice(12)) row.remove()"""
"""What axe finds on a row it finds on the next: the first dozen of a table are enough, and take a tenth of the time."""
WIDER_THAN_THE_SCREEN = """() => {
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth && scrollWidth;
}"""
Pages = dict[str, str]


@pytest.fixture(scope="module")
def pages(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Pages]:
    """Pages by address, one of each pattern."""
    longest: dict[str, tuple[str, str]] = {}
    with django_db_blocker.unblock(), transaction.atomic():
        now = timezone.now()
        list(open_house(now, wheel_port=4100))
        play_a_little(now)
        people = Person.objects.filter(username__in=WALKERS)
        together: set[str] = set()
        walks = [crawl(browser_of(person), person, of_each=1, together=together) for person in people]
        walks.append(crawl(a_terminal(), AnonymousUser(), SEAT, of_each=1))
        walks.append(crawl(Client(), AnonymousUser(), of_each=1))
        for address, page in (found for walk in walks for found in walk.pages.items()):
            pattern = pattern_of(address).partition("?")[0]
            if "<html" in page:  # A part of a page is looked at where it stands.
                longest[pattern] = max(
                    (address, page), longest.get(pattern, ("", "")), key=lambda each: len(each[1])
                )
        transaction.set_rollback(True)
    yield {urlsplit(address).path: page for address, page in longest.values()}


def test_no_page_breaks_a_rule(pages: Pages, chromium: Browser) -> None:
    broken: dict[str, list[str]] = {}
    with chromium.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.route("**/*", lambda route: answer(route, pages))
        page.on("console", lambda said: noted(said, broken))
        for path in pages:
            page.goto(ADDRESS + path)
            page.set_viewport_size(TELEPHONE)
            if wide := page.evaluate(WIDER_THAN_THE_SCREEN):
                broken.setdefault("overflow", []).append(f"{path}: {wide} px")
            page.set_viewport_size(DESKTOP)
            page.evaluate(ROWS_ARE_ALIKE)
            for theme, options in RULES.items():
                page.emulate_media(color_scheme=theme)
                for rule, where in found_by_axe(page, options):
                    broken.setdefault(rule, []).append(f"{path}, {theme}: {where}")
    assert broken == {}, json.dumps(broken, indent=1)


def noted(said: ConsoleMessage, broken: dict[str, list[str]]) -> None:
    """Notes what a page says on its console as an error."""
    if said.type == "error":
        broken.setdefault("console", []).append(f"{said.page and said.page.url}: {said.text}")


def test_axe_sees_what_is_wrong(chromium: Browser) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_content('<body style="background:#fff"><p style="color:#eee">pale</p><input></body>')
        rules = {rule for rule, _ in found_by_axe(page, RULES["dark"])}
    assert {"color-contrast", "label", "html-has-lang"} <= rules


def found_by_axe(page: Page, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The rules that a page breaks, each with the first place of it."""
    for violation in Axe().run(page, options=dict(options)).response["violations"]:
        first = violation["nodes"][0]
        yield violation["id"], f"{first['html'][:200]} {first.get('failureSummary', '')}"


def answer(route: Route, pages: Pages) -> None:
    """Answer with a page, or a static file; nothing else is there."""
    path = urlsplit(route.request.url).path
    if path in pages:
        route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
    elif path.startswith(STATIC) and isinstance(file := finders.find(path.removeprefix(STATIC)), str):
        route.fulfill(path=file, content_type=guess_type(file)[0])
    else:
        route.fulfill(status=204)
