"""Checks of a rulebook's labels on the fields of its cloth, and of its phrases around a number."""

from __future__ import annotations

from collections.abc import Iterator

from tables.roulette.cloth import cloth_of
from tables.roulette.fault_path import Fault
from tables.roulette.fault_words import quoted
from tables.roulette.reading_checks import NO_LANGUAGE
from tables.roulette.rulebook import EVEN_CHANCES, LANGUAGES, AnnouncedRule, Rulebook

LONGEST_LABELS = {"douzaine": 24, "colonne": 7, **dict.fromkeys(EVEN_CHANCES, 14)}
"""The characters that a field of each kind has room for."""


def label_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of labels without a field or without room, and of phrases without a place for their number."""
    kinds = {bet.code: bet.kind for bet in cloth_of(rulebook)}
    for code, label in rulebook.field_labels.items():
        key, longest = f'cloth.labels."{code}"', LONGEST_LABELS.get(kinds.get(code, ""))
        if longest is None:
            yield (
                key,
                "The cloth has no such field beside the numbers. Write a dozen, a column or an even chance.",
            )
        elif len(label) > longest:
            yield key, f"The field has room for {longest} characters. Write a shorter label."
    for kind, rule in rulebook.announced.items():
        yield from _phrases(rule, f"announced.{kind}.phrases")


def _phrases(rule: AnnouncedRule, key: str) -> Iterator[Fault]:
    asked = {str(each_side) for each_side in rule.each_side}
    for each_side, names in rule.phrases.items():
        if each_side not in asked:
            yield f"{key}.{each_side}", "The number is not in each_side. Add it there, or remove the key."
        for language, phrases in names.items():
            if language not in LANGUAGES:
                yield f"{key}.{each_side}.{language}", NO_LANGUAGE
            for phrase in phrases:
                if phrase.count("{}") != 1:
                    yield (
                        f"{key}.{each_side}.{language}",
                        f"{quoted(phrase)} has no place for the number. Write one {{}} there.",
                    )
