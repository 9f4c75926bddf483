"""Checks on the readings of unclear clauses: each has words, and an English version for readers of other languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tables.roulette.announced_checks import Fault
from tables.roulette.fault_path import below
from tables.roulette.rulebook import LANGUAGES, Rulebook

_LANGUAGES = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"


def reading_faults(readings: Mapping[str, Any], rulebook: Rulebook) -> Iterator[Fault]:
    """Every fault of the section `readings`, as its file has it: by clause a text, or texts by language."""
    for clause, words in readings.items():
        key = below("readings", clause)
        if clause not in rulebook.clauses:
            yield key, "is not among the clauses"
        if isinstance(words, str):
            yield from _wordless(key, words)
        else:
            yield from _by_language(key, words, rulebook)


def _by_language(key: str, texts: Mapping[str, str], rulebook: Rulebook) -> Iterator[Fault]:
    for language, text in texts.items():
        if language not in LANGUAGES:
            yield below(key, language), f"is no language of a rulebook; right would be {_LANGUAGES}"
        yield from _wordless(below(key, language), text)
    if "en" not in texts:
        yield (
            below(key, "en"),
            "missing key: English is shown where a language is left out; right would be one, or in place of "
            f"the section a single text in {rulebook.language}, the rulebook's language",
        )


def _wordless(key: str, text: str) -> Iterator[Fault]:
    if not text.strip():
        yield key, "has no words; right would be how the clause is read, or no such key"
