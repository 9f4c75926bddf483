"""A rulebook to read in a terminal: section by section, every value with the clause it comes from and our reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from tables.money import in_words
from tables.roulette.rulebook import Rulebook
from tables.roulette.rulebook_values import Value, values_of

WIDTH = 110
_RULE = 20
_VALUES = 58
_UNITS = {"_s": " s", "_mm": " mm", "_g": " g"}


def rulebook_text(rulebook: Rulebook, *, clause: str | None = None, language: str = "en") -> str:
    """Return the whole rulebook, or its values of one clause (an id), in lines of about 110 characters.

    Our readings are in `language` if they have it, else in the language that `Reading` chooses for this reader.
    """
    readings = {id_: reading.text(language) for id_, reading in rulebook.readings.items()}
    lines = [f"{rulebook.title}: {rulebook.id}, version {rulebook.version}"]
    lines.append(
        f"screens in {rulebook.language}, said aloud in {rulebook.announce_language}, money in {rulebook.currency}"
    )
    ruled = [value for value in values_of(rulebook) if value.clause is not None]
    wanted = [value for value in ruled if clause in (None, value.clause)]
    for section, values in groupby(wanted, key=lambda value: value.section):
        lines += ["", _words(section), *_section(rulebook, section, tuple(values), readings)]
    lines += ["", "clauses", *_clauses(rulebook, [clause] if clause else list(rulebook.clauses), readings)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def value_in_words(value: Value, currency: str) -> str:
    """Return one value as people write it: `50 EUR`, `35:1`, `yes`, `cheval:5-8 = 1, cheval:10-11 = 1`."""
    unit = next((unit for ending, unit in _UNITS.items() if value.name.endswith(ending)), "")
    return _in_words(value.value, currency if value.is_amount else None) + unit


def _in_words(value: Any, currency: str | None) -> str:
    match value:
        case bool():
            words = "yes" if value else "no"
        case int() if currency:
            words = in_words(value, currency)
        case tuple():
            words = ", ".join(_together(each, currency) for each in value)
        case dict():
            words = ", ".join(f"{name} = {_together(each, currency)}" for name, each in value.items())
        case _:
            words = str(value)
    return words


def _together(part: Any, currency: str | None) -> str:
    """Return a part of a list, which may be several things in one place: bets paid together, names of one language."""
    if isinstance(part, tuple):
        return "/".join(_in_words(each, currency) for each in part)
    return _in_words(part, currency)


def _section(
    rulebook: Rulebook, section: str, values: Sequence[Value], readings: Mapping[str, str]
) -> Iterator[str]:
    """Per rule and clause one paragraph: the rule's name, its values, the clause; then our readings."""
    before = ""
    for (rule, clause), group in groupby(values, key=lambda value: (value.rule, value.clause)):
        words = "; ".join(_named(value, rulebook) for value in group)
        label = _label(rule, section)
        yield from _row("" if label == before else label, words, rulebook.clauses[str(clause)])
        before = label
    for clause in dict.fromkeys(value.clause for value in values):
        if reading := readings.get(str(clause)):
            yield from _reading(rulebook.clauses[str(clause)], reading)


def _label(rule: str, section: str) -> str:
    """Return the label of a rule in its section: `plein`, `3` of a list, or `misprints[1]` deeper down."""
    label = rule.removeprefix(section).removeprefix(".")
    return label.strip('[]"') if label[:1] in '["' else label


def _named(value: Value, rulebook: Rulebook) -> str:
    if value.says_where:
        return f"{_words(value.name.removesuffix('_clause'))} (see the clause)"
    return f"{_words(value.name)}: {value_in_words(value, rulebook.currency)}"


def _words(name: str) -> str:
    for ending in _UNITS:
        name = name.removesuffix(ending)
    return name.replace("_", " ")


def _row(label: str, words: str, reference: str) -> Iterator[str]:
    first, *rest = wrap(words, _VALUES, break_long_words=False, break_on_hyphens=False) or [""]
    if len(label) > _RULE:
        yield f"  {label}"
        label = ""
    yield f"  {label:<{_RULE}} {first:<{_VALUES}}  {reference}"
    for line in rest:
        yield f"  {'':<{_RULE}} {line}"


def _reading(reference: str, reading: str) -> Iterable[str]:
    return wrap(
        f"our reading of {reference}: {reading}",
        WIDTH,
        initial_indent="  * ",
        subsequent_indent="    ",
        break_on_hyphens=False,
    )


def _clauses(rulebook: Rulebook, ids: Iterable[str], readings: Mapping[str, str]) -> Iterator[str]:
    width = max(len(id_) for id_ in rulebook.clauses)
    cited = {value.clause for value in values_of(rulebook)}
    for id_ in ids:
        yield f"  {id_:<{width}}  {rulebook.clauses[id_]} ({', '.join(rulebook.clause_kinds[id_])})"
        if id_ in readings and id_ not in cited:
            yield from _reading(rulebook.clauses[id_], readings[id_])
