"""Every key that a rulebook file may have, read from the types of the rules: type, unit and meaning.

The meaning of a key is the text below its field. The types are walked section by section, so a new rule appears here
by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from tables.field_descriptions import field_descriptions
from tables.roulette.rulebook import LaunchRule, Limits, Odds, PhaseRule, ResultRule, Rule, Rulebook, Wheel
from tables.roulette.rulebook_file import Announcement, ClauseEntry, Cloth, Sections

NAMED = {"wheels": "NAME", "bets": "KIND", "announced": "KIND", "replays": "KIND"}
"""Sections of which a file has one for each name."""
_SUFFIXES = {"_s": "seconds", "_mm": "millimetres", "_g": "grams"}
_UNITS = {"amount": "minor units", "minimums": "times the minimum"}
_OWN_CLAUSE = "The clause that the rule comes from."
_NOT_IN_FILE = {("bets.KIND", "kind"), ("announced.KIND", "kind"), ("replays.KIND", "kind")}


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """One key of a section: `path` is its place in the file, with a placeholder for a name (`bets.KIND.odds`)."""

    path: str
    name: str
    type: str
    unit: str
    needed: bool
    meaning: str


class KeySection(msgspec.Struct, frozen=True, kw_only=True):
    """Section of a file: its heading, its meaning, True if a file needs it, and its keys."""

    heading: str
    meaning: str
    needed: bool
    keys: tuple[Key, ...]


def sections() -> tuple[KeySection, ...]:
    """Return the sections in the order of a file; the keys at the top of the file come first."""
    return tuple(_sections())


def _sections() -> Iterator[KeySection]:
    fields = msgspec.structs.fields(Sections)
    rules = get_type_hints(Rulebook)
    meanings = field_descriptions(Sections)
    top = [field for field in fields if field.name in meanings]
    yield KeySection(
        heading="",
        meaning="At the top of the file, before all sections.",
        needed=True,
        keys=tuple(
            _key("", field, Sections, meanings) for field in _typed(Sections) if field.name in meanings
        ),
    )
    for field in fields:
        if field in top:
            continue
        needed = field.required
        match field.name:
            case "clauses":
                yield _section('clauses."ID"', ClauseEntry, needed)
            case "readings":
                yield KeySection(
                    heading='[readings."ID"]',
                    meaning="How a clause is read here that is silent, misprinted or ambiguous: see below.",
                    needed=False,
                    keys=(),
                )
            case "cloth":
                yield _section("cloth", Cloth, needed)
            case "forbidden":
                yield from _below("forbidden[]", _rule_in(rules["forbidden"]), needed)
            case "limits":
                yield from _below("limits", _rule_in(rules["limits"]), needed)
                yield _section("limits.sign", Limits, True)
            case name:
                path = f"{name}.{NAMED[name]}" if name in NAMED else name
                yield from _below(path, _rule_in(rules[name]), needed)


def _below(path: str, rule: type[Rule], needed: bool) -> Iterator[KeySection]:
    """Yield the section of a rule, and those of the rules within it."""
    yield _section(path, rule, needed)
    if rule is PhaseRule:
        yield _section("phases.announcements.MOMENT", Announcement, True)
        yield _section("phases.result", ResultRule, True)
        return
    for field in _typed(rule):
        within = _struct_in(field.type)
        if within is not None:
            many = isinstance(_without_none(field.type), inspect.VarTupleType)
            yield from _below(f"{path}.{field.name}{'[]' if many else ''}", within, field.required)


def _section(path: str, rule: type[Rule], needed: bool) -> KeySection:
    meanings = field_descriptions(rule)
    keys = tuple(
        _key(path, field, rule, meanings)
        for field in _typed(rule)
        if (path, field.name) not in _NOT_IN_FILE
        and _struct_in(field.type) is None
        and not (rule is PhaseRule and field.name != "after_bets_closed_clause")
    )
    heading = f"[[{path.removesuffix('[]')}]]" if path.endswith("[]") else f"[{path}]"
    return KeySection(heading=heading, meaning=_first_paragraph(rule), needed=needed, keys=keys)


def _key(path: str, field: inspect.Field, rule: type, meanings: Mapping[str, str]) -> Key:
    name = field.name
    return Key(
        path=f"{path}.{name}".lstrip("."),
        name=name,
        type=_in_words(field.type, rule=rule, name=name),
        unit=_unit(name, field.type),
        needed=field.required,
        meaning=meanings.get(name) or _meaning_of_clause(name, meanings),
    )


def _meaning_of_clause(name: str, meanings: Mapping[str, str]) -> str:
    """Return the meaning of a clause that follows from its type; empty if a text must give the meaning."""
    if name == "clause":
        return _OWN_CLAUSE
    about = name.removesuffix("_clause")
    return f"The clause on `{about}`." if about != name and about in meanings else ""


def _typed(rule: type) -> Sequence[inspect.Field]:
    info = inspect.type_info(rule)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _rule_in(hint: Any) -> type[Rule]:
    found = _struct_in(inspect.type_info(hint))
    assert found is not None, f"{hint} has no rule in it"
    return found


def _struct_in(type_: inspect.Type) -> type[Rule] | None:
    """Return the rule that a field's type has in it: itself, one of several, or under names."""
    match _without_none(type_):
        case inspect.StructType(cls=cls) if issubclass(cls, Rule):
            return cls
        case inspect.VarTupleType(item_type=item):
            return _struct_in(item)
        case inspect.DictType(value_type=value):
            return _struct_in(value)
    return None


