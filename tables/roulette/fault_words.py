"""Sentences about a value of the wrong type, and about a missing or an unknown key: the fault, then the remedy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, time
from difflib import get_close_matches
from typing import Any

from msgspec import inspect

MISSING_CLAUSE = "The clause is missing. Name the clause that the value comes from."
"""Fault of a value without its clause."""
LONGEST_QUOTE = 60
"""Characters of a value that a sentence quotes."""
_LISTED_KEYS = 15
"""Keys of a section that one sentence can list."""

_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number with a fraction"),
    (str, "a text"),
    (datetime, "a date with a time"),
    (date, "a date"),
    (time, "a time"),
    (list, "a list"),
    (Mapping, "a section"),
)


def kind_of(value: Any) -> str:
    """Return the kind of a TOML value in plain words."""
    return next(words for type_, words in _KINDS if isinstance(value, type_))


def quoted(value: object) -> str:
    """Return the beginning of a value in quotation marks: `"paid"`."""
    text = str(value)
    return f'"{text[:LONGEST_QUOTE]}{"…" if len(text) > LONGEST_QUOTE else ""}"'


def right_form(type_: inspect.Type, key: str) -> str:  # noqa: PLR0911
    """Return the sentence on the right form of a value of this type under this key."""
    match type_:
        case inspect.Metadata(type=inner):
            return right_form(inner, key)
        case inspect.UnionType(types=types):
            first = next(each for each in types if not isinstance(each, inspect.NoneType))
            return right_form(first, key)
        case inspect.BoolType():
            return "Write true or false."
        case inspect.IntType() as number:
            return f"Write a whole number{_bounds(number.ge, number.le)}."
        case inspect.FloatType():
            return "Write a number above 0, such as 18 or 18.5."
        case inspect.DateType():
            return "Write a date such as 2026-01-31, without quotation marks."
        case inspect.LiteralType(values=values):
            return f"Write {either(map(quoted, sorted(map(str, values))))}."
        case inspect.NamedTupleType():
            return 'Write two whole numbers from 1 to 9999 in quotation marks, such as "35:1" or "1:2".'
        case inspect.TupleType(item_types=items):
            return f"Write a list of {len(items)} numbers in square brackets."
        case inspect.VarTupleType() | inspect.ListType():
            return "Write a list in square brackets."
        case inspect.StructType() | inspect.DictType():
            return f"Write a section [{key}] with keys and values."
    clause = "the id of a clause" if key.endswith("clause") else "a text"
    return f"Write {clause} in quotation marks."


def missing(type_: inspect.Type, key: str) -> str:
    """Return the fault of a missing key of this type."""
    if key.endswith("clause"):
        return MISSING_CLAUSE
    if isinstance(type_, inspect.StructType | inspect.DictType):
        return f"The section is missing. {right_form(type_, key)}"
    return f"The key is missing. {right_form(type_, key)}"


def unknown_key(name: str, known: Collection[str]) -> str:
    """Return the fault of a key that no code reads, with the likely name, or the known names."""
    if close := get_close_matches(name, known, n=1, cutoff=0.75):
        return f"The key is unknown. Write {close[0]} if that is meant, else remove the key."
    if not known:
        return "The key is unknown. Remove it."
    if len(known) > _LISTED_KEYS:
        return "The key is unknown. Remove it, or find the right key in docs/rulebooks.md."
    return f"The key is unknown. Remove it; the keys here are {listed(sorted(known))}."


def either(things: Iterable[object]) -> str:
    """Return the things as a choice: `a, b or c`."""
    return _joined(things, "or")


def listed(things: Iterable[object]) -> str:
    """Return the things as a list: `a, b and c`."""
    return _joined(things, "and")


def are(things: Collection[object]) -> str:
    """Return the things with their verb: `a is`, `a and b are`."""
    return f"{listed(things)} {'is' if len(things) == 1 else 'are'}"


def _joined(things: Iterable[object], last: str) -> str:
    *first, end = map(str, things)
    return f"{', '.join(first)} {last} {end}" if first else end


def _bounds(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return "" if least is None else f" of at least {least}"
