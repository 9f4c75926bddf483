"""Checks of the clauses of a rulebook: their ids, and a value for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, get_args

from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import either, quoted
from tables.roulette.rulebook import ClauseKind, Rulebook
from tables.roulette.rulebook_values import values_of

_CLAUSE = re.compile(r"[A-Za-z0-9]+([-.][A-Za-z0-9]+)*", re.ASCII)


def clause_faults(document: Mapping[str, object], rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the clauses with a wrong id, and the named ones that the rulebook does not have."""
    for clause, kinds in rulebook.clause_kinds.items():
        key = below("clauses", clause)
        if not clause.startswith(f"{rulebook.id}/"):
            yield key, f"The clause is not of {rulebook.id}. Begin its id with {rulebook.id}/."
        elif not _CLAUSE.fullmatch(clause.removeprefix(f"{rulebook.id}/")):
            yield (
                key,
                f"The id has a wrong form. After {rulebook.id}/ write letters and digits, with hyphens or points "
                "between them.",
            )
        if not kinds:
            yield f"{key}.kinds", f"The clause decides nothing. Write {either(get_args(ClauseKind))}."
    for key, clause in _clauses_named_in(document):
        if clause not in rulebook.clauses:
            close = get_close_matches(clause, rulebook.clauses, n=1, cutoff=0)
            yield (
                key,
                f"The clause {quoted(clause)} is not in [clauses]. Add it there, or name another clause"
                f"{f', such as {close[0]}' if close else ''}.",
            )


def unused_clauses(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the clauses that no value and no reading names.

    Such a clause changes no rule, so a casino plays by a file that has one; only a check of the file refuses it.
    """
    values = values_of(rulebook)
    used = {*(value.clause for value in values), *(value.value for value in values if value.says_where)}
    used |= {rulebook.reds_clause, rulebook.positions_clause, rulebook.announced_clause, *rulebook.readings}
    for clause in rulebook.clauses:
        if clause not in used:
            yield (
                below("clauses", clause),
                "No value and no reading names the clause. Name it in the value that follows from it, or remove it.",
            )


def _clauses_named_in(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every clause id that the file names, with its key; a launch rule has only its clause."""
    if isinstance(value, Mapping):
        for name, inside in value.items():
            path = below(key, name)
            launch = key == "launch" and name != "min_turns_reason"
            if isinstance(inside, str) and (name.endswith("clause") or launch):
                yield path, inside
            else:
                yield from _clauses_named_in(inside, path)
    elif isinstance(value, list):
        for place, inside in enumerate(value, start=1):
            yield from _clauses_named_in(inside, f"{key}[{place}]")
