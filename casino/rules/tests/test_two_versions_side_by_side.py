"""Versions of one rulebook stand side by side, and each has a page of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from tables.roulette.loader import HOUSE_FOLDER, add_folder, remove_folder
from testkit.pages import find, read_page


@pytest.fixture
def another_version(tmp_path: Path) -> Iterator[None]:
    """A fourth version of it-live, in which a plein pays 34."""
    shipped = (HOUSE_FOLDER / "it-live.toml").read_text(encoding="utf-8")
    fourth = shipped.replace("version = 3", "version = 4", 1).replace(
        'plein = { odds = "35:1"', 'plein = { odds = "34:1"'
    )
    (tmp_path / "it-live.v4.toml").write_text(fourth, encoding="utf-8")
    add_folder(tmp_path)
    yield
    remove_folder(tmp_path)


@pytest.mark.usefixtures("another_version")
def test_the_shelf_has_all_versions_the_newest_first(inspector: Client) -> None:
    page = read_page(inspector.get("/rules/").content)
    assert [each["href"] for each in page.select("#it-live .edition")] == [
        "/rules/it-live/4/",
        "/rules/it-live/3/",
        "/rules/it-live/2/",
        "/rules/it-live/1/",
    ]
    assert "newest" in find(page, "#it-live .edition").get_text()


@pytest.mark.usefixtures("another_version")
@pytest.mark.parametrize(
    ("address", "version", "odds"),
    [("", 4, "34 : 1"), ("4/", 4, "34 : 1"), ("3/", 3, "35 : 1"), ("1/", 1, "35 : 1")],
)
def test_each_version_has_its_own_page_and_leads_to_the_others(
    inspector: Client, address: str, version: int, odds: str
) -> None:
    page = read_page(inspector.get(f"/rules/it-live/{address}").content)
    assert odds in find(page, "#bet-plein").get_text()
    links = page.select('.choices a[href^="/rules/"]')
    assert [link["href"] for link in links] == [f"/rules/it-live/{each}/?lang=it" for each in (1, 2, 3, 4)]
    assert [link["href"] for link in links if link.has_attr("aria-current")] == [
        f"/rules/it-live/{version}/?lang=it"
    ]
