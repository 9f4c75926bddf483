"""Every value of a rulebook, each under the key of its file and with its clause.

The types of the rules are walked, so a new rule appears here by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from tables.roulette.fault_path import below
from tables.roulette.rulebook import Odds, PhaseRule, Rule, Rulebook, Wheel
from tables.roulette.wheel import as_data as pocket_as_data

# Places in a file of fields that a Rulebook has elsewhere. The other fields are sections of their own name.
_IN_FILE = {
    "reds": "cloth.reds",
    "positions_clause": "cloth.positions_clause",
    "announced_clause": "cloth.announced_clause",
    "position_names": "cloth.names",
    "field_labels": "cloth.labels",
    "head": "cloth.head",
    "default_limits": "limits.sign",
}
# Shown in the heading, among the clauses, or with the value that they belong to.
_APART = {"id", "version", "sha256", "clauses", "clause_kinds", "readings", "reds_clause"}
SECTIONS = (
    *dict.fromkeys(
        _IN_FILE.get(name, name).partition(".")[0]
        for name in Rulebook.__struct_fields__
        if name not in _APART
    ),
    "clauses",
    "readings",
)
"""The sections in the order in which they are shown."""

# Values whose clause is not named after them.
_LIMITS_OF_A_BET = ("ratio", "maximum", "doubled", "derogation")


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a rulebook.

    `key` is its place in the file (`bets.plein.odds`), `rule` the rule that it is part of (`bets.plein`), `name` its
    name there (`odds`). `value` is a text, a number, yes or no, a tuple of these or a mapping to them; amounts
    (`is_amount`) are in minor units. `clause` is the id of its clause, None for values without a clause: title,
    languages and currency.
    """

    key: str
    rule: str
    name: str
    value: Any
    clause: str | None
    is_amount: bool = False

    @property
    def says_where(self) -> bool:
        """True for a value that is only a clause's id: the rule exists, and this is its clause."""
        return self.clause is not None and bool(self.value == self.clause)

    @property
    def section(self) -> str:
        return self.key.partition(".")[0].partition("[")[0]


def values_of(rulebook: Rulebook) -> tuple[Value, ...]:
    """Return every value of a rulebook's rules, in the order of its sections; a missing rule has no values."""
    return tuple(_Walk(rulebook).values())


def values_of_clauses(rulebook: Rulebook) -> tuple[Value, ...]:
    """Return the clauses as values: the citation of each, the subjects that it decides, and the reading of an
    unclear one, in each of the reading's languages.
    """
    found = []
    for id_, reference in rulebook.clauses.items():
        rule = below("clauses", id_)
        kinds = rulebook.clause_kinds[id_]
        found.append(Value(key=f"{rule}.ref", rule=rule, name="ref", value=reference, clause=id_))
        found.append(Value(key=f"{rule}.kinds", rule=rule, name="kinds", value=kinds, clause=id_))
    for id_, reading in rulebook.readings.items():
        rule = below("readings", id_)
        for language, text in reading.texts.items():
            key = below(rule, language)
            found.append(Value(key=key, rule=rule, name=language, value=text, clause=id_))
    return tuple(found)


def as_data(rulebook: Rulebook, *, clause: str | None = None) -> dict[str, Any]:
    """Return the rulebook, or its values of one clause, as plain data for programs: amounts in minor units, readings
    by language.
    """
    readings = {id_: dict(reading.texts) for id_, reading in rulebook.readings.items()}
    return {
        "id": rulebook.id,
        "version": rulebook.version,
        "values": [
            {"key": value.key, "value": msgspec.to_builtins(value.value), "clause": value.clause}
            for value in values_of(rulebook)
            if clause in (None, value.clause)
        ],
        "clauses": {
            id_: {"ref": ref, "kinds": list(rulebook.clause_kinds[id_]), "reading": readings.get(id_)}
            for id_, ref in rulebook.clauses.items()
            if clause in (None, id_)
        },
    }


