"""A rulebook in a terminal: what an inspector reads there."""

from __future__ import annotations

import pytest

from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook_text import WIDTH, rulebook_text


@pytest.mark.parametrize("id_", rulebooks())
def test_every_rule_reference_and_reading_stands_in_the_text(id_: str) -> None:
    rulebook = get_rulebook(id_)
    text = " ".join(rulebook_text(rulebook).split())
    assert text.startswith(f"{rulebook.title}: {id_}, version {rulebook.version}")
    for clause, reference in rulebook.clauses.items():
        assert f"{clause} {reference}" in text
    for reading in rulebook.readings.values():
        assert " ".join(reading.text().split()) in text
    for kind in (*rulebook.bets, *rulebook.announced, *rulebook.replays):
        assert f" {kind} " in text


@pytest.mark.parametrize("id_", rulebooks())
def test_lines_are_fit_to_be_read(id_: str) -> None:
    lines = rulebook_text(get_rulebook(id_)).splitlines()
    assert max(map(len, lines)) <= WIDTH + 10
    assert not [line for line in lines if line != line.rstrip()]


def test_a_line_has_its_values_and_the_reference_of_their_clause() -> None:
    lines = [" ".join(line.split()) for line in rulebook_text(get_rulebook("it-campione")).splitlines()]
    assert "plein odds: 35:1 art. 2" in lines
    assert "maximum: 500 CHF; doubled: 1,000 CHF; derogation: 1,500 art. 5" in lines
    assert "alternate (see the clause) art. 13" not in lines
    live = [" ".join(line.split()) for line in rulebook_text(get_rulebook("it-live")).splitlines()]
    assert "misprints[1] kinds: douzaine, colonne; printed: 1:1 Puntate semplici" in live


def test_clause_shows_its_values_with_its_reading() -> None:
    text = rulebook_text(get_rulebook("it-venezia"), clause="it-venezia/prison")
    assert "release: win-per-level; levels: 3; partage: yes;" in text
    assert "our reading of Il gioco, prigione: What remains" in text
    assert "Il gioco, prigione (settlement, command)" in text
    assert "plein" not in text


def test_readings_are_told_in_the_language_that_is_asked_for() -> None:
    for language, said in (("pt", "O que resta é"), ("it", "Ciò che resta è"), ("fr", "Ce qui reste est")):
        text = rulebook_text(get_rulebook("it-venezia"), clause="it-venezia/prison", language=language)
        assert f"our reading of Il gioco, prigione: {said}" in text
        assert "What remains" not in text


def test_a_clause_that_decides_no_value_is_shown_with_its_reading() -> None:
    text = rulebook_text(get_rulebook("it-campione"), clause="it-campione/9")
    assert "it-campione/9" in text
    assert "our reading of art. 9: The scan damages a" in text
