"""How unclear clauses are read stands on the page in the reader's language, as far as the reading has it."""

from pathlib import Path

import pytest
from django.test import Client

from casino.rules.presenters.language import LANGUAGES
from casino.rules.tests.conftest import Read, cells
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.pages import read_page
from testkit.rulebooks import known_folder, written

BY_LANGUAGE = """[readings."sixth/2"]
en = "Half a stake that does not divide is rounded to the player's side."
fr = "La moitié d'une mise qui ne se divise pas est arrondie en faveur du joueur."
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", sorted(rulebooks()))
def test_every_reading_is_shown_under_its_clause_in_the_language_of_the_page(
    read: Read, rulebook: str, language: str
) -> None:
    book, page = get_rulebook(rulebook), read(rulebook, lang=language)
    assert cells(page, ".readings") == [
        [book.clauses[clause], reading.texts[language]] for clause, reading in book.readings.items()
    ]
    assert {cell["lang"] for cell in page.select(".readings td")} == {language}


def shown(inspector: Client, language: str) -> tuple[str, str]:
    """The language and the beginning of the one reading on the sixth house's page."""
    page = read_page(inspector.get(f"/rules/sixth/?lang={language}").content)
    (cell,) = page.select(".readings td")
    return cell["lang"], cell.get_text().split()[0]


def test_reading_without_the_language_of_the_page_is_in_english(inspector: Client, tmp_path: Path) -> None:
    written(tmp_path)
    with known_folder(tmp_path):
        assert [shown(inspector, language) for language in ("fr", "pt", "it")] == [
            ("fr", "La"),
            ("en", "Half"),
            ("en", "Half"),
        ]


def test_a_houses_single_text_is_shown_as_it_is_in_the_rulebooks_language(
    inspector: Client, tmp_path: Path
) -> None:
    single = '[readings]\n"sixth/2" = "Arredonda-se a favor do jogador."\n'
    written(tmp_path, (BY_LANGUAGE, single), ('language = "en"', 'language = "pt"'))
    with known_folder(tmp_path):
        assert {shown(inspector, language) for language in LANGUAGES} == {("pt", "Arredonda-se")}
