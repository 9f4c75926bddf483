"""The table of all clauses: the values of the rulebooks by clause, the tests of each clause, and the faults of this
coverage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from textwrap import wrap
from typing import Any

import msgspec

from tables.roulette.clause_index import IndexedClause

WIDTH = 100
Marks = Mapping[str, Mapping[str, int]]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A clause, the tests that carry it with the number of their cases, and its missing parts."""

    clause: IndexedClause
    tests: Mapping[str, int]
    in_part: str | None


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A fault in the coverage of a clause (by id): `it` describes the fault in a line."""

    clause: str
    it: str


def rows_of(clauses: Sequence[IndexedClause], marks: Marks, in_part: Mapping[str, str]) -> tuple[Row, ...]:
    """Return one row for each clause. `marks` are tests by clause, `in_part` the missing parts of some."""
    return tuple(
        Row(clause=clause, tests=marks.get(clause.id, {}), in_part=in_part.get(clause.id))
        for clause in clauses
    )


def faults_in(
    clauses: Sequence[IndexedClause], marks: Marks, in_part: Mapping[str, str]
) -> tuple[Fault, ...]:
    """Return a line for each clause without a test, each test without its clause, and each wrong entry in the list
    of missing tests.
    """
    known = {clause.id: clause for clause in clauses}
    found = [
        Fault(clause=clause.id, it=f"{clause.id}: no test carries it ({', '.join(clause.kinds)})")
        for clause in clauses
        if clause.id not in marks
    ]
    for id_ in sorted(set(marks) - set(known)):
        found += [
            Fault(clause=id_, it=f"{test}: names {_unknown(id_, known)}") for test in sorted(marks[id_])
        ]
    for id_, matter in in_part.items():
        if wrong := _why_not_in_part(id_, marks, known):
            found.append(
                Fault(clause=id_, it=f"{id_}: listed as carried in part (without {matter}), but {wrong}")
            )
    return tuple(found)


def _why_not_in_part(id_: str, marks: Marks, known: Mapping[str, IndexedClause]) -> str | None:
    if id_ not in known:
        return f"it names {_unknown(id_, known)}"
    return None if id_ in marks else "no test carries it"


def close_to(id_: str, known: Mapping[str, Any]) -> str:
    """Return the clauses that somebody may have meant, in words; nothing if none is near."""
    close = get_close_matches(id_, known, n=3)
    return f"; near it are {', '.join(close)}" if close else ""


def _unknown(id_: str, known: Mapping[str, Any]) -> str:
    return f"{id_}, which is in no rulebook{close_to(id_, known)}" if id_ else "no clause"


def table_text(rows: Sequence[Row]) -> str:
    """Return the table in lines of about 100 characters, to read in a terminal."""
    lines: list[str] = []
    for row in rows:
        lines += [*_row_text(row), ""]
    return "\n".join(lines)


def counts(rows: Sequence[Row]) -> str:
    """Return the last line: the numbers of clauses, of clauses with tests, of tests, and of clauses carried in part."""
    carried = sum(bool(row.tests) for row in rows)
    in_part = sum(row.in_part is not None for row in rows)
    tests = {test for row in rows for test in row.tests}
    return f"{len(rows)} clauses: {carried} carried by {len(tests)} tests, {in_part} of them in part"


def as_data(rows: Sequence[Row], faults: Sequence[Fault]) -> dict[str, Any]:
    clauses = [
        {
            "id": row.clause.id,
            "rulebook": row.clause.rulebook,
            "ref": row.clause.reference,
            "kinds": list(row.clause.kinds),
            "reading": row.clause.reading,
            "values": dict(row.clause.values),
            "tests": dict(row.tests),
            "in_part": row.in_part,
        }
        for row in rows
    ]
    return {"clauses": clauses, "faults": [fault.it for fault in faults]}


def _row_text(row: Row) -> Iterator[str]:
    clause = row.clause
    yield f"{clause.id:<28} {clause.reference:<34} {', '.join(clause.kinds)}"
    if clause.reading:
        yield from _wrapped(f"our reading: {clause.reading}", "  * ", "    ")
    for key, value in clause.values:
        yield from _wrapped(f"{key} = {value}", "  ", "      ")
    for file, tests in groupby(sorted(row.tests), key=lambda test: test.partition("::")[0]):
        yield f"  {file}"
        for test in tests:
            cases = row.tests[test]
            yield f"    ::{test.partition('::')[2]}" + (f" ({cases} cases)" if cases > 1 else "")
    if not row.tests:
        yield "  NO TEST"
    if row.in_part:
        yield from _wrapped(f"in part, without: {row.in_part}", "  ", "    ")


def _wrapped(text: str, first: str, then: str) -> list[str]:
    return wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    )
