"""Faults of a file's values in words that say the right form of the value: msgspec speaks of `int | null`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import inspect

_WRONG_TYPE = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<found>[^`]*)`")
_OUT_OF_RANGE = re.compile(r"Expected `(?P<wanted>[^`]*)` (?P<bound>>=|<=) (?P<number>\d+)")
_WRONG_LENGTH = re.compile(r"Expected `array` of length (?P<wanted>\d+), got (?P<found>\d+)")
_NO_DATE = "Invalid RFC3339 encoded date"
_NONE_OF_THEM = re.compile(r"Invalid enum value '(?P<found>.*)'", re.DOTALL)

_IN_WORDS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a section of keys and values",
    "date": "a date",
    "time": "a time",
    "datetime": "a date with a time",
}
_BOUNDS = {">=": "at least", "<=": "at most"}


def in_plain_words(reason: str, steps: Sequence[str], type_: Any) -> str:
    """Return the `reason` in plain words. msgspec gave it for the value that stands `steps` deep in a document of
    `type_`. An unknown reason comes back unchanged.
    """
    if wrong := _WRONG_TYPE.fullmatch(reason):
        return f"is {_kind(wrong['found'])}; right would be {_kind(wrong['wanted'])}"
    if reason == _NO_DATE:
        return "is no date; right would be one such as 2026-01-31, without quotation marks"
    if out := _OUT_OF_RANGE.fullmatch(reason):
        return f"right would be {_kind(out['wanted'])} of {_BOUNDS[out['bound']]} {out['number']}"
    if length := _WRONG_LENGTH.fullmatch(reason):
        return f"has {length['found']} in its list; right would be {length['wanted']}"
    if none := _NONE_OF_THEM.fullmatch(reason):
        allowed = inspect.type_info(type_)
        for step in steps:
            allowed = _inside(_of_its_own(allowed), step)
        literal = _of_its_own(allowed)
        assert isinstance(literal, inspect.LiteralType)
        return f'is "{none["found"]}"; right would be {_either(literal.values)}'
    return reason


def _kind(types: str) -> str:
    """Return the types in plain words; msgspec lists `null` beside them, and no TOML file can say null."""
    return " or ".join(_IN_WORDS.get(name, name) for name in types.split(" | ") if name != "null")


def _either(values: Iterable[object]) -> str:
    quoted = [f'"{value}"' for value in sorted(map(str, values))]
    return " or ".join(part for part in (", ".join(quoted[:-1]), quoted[-1]) if part)


def _of_its_own(type_: inspect.Type) -> inspect.Type:
    """A type without its bounds, and without the leave to be missing."""
    if isinstance(type_, inspect.Metadata):
        return _of_its_own(type_.type)
    if isinstance(type_, inspect.UnionType):
        return next(_of_its_own(each) for each in type_.types if not isinstance(each, inspect.NoneType))
    return type_


def _inside(type_: inspect.Type, step: str) -> inspect.Type:
    """Return the type one step down: in a field (`.pieces`), under a key (`[...]`) or at a place (`[2]`)."""
    if isinstance(type_, inspect.StructType):
        return next(field.type for field in type_.fields if f".{field.encode_name}" == step)
    if isinstance(type_, inspect.DictType):
        return type_.value_type
    if isinstance(type_, inspect.TupleType):
        return type_.item_types[int(step[1:-1])]
    assert isinstance(type_, inspect.VarTupleType | inspect.ListType)
    return type_.item_type
