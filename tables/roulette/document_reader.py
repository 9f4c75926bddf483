"""Reader of a rulebook's document: every value by the type of its key, and every fault of the types in one run.

A value with a fault leaves a hole in the rulebook. A check that touches a hole ends there, so the other checks still
run, and one run names the faults of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from itertools import chain
from typing import Any

from msgspec import inspect

from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import kind_of, missing, quoted, right_form, unknown_key
from tables.roulette.holes import HOLE, NotRead
from tables.roulette.rulebook import AnnouncedRule, BetRule, Odds, ReplayRule, Wheel
from tables.roulette.wheel import DOUBLE_ZERO, DOUBLE_ZERO_TEXT

MOST_FAULTS = 200
"""Most faults that one run names. A file with more is not a rulebook, and a reader needs no more at once."""
NAMED_BY_SECTION = (AnnouncedRule, BetRule, ReplayRule)
"""Rules with their own name as `kind`, which a file writes as the name of the section."""

_ODDS = re.compile(r"([1-9]\d{0,3}):([1-9]\d{0,3})", re.ASCII)


class DocumentReader:
    """Reader of one document. `faults` has every fault found so far; a list of names is in `language`."""

    def __init__(self, language: object) -> None:
        self.language = str(language)
        self.faults: list[Fault] = []

    def read(self, value: Any, type_: inspect.Type, key: str) -> Any:  # noqa: PLR0911
        """Return `value` as `type_`, with holes for the parts with a fault. `key` is its place in the file."""
        match type_:
            case inspect.Metadata(type=inner):
                return self.read(value, inner, key)
            case inspect.UnionType(types=types):
                return self.read(value, _meant(types, value), key)
            case inspect.StructType():
                return self._struct(value, type_, key)
            case inspect.DictType(value_type=inside):
                return self._by_name(value, type_, inside, key)
            case inspect.NamedTupleType():
                return self._odds(value, type_, key)
            case inspect.TupleType(item_types=items):
                return self._tuple(value, type_, items, key)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return self._list(value, type_, item, key)
        return self._plain(value, type_, key)

    def _broken(self, key: str, reason: str) -> Any:
        self.faults.append((key, reason))
        if len(self.faults) >= MOST_FAULTS:
            raise NotRead
        return HOLE

    def _wrong(self, value: Any, type_: inspect.Type, key: str) -> Any:
        return self._broken(key, f"The value is {kind_of(value)}. {right_form(type_, key)}")

    def _struct(self, value: Any, type_: inspect.StructType, key: str, kind: str | None = None) -> Any:
        if not isinstance(value, Mapping):
            return self._wrong(value, type_, key)
        fields = {field.name: field for field in type_.fields if kind is None or field.name != "kind"}
        found: dict[str, Any] = {} if kind is None else {"kind": kind}
        for name, field in fields.items():
            place = below(key, name)
            if name in value:
                inside = self._pocket if type_.cls is Wheel and name == "order" else self.read
                found[name] = inside(value[name], field.type, place)
            elif field.required:
                found[name] = self._broken(place, missing(field.type, place))
        for name in value:
            if name not in fields:
                self._broken(below(key, name), unknown_key(name, fields))
        return type_.cls(**found)

    def _by_name(self, value: Any, type_: inspect.DictType, inside: inspect.Type, key: str) -> Any:
        if isinstance(value, list) and isinstance(inside, inspect.VarTupleType):
            # A house with one language may list its names; the first files did.
            return {self.language: self.read(value, inside, key)}
        if not isinstance(value, Mapping):
            return self._wrong(value, type_, key)
        if isinstance(inside, inspect.StructType) and inside.cls in NAMED_BY_SECTION:
            return {name: self._struct(each, inside, below(key, name), name) for name, each in value.items()}
        return {name: self.read(each, inside, below(key, name)) for name, each in value.items()}

    def _odds(self, value: Any, type_: inspect.Type, key: str) -> Any:
        # The first files wrote the odds of a misprint as a list: [1, 1].
        text = ":".join(map(str, value)) if isinstance(value, list) else value
        parts = _ODDS.fullmatch(text) if isinstance(text, str) else None
        if parts is None:
            written = quoted(value) if isinstance(value, str) else kind_of(value)
            return self._broken(key, f"The odds are {written}. {right_form(type_, key)}")
        return Odds(int(parts[1]), int(parts[2]))

    def _tuple(self, value: Any, type_: inspect.Type, items: tuple[inspect.Type, ...], key: str) -> Any:
        if not isinstance(value, list):
            return self._wrong(value, type_, key)
        if len(value) != len(items):
            return self._broken(key, f"The length of the list is {len(value)}. {right_form(type_, key)}")
        return tuple(
            self.read(each, item, f"{key}[{place}]")
            for place, (each, item) in enumerate(zip(value, items, strict=True), start=1)
        )

    def _list(self, value: Any, type_: inspect.Type, item: inspect.Type, key: str) -> Any:
        if not isinstance(value, list):
            return self._wrong(value, type_, key)
        # People count from one.
        return tuple(self.read(each, item, f"{key}[{place}]") for place, each in enumerate(value, start=1))

    def _pocket(self, value: Any, type_: inspect.Type, key: str) -> Any:
        """Return the order of a wheel; the file writes 00 as the text "00"."""
        if not isinstance(value, list):
            return self._wrong(value, type_, key)
        return tuple(self._one_pocket(each, f"{key}[{place}]") for place, each in enumerate(value, start=1))

    def _one_pocket(self, value: Any, key: str) -> Any:
        if value == DOUBLE_ZERO_TEXT:
            return DOUBLE_ZERO
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < DOUBLE_ZERO:
            return value
        return self._broken(
            key, f'No wheel has the pocket {quoted(value)}. Write a number from 0 to 36, or "00".'
        )

    def _plain(self, value: Any, type_: inspect.Type, key: str) -> Any:
        found: Any = value
        match type_:
            case inspect.StrType():
                fits = isinstance(value, str)
            case inspect.BoolType():
                fits = isinstance(value, bool)
            case inspect.IntType():
                fits = isinstance(value, int) and not isinstance(value, bool)
            case inspect.FloatType():
                fits = isinstance(value, int | float) and not isinstance(value, bool)
            case inspect.DateType():
                found = _as_date(value)
                fits = found is not None
            case inspect.LiteralType(values=values):
                if isinstance(value, str) and value not in values:
                    return self._broken(key, f"{quoted(value)} is unknown here. {right_form(type_, key)}")
                fits = isinstance(value, str)
            case _:
                raise AssertionError(f"no file has a value of {type_}")
        if not fits:
            return self._wrong(value, type_, key)
        if isinstance(type_, inspect.IntType | inspect.FloatType) and not _in_bounds(value, type_):
            return self._broken(key, f"{value} is out of bounds. {right_form(type_, key)}")
        return found


def _meant(types: Iterable[inspect.Type], value: Any) -> inspect.Type:
    """Return the type among several that somebody means by this value: a section, a choice of all words, the first."""
    there = [each for each in types if not isinstance(each, inspect.NoneType)]
    sections = [each for each in there if isinstance(each, inspect.DictType | inspect.StructType)]
    if sections and isinstance(value, Mapping):
        return sections[0]
    choices = [each.values for each in there if isinstance(each, inspect.LiteralType)]
    return inspect.LiteralType(values=tuple(chain(*choices))) if choices else there[0]


def _as_date(value: Any) -> date | None:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, date) and not isinstance(value, datetime) else None


def _in_bounds(value: float, type_: inspect.IntType | inspect.FloatType) -> bool:
    least, over, most = type_.ge, type_.gt, type_.le
    # A number that is not a number is above and below nothing.
    return (
        (least is None or value >= least)
        and (over is None or value > over)
        and (most is None or value <= most)
    )
