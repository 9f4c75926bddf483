"""A rulebook's page as it is printed, in a real browser: what is left out, and what every sheet says."""

import re
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.test import Client
from django.utils.translation import override
from playwright.sync_api import Browser, Page

from casino.kit.dates import full_day

STATIC = Path(settings.BASE_DIR) / "static"
SECTIONS = 6


def style(page: Page, selector: str, name: str) -> str:
    """What a style of the first such element comes to."""
    value: str = page.eval_on_selector(selector, f"element => getComputedStyle(element).{name}")
    return value


def test_on_paper_it_is_black_on_white_without_menus_and_each_sheet_says_which_version_it_is(
    inspector: Client, chromium: Browser, tmp_path: Path
) -> None:
    kept = tmp_path / "rules.html"
    served = inspector.get("/rules/it-venezia/1/").content.decode()
    kept.write_text(served.replace('"/static/', f'"{STATIC.as_uri()}/'), encoding="utf-8")
    with chromium.new_context(color_scheme="dark") as context:
        page = context.new_page()
        page.goto(kept.as_uri())
        page.emulate_media(media="print")
        shown = {
            each: page.is_visible(each) for each in (".bar", ".choices", ".sections", ".chip-value", "#bets")
        }
        colours = style(page, "body", "backgroundColor"), style(page, "h2", "color")
        heads = style(page, "table.payments thead", "display")
        breaks = [
            style(page, f"#{each}", "breakBefore") for each in ("series", "finals", "payments", "readings")
        ]
        foot = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--print-foot')")
        sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert shown == {
        ".bar": False,
        ".choices": False,
        ".sections": False,
        ".chip-value": False,
        "#bets": True,
    }
    assert colours == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    assert heads == "table-header-group"
    assert breaks == ["page"] * 4
    title = "Roulette francese (Casinò di Venezia)"
    with override("it"):
        printed = full_day(datetime.now(UTC).astimezone().date())
    assert foot == f'"it-venezia · Versione 1 · {title} · stampato il {printed}"'
    assert SECTIONS <= sheets <= 2 * SECTIONS


def test_the_payment_table_alone_is_one_sheet_of_paper(
    inspector: Client, chromium: Browser, tmp_path: Path
) -> None:
    kept = tmp_path / "table.html"
    served = inspector.get("/rules/it-venezia/1/?chip=2.50&only=payments").content.decode()
    kept.write_text(served.replace('"/static/', f'"{STATIC.as_uri()}/'), encoding="utf-8")
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(kept.as_uri())
        page.emulate_media(media="print")
        shown = {each: page.is_visible(each) for each in (".chip-value", ".sections", "h1")}
        sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert [each for each, is_visible in shown.items() if is_visible] == ["h1"]
    assert sheets == 1
