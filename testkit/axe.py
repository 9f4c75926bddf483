"""Findings of axe on a page in a real browser, by its rules of WCAG 2.2 AA and good practice."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

Theme = Literal["dark", "light"]
STANDARD = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RULES: Mapping[Theme, Mapping[str, Any]] = {
    "dark": {"runOnly": {"type": "tag", "values": STANDARD}, "resultTypes": ["violations"]},
    "light": {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]},
}
"""Checks of axe by theme. The themes differ only in their colours."""


def broken_rules(page: Page, theme: Theme) -> Iterator[tuple[str, str]]:
    """The rules that the page breaks in this theme, each with the first place of it."""
    page.emulate_media(color_scheme=theme)
    for violation in Axe().run(page, options=dict(RULES[theme])).response["violations"]:
        first = violation["nodes"][0]
        yield violation["id"], f"{first['html'][:200]} {first.get('failureSummary', '')}"


def breaks_no_rule(page: Page, name: str) -> None:
    """Fail if the page breaks a rule in either theme; the failure has this name for the page."""
    broken = {theme: dict(broken_rules(page, theme)) for theme in RULES}
    assert not any(broken.values()), (name, broken)
