"""`manage.py clauses`: each clause with the rulebook values and the tests that carry it; fails if one has none."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tables.handling.clause_marks import PROJECT, TestsBroken, marks_in
from tables.handling.clause_table import as_data, close_to, counts, faults_in, rows_of, table_text
from tables.management_command import PrintingCommand
from tables.roulette.clause_index import clauses_of
from tables.roulette.loader import folders, rulebooks

FAULTS = 1
TROUBLE = 2
IN_PART = PROJECT / "tables/handling/clauses_in_part.toml"


class Command(PrintingCommand):
    help = "Prints each clause with the rulebook values and the tests that carry it; exit 1 if one has none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("clauses", nargs="*", metavar="CLAUSE", help="for instance pt-americana/34")
        parser.add_argument("--json", action="store_true", help="as data")
        parser.add_argument("--rulebooks", type=Path, metavar="FOLDER", help="by default the project's own")
        parser.add_argument("--tests", type=Path, metavar="FOLDER", default=PROJECT, help="by default all")
        parser.add_argument("--in-part", type=Path, metavar="FILE", default=IN_PART, help="what is missing")

    def handle(self, *args: object, **options: Any) -> None:
        """Print the table; exit with 1 if a clause has no test, a test no clause, or the list of missing tests is
        wrong.
        """
        of_houses = rulebooks(options["rulebooks"] or folders()[0])
        index = [clause for rulebook in of_houses.values() for clause in clauses_of(rulebook)]
        wanted = options["clauses"]
        known = {clause.id: clause for clause in index}
        for id_ in wanted:
            if id_ not in known:
                print(f"{id_}: no such clause{close_to(id_, known)}", file=sys.stderr)
                sys.exit(TROUBLE)
        try:
            marks = marks_in(options["tests"])
        except TestsBroken as broken:
            print(broken, file=sys.stderr)
            sys.exit(TROUBLE)
        in_part = _in_part(options["in_part"])
        faults = [each for each in faults_in(index, marks, in_part) if not wanted or each.clause in wanted]
        rows = rows_of([known[id_] for id_ in wanted] or index, marks, in_part)
        if options["json"]:
            print(json.dumps(as_data(rows, faults), ensure_ascii=False, indent=2))
        else:
            print(table_text(rows))
            print(counts(rows))
        sys.stdout.flush()
        for fault in faults:
            print(fault.it, file=sys.stderr)
        sys.exit(FAULTS if faults else 0)


def _in_part(path: Path) -> dict[str, str]:
    """Return the missing parts of each clause that a file lists; several parts share one line."""
    found: dict[str, str] = {}
    for matter, clauses in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for clause in clauses:
            found[clause] = f"{found[clause]}; {matter}" if clause in found else matter
    return found
