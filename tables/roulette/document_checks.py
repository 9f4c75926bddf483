"""Checks on every value of a rulebook's file, at any place: texts have words, lists name each thing once, and numbers
are in the range that a casino can count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import are
from tables.roulette.reading_checks import NO_LANGUAGE
from tables.roulette.rulebook import KINDS, LANGUAGES
from tables.text import text_fault

LARGEST_NUMBER = 2**53 - 1
"""Largest number that every program that reads the record holds exactly."""
LONGEST_TIME_S = 7 * 24 * 3600
LONGEST_LENGTH_MM = 5000
LARGEST_WEIGHT_G = 1000
LONGEST_ID = 50
LONGEST_NAME = 20

_REPEATED_ON_PURPOSE = (
    "payment.within",
    "cylinder.diameter_mm",
    "ball_change.diameter_mm",
    "ball_change.weight_g",
    # The first files wrote odds as two numbers.
    ".printed",
)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NAMED_SECTIONS = ("wheels", "announced", "replays")


def document_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield every fault of this kind in a file's document. Readings and clause ids have checks of their own."""
    id_ = document.get("id")
    if isinstance(id_, str) and len(id_) > LONGEST_ID:
        yield "id", f"The id has {len(id_)} characters. Write at most {LONGEST_ID}."
    yield from _section_names(document)
    for key, value in _values({name: value for name, value in document.items() if name != "readings"}):
        match value:
            case str() if not key.endswith("clause"):
                yield from _text(key, value)
            case bool():
                pass
            case int() | float():
                yield from _number(key, value)
            case list():
                yield from _repeated(key, value)
            case dict() if key.endswith(".names") and key != "cloth.names":
                yield from _languages(key, value)


def _values(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each value of the document with its key, a section or a list before its content."""
    yield key, value
    if isinstance(value, Mapping):
        for name, inside in value.items():
            yield from _values(inside, below(key, name))
    elif isinstance(value, list):
        for place, inside in enumerate(value, start=1):
            yield from _values(inside, f"{key}[{place}]")


def _section_names(document: Mapping[str, Any]) -> Iterator[Fault]:
    for section in _NAMED_SECTIONS:
        names = document.get(section, {})
        for name in names if isinstance(names, Mapping) else ():
            if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
                yield (
                    below(section, name),
                    f"The name has a wrong form. Write up to {LONGEST_NAME} small letters and digits, with hyphens "
                    "between them.",
                )
            elif section == "announced" and name in KINDS:
                yield below(section, name), f"{name} is a kind of bet on the cloth. Write another name."


def _text(key: str, text: str) -> Iterator[Fault]:
    if not text.strip():
        yield key, "The text is empty. Write the words that people read."
    elif text_fault(text, len(text)) is not None:
        yield key, "The text has characters that cannot be printed. Write one line of text."


def _number(key: str, number: float) -> Iterator[Fault]:
    name = key.rpartition(".")[2].partition("[")[0]
    if number > LARGEST_NUMBER:
        yield key, f"The number is too large. Write at most {LARGEST_NUMBER}."
    elif name.endswith("_s") and number > LONGEST_TIME_S:
        yield key, f"{number} s is longer than a week. Write at most {LONGEST_TIME_S}."
    elif name.endswith("_mm") and number > LONGEST_LENGTH_MM:
        yield key, f"{number} mm is too long. Write at most {LONGEST_LENGTH_MM}."
    elif name.endswith("_g") and number > LARGEST_WEIGHT_G:
        yield key, f"{number} g is too heavy. Write at most {LARGEST_WEIGHT_G}."


def _repeated(key: str, things: list[Any]) -> Iterator[Fault]:
    if key.endswith(_REPEATED_ON_PURPOSE) or re.fullmatch(r"wheels\..*\.order", key):
        return
    plain = [thing for thing in things if not isinstance(thing, Mapping)]
    twice = [thing for place, thing in enumerate(plain) if thing in plain[:place]]
    if twice:
        yield key, f"{are(list(dict.fromkeys(map(str, twice))))} listed more than once. List each once."


def _languages(key: str, names: Mapping[str, Any]) -> Iterator[Fault]:
    for language in names:
        if language not in LANGUAGES:
            yield below(key, language), NO_LANGUAGE
