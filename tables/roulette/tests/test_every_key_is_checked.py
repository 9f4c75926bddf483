"""Every key of a rulebook, missing, of another type or out of bounds: one fault that names the key and the remedy."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from typing import Any

import pytest

from tables.refusal import RulebookBroken
from tables.roulette.document_reader import MOST_FAULTS
from tables.roulette.fault_path import below
from tables.roulette.rulebook_file import rulebook_of
from tables.roulette.rulebook_keys import NAMED, sections
from tables.roulette.toml_text import read_toml
from testkit.rulebooks import DOUBLE_ZERO, EIGHTH, SEVENTH, SIXTH

DOCUMENTS = {path.stem: read_toml(path) for path in (SIXTH, SEVENTH, DOUBLE_ZERO, EIGHTH)}
SENTENCES = re.compile(r'[-A-Z0-9"\[a-z].*\. [A-Z].*\.')
"""The fault, then the remedy, in whole sentences."""
NEEDED = {key.path for section in sections() for key in section.keys if key.needed}

Path = tuple[str | int, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every key and of every place in a list."""
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield from paths(part, (*path, step))


def key_of(path: Path) -> str:
    key = ""
    for step in path:
        key = f"{key}[{step + 1}]" if isinstance(step, int) else below(key, step)
    return key


def at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document


def faults_of(document: dict[str, Any]) -> list[RulebookBroken]:
    """Return the faults of a document, each of which is whole sentences about a key of the file."""
    _, faults = rulebook_of(document, "monaco.toml", "0" * 64)
    for fault in faults:
        assert SENTENCES.fullmatch(fault.reason), str(fault)
        assert not re.search(r"right would be|\bis no\b|\banew\b", fault.reason), str(fault)
        assert str(fault) == f"monaco.toml: {fault.key}: {fault.reason}"
    assert len({(fault.key, fault.reason) for fault in faults}) == len(faults)
    return list(faults)


EVERY = [
    pytest.param(house, path, id=f"{house}-{key_of(path)}")
    for house, document in DOCUMENTS.items()
    for path in paths(document)
]


def needed_as(path: Path) -> str:
    """Return the key as docs/rulebooks.md lists it: with a placeholder for a name."""
    steps = [str(step) for step in path]
    if len(steps) > 1 and steps[0] in NAMED:
        steps[1] = NAMED[steps[0]]
    if steps[0] == "clauses" and len(steps) > 1:
        steps[1] = '"ID"'
    if steps[0] == "forbidden":
        return ".".join(("forbidden[]", *steps[2:]))
    if steps[:2] == ["phases", "announcements"] and len(steps) > 2:
        steps[2] = "MOMENT"
    return ".".join(steps)


@pytest.mark.parametrize(("house", "path"), EVERY)
def test_missing_key_is_named_if_the_rulebook_needs_it(house: str, path: Path) -> None:
    document = deepcopy(DOCUMENTS[house])
    del at(document, path[:-1])[path[-1]]
    named = {fault.key for fault in faults_of(document)}
    if needed_as(path) in NEEDED:
        assert key_of(path) in named


def of_another_type(value: Any) -> Any:
    match value:
        case bool():
            return "yes"
        case int() | float():
            return "seven"
        case list() | dict() | date():
            return 7
    return 7.5


@pytest.mark.parametrize(("house", "path"), EVERY)
def test_value_of_another_type_is_named_with_the_right_form(house: str, path: Path) -> None:
    document = deepcopy(DOCUMENTS[house])
    parent = at(document, path[:-1])
    parent[path[-1]] = of_another_type(parent[path[-1]])
    found = [fault for fault in faults_of(document) if fault.key == key_of(path)]
    assert found, [str(fault) for fault in faults_of(document)]
    assert re.search(r"\. (Write|List|Name) ", found[0].reason)


NUMBERS = [
    pytest.param(*param.values, id=param.id)
    for param in EVERY
    if isinstance(value := at(DOCUMENTS[str(param.values[0])], param.values[1]), int | float)  # type: ignore[arg-type]
    and not isinstance(value, bool)
]


@pytest.mark.parametrize("number", [-1, 10**30, math.inf, math.nan], ids=["negative", "large", "inf", "nan"])
@pytest.mark.parametrize(("house", "path"), NUMBERS)
def test_number_out_of_bounds_is_named(house: str, path: Path, number: float) -> None:
    document = deepcopy(DOCUMENTS[house])
    at(document, path[:-1])[path[-1]] = number
    assert key_of(path) in {fault.key for fault in faults_of(document)}


@pytest.mark.parametrize("house", DOCUMENTS)
def test_every_missing_key_is_named_in_one_run(house: str) -> None:
    """Of types, and of the rules between values: those of the sections that are still there."""
    document = deepcopy(DOCUMENTS[house])
    gone = [
        path
        for path in paths(document)
        if needed_as(path) in NEEDED and not isinstance(at(DOCUMENTS[house], path), dict)
    ]
    for path in gone:
        del at(document, path[:-1])[path[-1]]
    assert {key_of(path) for path in gone} <= {fault.key for fault in faults_of(document)}


def test_missing_key_of_a_rule_is_named_beside_one_of_a_type() -> None:
    document = deepcopy(DOCUMENTS["sixth"])
    del document["payment"]["by_hand"], document["bets"]["plein"]["ratio"], document["currency"]
    del document["launch"], document["bets"]["cheval"]["limit_clause"], document["staff"]["labels"]["chef"]
    document["zero"]["even"] = "prison"
    assert {fault.key for fault in faults_of(document)} == {
        "payment.by_hand",
        "bets.plein.ratio",
        "currency",
        "launch",
        "bets.cheval.limit_clause",
        "staff.labels.chef",
        "zero.prison",
    }


def test_faults_of_a_file_without_an_end_are_cut_off() -> None:
    document = deepcopy(DOCUMENTS["sixth"]) | {f"key-{number}": number for number in range(10_000)}
    assert len(faults_of(document)) == MOST_FAULTS


def test_file_with_several_faults_names_the_first_and_their_number() -> None:
    document = deepcopy(DOCUMENTS["sixth"])
    del document["currency"], document["title"]
    assert [str(fault) for fault in faults_of(document)] == [
        "monaco.toml: title: The key is missing. Write a text in quotation marks.",
        "monaco.toml: currency: The key is missing. Write a text in quotation marks.",
    ]