def _without_none(type_: inspect.Type) -> inspect.Type:
    """Return a type without the leave to be missing, and without its bounds."""
    if isinstance(type_, inspect.UnionType):
        return next(_without_none(each) for each in type_.types if not isinstance(each, inspect.NoneType))
    return _without_none(type_.type) if isinstance(type_, inspect.Metadata) else type_


def _in_words(type_: inspect.Type, *, rule: type, name: str) -> str:  # noqa: PLR0911
    match _without_none(type_):
        case inspect.BoolType():
            return "`true` or `false`"
        case inspect.IntType() as number:
            return _bounded(number)
        case inspect.FloatType():
            return "number above 0"
        case inspect.DateType():
            return "date"
        case inspect.LiteralType(values=values):
            return " or ".join(f'`"{value}"`' for value in values)
        case inspect.VarTupleType(item_type=item):
            pockets = rule is Wheel and name == "order"
            return (
                'list of numbers, `"00"` among them'
                if pockets
                else f"list: {_in_words(item, rule=rule, name='')}"
            )
        case inspect.TupleType(item_types=items):
            return f"list of {len(items)}: {_in_words(items[0], rule=rule, name='')}"
        case inspect.DictType(value_type=value):
            return f"section: name = {_in_words(value, rule=rule, name='')}"
        case inspect.NamedTupleType(cls=cls) if cls is Odds:
            return "odds"
        case inspect.SetType() | inspect.FrozenSetType():
            return "list: whole number"
    only_clauses = rule is LaunchRule and name != "min_turns_reason"
    return "clause" if only_clauses or name.endswith("clause") else "text"


def _bounded(number: inspect.IntType) -> str:
    least, most = number.ge, number.le
    if least is not None and most is not None:
        return f"whole number, {least} to {most}"
    return "whole number" if least is None else f"whole number, {least} or more"


def _unit(name: str, type_: inspect.Type) -> str:
    """Return the unit of a number; empty for other types and for numbers without a unit."""
    suffix = next((unit for ending, unit in _SUFFIXES.items() if name.endswith(ending)), "")
    return suffix or _UNITS.get(_extra(type_), _extra(type_))


def _extra(type_: inspect.Type) -> str:
    match type_:
        case inspect.Metadata(extra={"unit": str() as unit}):
            return unit
        case inspect.Metadata(type=inner):
            return _extra(inner)
        case inspect.UnionType(types=types):
            return next(filter(None, map(_extra, types)), "")
        case inspect.DictType(value_type=inner) | inspect.VarTupleType(item_type=inner):
            return _extra(inner)
    return ""


def _first_paragraph(rule: type) -> str:
    """Return the first paragraph of a rule's own description."""
    return " ".join((rule.__doc__ or "").split("\n\n")[0].split())
