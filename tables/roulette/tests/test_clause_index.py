"""What a rulebook says by each of its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tables.roulette.clause_index import IndexedClause, clauses_of
from tables.roulette.loader import folders, get_rulebook, rulebooks


def clauses(house: str) -> dict[str, IndexedClause]:
    return {clause.id: clause for clause in clauses_of(get_rulebook(house))}


def texts_in(data: Any) -> Iterator[str]:
    """Every text in a TOML document."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from texts_in(each)


def file_of(house: str) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.toml.decode(Path(folders()[0] / f"{house}.toml").read_bytes())
    return data


@pytest.mark.parametrize("house", rulebooks(folders()[0]))
def test_a_clause_has_values_where_its_rulebook_names_it_and_none_where_it_does_not(house: str) -> None:
    file = file_of(house)
    listed = file.pop("clauses")
    file.pop("readings")
    named = set(listed) & set(texts_in(file))
    assert {id_ for id_, clause in clauses(house).items() if clause.values} == named


def test_a_clause_has_the_values_that_it_decides_under_their_keys_in_the_file() -> None:
    ratios = dict(clauses("pt-americana")["pt-americana/34"].values)
    assert ratios["bets.plein.ratio"] == "10"
    assert ratios["announced.tiers.limit_rounded_to"] == "10 EUR"
    assert "bets.plein.odds" not in ratios
    assert dict(clauses("pt-americana")["pt-americana/27"].values)["bets.plein.odds"] == "35:1"


def test_a_clause_has_its_reference_and_our_reading() -> None:
    clause = clauses("pt-americana")["pt-americana/31"]
    assert (clause.reference, clause.reading) == ("Portaria 894/2002, 31", "A stack is twenty chips.")
    assert clauses("pt-americana")["pt-americana/2"].reading is None