class _Walk:
    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    def values(self) -> Iterator[Value]:
        book = self.rulebook
        clauses = {"reds": book.reds_clause, "position_names": book.positions_clause}
        clauses |= dict.fromkeys(("field_labels", "head"), book.positions_clause)
        clauses["default_limits"] = book.limits.clause
        for field in msgspec.structs.fields(book):
            if field.name not in _APART:
                key = _IN_FILE.get(field.name, field.name)
                yield from self.at(key, getattr(book, field.name), clauses.get(field.name))

    def at(self, key: str, value: Any, clause: str | None, *, is_amount: bool = False) -> Iterator[Value]:
        """Yield the values at `key`; `clause` holds for each that names none of its own."""
        if isinstance(value, PhaseRule):
            yield from self.phases(key, value)
        elif isinstance(value, Rule):
            yield from self.rule(key, value, clause)
        elif _holds_rules(value):
            for place, each in value.items() if isinstance(value, Mapping) else enumerate(value, start=1):
                under = f"{key}[{place}]" if isinstance(place, int) else below(key, place)
                yield from self.at(under, each, clause)
        elif value is not None and value not in ((), {}):
            own = value if isinstance(value, str) and value in self.rulebook.clauses else clause
            rule, _, name = key.rpartition(".")
            yield Value(key=key, rule=rule, name=name, value=_plain(value), clause=own, is_amount=is_amount)

    def rule(self, key: str, rule: Rule, clause: str | None) -> Iterator[Value]:
        """Yield the values of a rule; of a rule without values, its clause."""
        values = tuple(self.fields(key, rule, getattr(rule, "clause", clause)))
        if not values and (own := getattr(rule, "clause", None)):
            name = key.rpartition(".")[2]
            yield Value(key=f"{key}.clause", rule=key, name=name, value=own, clause=own)
        yield from values

    def fields(self, key: str, rule: Rule, clause: str | None) -> Iterator[Value]:
        amounts = _amounts(type(rule))
        cited = {name: _cited_by(rule, name) for name in rule.__struct_fields__}
        for name in rule.__struct_fields__:
            value = getattr(rule, name)
            if isinstance(rule, Wheel) and name == "order":
                value = tuple(map(pocket_as_data, rule.order))
            is_its_name = name == "kind" and key.endswith(below("", value))
            if name == "clause" or name in cited.values() or is_its_name:
                continue
            own = cited[name]
            yield from self.at(
                f"{key}.{name}", value, getattr(rule, own) if own else clause, is_amount=name in amounts
            )

    def phases(self, key: str, phases: PhaseRule) -> Iterator[Value]:
        """Yield the values of the phases. The file has the text and the clause of an announcement together; the rule
        has them apart.
        """
        rule = f"{key}.announcements"
        for moment, text in phases.announcements.items():
            clause = phases.announcement_clauses[moment]
            yield Value(key=f"{rule}.{moment}.text", rule=rule, name=moment, value=text, clause=clause)
        yield from self.at(f"{key}.result", phases.result, None)
        yield from self.at(f"{key}.after_bets_closed_clause", phases.after_bets_closed_clause, None)


def _cited_by(rule: Rule, name: str) -> str | None:
    """Return the field with the clause of this field alone: `group_clause` for `group_by_player`; None if the rule's
    own clause holds for it.
    """
    if name.endswith("clause") or getattr(rule, name) in (None, (), {}):
        return None
    if name in _LIMITS_OF_A_BET and getattr(rule, "limit_clause", None):
        return "limit_clause"
    own = [field for field in rule.__struct_fields__ if field.endswith("_clause") and getattr(rule, field)]
    fitting = [field for field in own if f"{name}_".startswith(field.removesuffix("clause"))]
    return max(fitting, key=len, default=None)


@cache
def _amounts(rule: type[Rule]) -> frozenset[str]:
    info = inspect.type_info(rule)
    assert isinstance(info, inspect.StructType)
    return frozenset(field.encode_name for field in info.fields if _is_amount(field.type))


def _is_amount(type_: inspect.Type) -> bool:
    if isinstance(type_, inspect.Metadata):
        return type_.extra == {"unit": "amount"}
    if isinstance(type_, inspect.DictType):
        return _is_amount(type_.value_type)
    return isinstance(type_, inspect.UnionType) and any(map(_is_amount, type_.types))


def _holds_rules(value: Any) -> bool:
    """Several rules under names or in a row, or names of several positions."""
    if isinstance(value, Mapping):
        return any(isinstance(each, Rule | Mapping) for each in value.values())
    return isinstance(value, tuple) and any(isinstance(each, Rule) for each in value)


def _plain(value: Any) -> Any:
    """Return the value in the form of the file: odds as `35:1`, red numbers in their order."""
    if isinstance(value, Odds):
        return value.text
    return tuple(sorted(value)) if isinstance(value, frozenset) else value
