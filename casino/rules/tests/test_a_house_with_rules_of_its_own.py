"""A sixth house has its pages by its file alone: other odds, another numbering, series that no other house knows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.rules.presenters.language import LANGUAGES
from casino.rules.tests.conftest import Read, cells
from tables.roulette.loader import HOUSE_FOLDER, add_folder, remove_folder
from testkit.pages import find

SIXTH = HOUSE_FOLDER.parent / "tests" / "sixth.toml"


@pytest.fixture
def sixth(tmp_path: Path) -> Iterator[None]:
    """The invented house, known to all."""
    (tmp_path / "sixth.toml").write_bytes(SIXTH.read_bytes())
    add_folder(tmp_path)
    yield
    remove_folder(tmp_path)


@pytest.mark.usefixtures("sixth")
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_page_is_made_in_every_language(read: Read, language: str) -> None:
    page = read("sixth", lang=language)
    assert find(page, "#bet-plein .r b").get_text() == "34 : 1"
    assert find(page, "#series-snake h3").get_text(strip=True) == "The snake"
    assert [each.get_text() for each in page.select("#series-snake text.count")] == ["1", "2"]
    assert "GBP" in find(page, "#bets").get_text()
    assert "{" not in find(page, "main").get_text()


@pytest.mark.usefixtures("sixth")
def test_its_page_says_on_which_days_it_is_in_force(read: Read) -> None:
    assert (
        "In force from 1 Apr 2019 to 31 Dec 2099 · rule 1"
        in find(read("sixth", lang="en"), "header.of-rules").get_text()
    )
    american = find(read("pt-americana", lang="en"), "header.of-rules").get_text()
    assert "In force since 30 Jul 2002 · Portaria 894/2002, 3.º" in american
    assert "In force" not in find(read("pt-francesa", lang="en"), "header.of-rules").get_text()


@pytest.mark.usefixtures("sixth")
def test_its_own_names_stand_before_the_trades(read: Read) -> None:
    page = read("sixth", lang="en")
    assert find(page, "#bet-plein b").get_text() == "Solo"
    named = dict(cells(page, "#bets .abreast table"))
    assert named["the tail, last street"] == "34 35 36"


@pytest.mark.usefixtures("sixth")
def test_its_neighbours_are_those_of_its_own_wheel(read: Read) -> None:
    zero = read("sixth").select("table.neighbours tbody tr")[0]
    assert [cell.get_text() for cell in zero.select("td")[3:6]] == ["28", "0", "2"]
