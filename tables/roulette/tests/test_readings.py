"""How unclear clauses are read: in the four languages of the screens by the project, as far as it likes by a house."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tables.refusal import RulebookBroken
from tables.roulette.loader import load_rulebook, rulebooks
from tables.roulette.rulebook import LANGUAGES, Reading, Rulebook
from testkit.rulebooks import written

OURS = [
    pytest.param(reading, id=clause)
    for rulebook in rulebooks().values()
    for clause, reading in rulebook.readings.items()
]
BY_LANGUAGE = """[readings."sixth/2"]
en = "Half a stake that does not divide is rounded to the player's side."
fr = "La moitié d'une mise qui ne se divise pas est arrondie en faveur du joueur."
"""


def house_with(folder: Path, reading: str, language: str = "en") -> Rulebook:
    """The sixth house with one text as its reading, its screens in this language."""
    return load_rulebook(
        written(
            folder,
            (BY_LANGUAGE, f"[readings]\n{reading}\n"),
            ('language = "en"', f'language = "{language}"'),
        )
    )


@pytest.mark.parametrize("reading", OURS)
def test_every_reading_of_the_projects_own_is_in_four_languages(reading: Reading) -> None:
    assert set(reading.texts) == set(LANGUAGES)
    assert len(set(reading.texts.values())) == len(LANGUAGES)


@pytest.mark.parametrize("reading", OURS)
def test_a_reading_has_the_same_figures_in_every_language(reading: Reading) -> None:
    figures = {
        language: sorted(figure.replace(",", ".") for figure in re.findall(r"\d+(?:[.,]\d+)?", text))
        for language, text in reading.texts.items()
    }
    assert all(each == figures["en"] for each in figures.values()), figures


def test_english_stands_in_for_a_language_that_a_house_leaves_out() -> None:
    reading = Reading(texts={"fr": "Arrondi.", "en": "Rounded."})
    assert [(reading.language(asked), reading.text(asked)) for asked in ("fr", "en", "pt")] == [
        ("fr", "Arrondi."),
        ("en", "Rounded."),
        ("en", "Rounded."),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_single_text_is_in_the_rulebooks_language_and_is_read_by_all(tmp_path: Path, language: str) -> None:
    reading = house_with(tmp_path, '"sixth/2" = "To the player."', language).readings["sixth/2"]
    assert reading.texts == {language: "To the player."}
    assert {(reading.language(asked), reading.text(asked)) for asked in LANGUAGES} == {
        (language, "To the player.")
    }


@pytest.mark.parametrize(
    ("reading", "fault"),
    [
        ('"sixth/2" = ""', r'readings\."sixth/2": The text is empty. Write how the clause is read'),
        (
            '"sixth/2" = {}',
            r'readings\."sixth/2"\.en: The English text is missing, .* a single text in it in place of the section',
        ),
        (
            '"sixth/2" = 7',
            r'readings\."sixth/2": The value is a whole number\. Write a text in quotation marks\.',
        ),
        (
            '"sixth/2" = ["Up."]',
            r'readings\."sixth/2": The value is a list\. Write a text in quotation marks\.',
        ),
    ],
)
def test_a_reading_that_says_nothing_is_refused_with_what_would_be_right(
    tmp_path: Path, reading: str, fault: str
) -> None:
    with pytest.raises(RulebookBroken, match=fault):
        house_with(tmp_path, reading, "it")
