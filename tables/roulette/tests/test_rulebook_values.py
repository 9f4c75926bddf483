"""Every value of a rulebook has its clause, its place in the file, and is told without a line of code for it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tables.roulette.fault_path import below
from tables.roulette.loader import get_rulebook, known_files, load_rulebook
from tables.roulette.rulebook import LANGUAGES, LaunchRule, Limits, PhaseRule, Rule, Rulebook
from tables.roulette.rulebook_values import SECTIONS, as_data, values_of, values_of_clauses

INVENTED = tuple(
    Path(__file__).with_name(name)
    for name in ("sixth.toml", "seventh.toml", "double-zero.toml", "eighth.toml")
)
FILES = {path.stem: path for path in (*(path for path, _ in known_files()), *INVENTED)}


@pytest.fixture(params=FILES)
def file(request: pytest.FixtureRequest) -> Path:
    return FILES[request.param]


def rules_in(value: object, at: str) -> Iterator[tuple[str, Rule]]:
    """Every rule in a rulebook, wherever it stands, with the fields that lead to it."""
    if isinstance(value, Rule | Rulebook):
        if isinstance(value, Rule):
            yield at, value
        for name in value.__struct_fields__:
            yield from rules_in(getattr(value, name), f"{at}.{name}")
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from rules_in(each, f"{at}.{name}")
    elif isinstance(value, tuple):
        for place, each in enumerate(value):
            yield from rules_in(each, f"{at}[{place}]")


def clauses_of(rule: Rule) -> list[str]:
    """What a rule says of where it comes from."""
    if isinstance(rule, PhaseRule):
        return [
            rule.after_bets_closed_clause,
            *(rule.announcement_clauses[said] for said in rule.announcements),
        ]
    named = [name for name in rule.__struct_fields__ if name.endswith("clause")]
    if isinstance(rule, LaunchRule):
        named += ["payments_first", "alternate", "against_wheel"]
    return [clause for name in named if (clause := getattr(rule, name)) is not None]


def test_every_rule_names_clauses_that_exist(file: Path) -> None:
    rulebook = load_rulebook(file)
    rules = dict(rules_in(rulebook, rulebook.id))
    assert len(rules) > 15
    for at, rule in rules.items():
        if not isinstance(
            rule, Limits
        ):  # the sign that a table starts with: bounded by the clause of [limits]
            assert clauses_of(rule), at
        assert set(clauses_of(rule)) <= set(rulebook.clauses), at


def test_every_value_has_a_clause_that_exists(file: Path) -> None:
    rulebook = load_rulebook(file)
    without = [value.key for value in values_of(rulebook) if value.clause is None]
    assert without == ["title", "language", "announce_language", "currency"]
    assert {value.clause for value in values_of(rulebook)} - {None} <= set(rulebook.clauses)


def leaves(document: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a file by its key; lists are values, tables in a list are counted from 1."""
    if isinstance(document, dict):
        for name, each in document.items():
            yield from leaves(each, below(key, name) if key else name)
    elif isinstance(document, list) and document and isinstance(document[0], dict):
        for place, each in enumerate(document, start=1):
            yield from leaves(each, f"{key}[{place}]")
    else:
        yield key, msgspec.to_builtins(document)


def told(rulebook: Rulebook) -> dict[str, Any]:
    """Every value that is told, by its key, as a file would have it."""
    flat: dict[str, Any] = {}
    for value in (*values_of(rulebook), *values_of_clauses(rulebook)):
        flat.update(leaves(msgspec.json.decode(msgspec.json.encode(value.value)), value.key))
    return flat


def test_every_value_of_the_file_is_told_under_its_key(file: Path) -> None:
    said = told(load_rulebook(file))
    document = dict(leaves(tomllib.loads(file.read_text(encoding="utf-8"))))
    del document["id"], document["version"]
    beside_a_value = {key for key in document if key.endswith("clause") and key not in said}
    assert {key: said.get(key) for key in document if key not in beside_a_value} == {
        key: value for key, value in document.items() if key not in beside_a_value
    }
    by_clause = {value.clause for value in values_of(load_rulebook(file))}
    assert {document[key] for key in beside_a_value} <= by_clause


def test_keys_are_told_once_and_in_the_order_of_the_sections(file: Path) -> None:
    rulebook = load_rulebook(file)
    values = (*values_of(rulebook), *values_of_clauses(rulebook))
    assert len({value.key for value in values}) == len(values)
    sections = [SECTIONS.index(value.section) for value in values]
    assert sections == sorted(sections)


def test_a_value_has_the_clause_that_stands_beside_it() -> None:
    clauses = {value.key: value.clause for value in values_of(get_rulebook("pt-americana"))}
    assert clauses["bets.plein.odds"] == "pt-americana/27"
    assert clauses["bets.plein.ratio"] == "pt-americana/34"
    assert clauses["announced.tiers.chips"] == "pt-americana/25a"
    assert clauses["announced.tiers.limit_rounded_to"] == "pt-americana/34"
    assert clauses["payment.order"] == "pt-americana/30"
    assert clauses["payment.group_by_player"] == "pt-americana/32"
    assert clauses["limits.sign.maximums"] == "pt-americana/34"
    assert clauses["phases.announcements.null_coup.text"] == "pt-americana/22"
    assert clauses["cloth.reds"] == "pt-americana/3-6"
    campione = {value.key: value.clause for value in values_of(get_rulebook("it-campione"))}
    assert (campione["bets.plein.odds"], campione["bets.plein.derogation"]) == (
        "it-campione/2",
        "it-campione/5",
    )


def test_a_rule_that_says_no_more_than_its_clause_is_told_too() -> None:
    told_of = {value.key: value for value in values_of(get_rulebook("it-campione"))}
    last_coup = told_of["last_coup.clause"]
    assert (last_coup.name, last_coup.clause, last_coup.says_where) == ("last_coup", "it-campione/14", True)
    assert "last_coup.clause" not in {value.key for value in values_of(get_rulebook("it-live"))}


def test_amounts_are_known_as_amounts() -> None:
    amounts = {value.key for value in values_of(get_rulebook("it-venezia")) if value.is_amount}
    assert amounts == {
        "limits.sign.minimum",
        "limits.sign.maximums",
        "payment.table.first",
        "payment.table.last",
        "payment.table.step",
        "rounding.unit",
    }
    campione = {value.key for value in values_of(get_rulebook("it-campione")) if value.is_amount}
    assert {"bets.plein.maximum", "bets.plein.doubled", "bets.plein.derogation"} < campione


def test_a_rulebook_as_data_has_each_clause_with_its_reading_in_every_language() -> None:
    data = as_data(get_rulebook("it-venezia"), clause="it-venezia/prison")
    assert {value["key"]: value["value"] for value in data["values"]} == {
        "zero.prison.release": "win-per-level",
        "zero.prison.levels": 3,
        "zero.prison.partage": True,
        "zero.prison.move": True,
        "zero.prison.at_last_coup": "next-day",
        "rounding.up_for": "player",
        "rounding.unit": 1,
    }
    (clause,) = data["clauses"].values()
    assert clause["ref"] == "Il gioco, prigione"
    assert set(clause["reading"]) == set(LANGUAGES)
    assert clause["reading"]["en"].startswith("What remains is the value in play")
    assert clause["reading"]["pt"].startswith("O que resta é o valor em jogo")
    assert as_data(get_rulebook("it-venezia"))["clauses"]["it-venezia/zero"]["reading"] is None
