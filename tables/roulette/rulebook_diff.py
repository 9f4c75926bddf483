"""The differences between two rulebooks, value by value, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from tables.roulette.fault_path import below
from tables.roulette.rulebook import Rulebook
from tables.roulette.rulebook_text import value_in_words
from tables.roulette.rulebook_values import SECTIONS, Value, values_of, values_of_clauses


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A value as one of the two rulebooks has it, in words, and the id of its clause."""

    words: str
    clause: str | None


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One key that is not the same in both; the side that does not have it is None."""

    key: str
    before: Side | None
    after: Side | None

    @property
    def kind(self) -> Literal["added", "removed", "changed"]:
        """Return the kind of change from the first rulebook to the second."""
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


def differences(first: Rulebook, second: Rulebook) -> tuple[Difference, ...]:
    """Return every key whose value or clause differs between the two, in the order of the file's sections.

    Id and version are names, and are not compared. Two casinos are compared by the values of their rules alone: their
    clauses are two texts.
    """
    same_house = first.id == second.id
    before, after = dict(_single(first, same_house)), dict(_single(second, same_house))
    either = before | after
    found = []
    for key in sorted(either, key=lambda key: SECTIONS.index(either[key].section)):
        was, is_ = before.get(key), after.get(key)
        if was is None or is_ is None or not _same(was, is_, same_house):
            found.append(
                Difference(key=key, before=_side(was, first.currency), after=_side(is_, second.currency))
            )
    return tuple(found)


def difference_text(difference: Difference) -> str:
    """Return one difference on a line, or on two if it is long: `+` added, `-` removed, `~` changed."""
    before, after = _shown(difference.before), _shown(difference.after)
    if difference.kind != "changed":
        return f"{'+' if difference.kind == 'added' else '-'} {difference.key}: {before or after}"
    line = f"~ {difference.key}: {before} -> {after}"
    return line if len(line) <= 110 else f"~ {difference.key}: {before}\n  -> {after}"


def _single(rulebook: Rulebook, same_house: bool) -> Iterator[tuple[str, Value]]:
    """Yield each value by its key, and each entry of a mapping, so that one chip more is one difference."""
    for value in (*values_of(rulebook), *(values_of_clauses(rulebook) if same_house else ())):
        if isinstance(value.value, dict):
            for name, part in value.value.items():
                key = below(value.key, name)
                yield key, msgspec.structs.replace(value, key=key, name=name, value=part)
        else:
            yield value.key, value


def _same(was: Value, is_: Value, same_house: bool) -> bool:
    if same_house:
        return (was.value, was.clause) == (is_.value, is_.clause)
    return (was.says_where and is_.says_where) or bool(was.value == is_.value)


def _side(value: Value | None, currency: str) -> Side | None:
    return None if value is None else Side(words=value_in_words(value, currency), clause=value.clause)


def _shown(side: Side | None) -> str:
    if side is None:
        return ""
    return side.words if side.clause in (None, side.words) else f"{side.words} [{side.clause}]"
