"""Checks on the readings of unclear clauses: each has words, and an English version for readers of other languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import either, quoted
from tables.roulette.rulebook import LANGUAGES, Rulebook

NO_LANGUAGE = f"The language is unknown. Write {either(LANGUAGES)}."
"""Fault of a text in a language that no screen has."""


def reading_faults(readings: Mapping[str, Any], rulebook: Rulebook) -> Iterator[Fault]:
    """Yield every fault of the section `readings`, as its file has it: by clause a text, or texts by language."""
    for clause, reading in rulebook.readings.items():
        key = below("readings", clause)
        if clause not in rulebook.clauses:
            yield (
                key,
                f"The clause {quoted(clause)} is not in [clauses]. Add it there, or read another clause.",
            )
        if isinstance(readings[clause], str):
            yield from _empty(key, *reading.texts.values())
        else:
            yield from _by_language(key, reading.texts, rulebook)


def _by_language(key: str, texts: Mapping[str, str], rulebook: Rulebook) -> Iterator[Fault]:
    for language, text in texts.items():
        if language not in LANGUAGES:
            yield below(key, language), NO_LANGUAGE
        yield from _empty(below(key, language), text)
    if "en" not in texts:
        yield (
            below(key, "en"),
            "The English text is missing, which replaces other languages. Write one, or write a single text in "
            f"{rulebook.language} in place of the section.",
        )


def _empty(key: str, text: str) -> Iterator[Fault]:
    if not text.strip():
        yield key, "The text is empty. Write how the clause is read, or remove the key."
