"""Rulebook read from its clauses: the values that each clause decides."""

from __future__ import annotations

import msgspec

from tables.roulette.rulebook import Rulebook
from tables.roulette.rulebook_text import value_in_words
from tables.roulette.rulebook_values import values_of


class IndexedClause(msgspec.Struct, frozen=True, kw_only=True):
    """One clause of one rulebook.

    `reference` is how people cite the clause, `kinds` are the subjects that it decides, and `reading` is our reading
    where its words leave something open (in English where the reading has English). `values` are the values of the
    rulebook that name the clause: the place of each in the file, and the value in words for people
    (`bets.plein.odds`, `35:1`).
    """

    id: str
    rulebook: str
    reference: str
    kinds: tuple[str, ...]
    reading: str | None
    values: tuple[tuple[str, str], ...]


def clauses_of(rulebook: Rulebook) -> tuple[IndexedClause, ...]:
    values: dict[str | None, list[tuple[str, str]]] = {}
    for value in values_of(rulebook):
        words = value_in_words(value, rulebook.currency)
        values.setdefault(value.clause, []).append((value.key, words))
    return tuple(
        IndexedClause(
            id=id_,
            rulebook=rulebook.id,
            reference=reference,
            kinds=rulebook.clause_kinds[id_],
            reading=rulebook.readings[id_].text() if id_ in rulebook.readings else None,
            values=tuple(values.get(id_, ())),
        )
        for id_, reference in rulebook.clauses.items()
    )
