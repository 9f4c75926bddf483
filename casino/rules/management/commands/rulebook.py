"""`manage.py rulebook show|check|diff`: the content of a rulebook, the check of a file, the differences of two."""

import json
import sys
from collections.abc import Sized
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from casino.kit.sentences import sentence_of
from tables.management_command import PrintingCommand
from tables.refusal import RulebookBroken, UnknownRulebook
from tables.roulette.file_check import check_files
from tables.roulette.loader import known_files, load_rulebook, rulebook_named
from tables.roulette.rulebook import LANGUAGES, Rulebook
from tables.roulette.rulebook_diff import difference_text, differences
from tables.roulette.rulebook_text import rulebook_text
from tables.roulette.rulebook_values import as_data, values_of

DIFFERENT = 1
TROUBLE = 2


class Command(PrintingCommand):
    help = "Prints a rulebook with the clause of every value, checks rulebook files, or compares two."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        show = actions.add_parser("show", help="prints a rulebook, or its values of one clause")
        show.add_argument(
            "rulebook", metavar="ID", help="for instance it-venezia, or it-venezia@1; or a file"
        )
        show.add_argument("--version", type=int, dest="number", metavar="N", help="by default the newest")
        show.add_argument("--clause", help="one clause, for instance prison or it-venezia/prison")
        show.add_argument(
            "--language",
            choices=LANGUAGES,
            default="en",
            help="of our readings; English where one is missing",
        )
        show.add_argument("--json", action="store_true", help="as data, with readings in every language")
        check = actions.add_parser("check", help="checks each rulebook file")
        check.add_argument("paths", nargs="*", metavar="FILE_OR_FOLDER", help="by default all that are known")
        diff = actions.add_parser("diff", help="what was added, removed and changed; exit 1 if anything was")
        diff.add_argument("first", metavar="A", help="an id, id@version or a file")
        diff.add_argument("second", metavar="B")

    def handle(self, *args: object, action: str, **options: Any) -> None:
        """Exit with 2 if something is missing or cannot be used."""
        try:
            status = {"show": _show, "check": _check, "diff": _diff}[action](options)
        except RulebookBroken as broken:
            print(broken, file=sys.stderr)
            status = TROUBLE
        except UnknownRulebook as unknown:
            print(sentence_of(unknown.refusal), file=sys.stderr)
            status = TROUBLE
        sys.exit(status)


def _show(options: dict[str, Any]) -> int:
    name = options["rulebook"]
    if options["number"] is not None:
        name = f"{name}@{options['number']}"
    rulebook = _meant(name)
    clause = None if options["clause"] is None else _clause(rulebook, options["clause"])
    if options["json"]:
        print(json.dumps(as_data(rulebook, clause=clause), ensure_ascii=False, indent=2))
    else:
        print(rulebook_text(rulebook, clause=clause, language=options["language"]), end="")
    return 0


def _diff(options: dict[str, Any]) -> int:
    first, second = _meant(options["first"]), _meant(options["second"])
    found = differences(first, second)
    if found:
        print(f"{first.id}@{first.version} -> {second.id}@{second.version}")
        print("\n".join(map(difference_text, found)))
    return DIFFERENT if found else 0


def _check(options: dict[str, Any]) -> int:
    """`ok` for each file that can be used; every fault of the others on standard error."""
    paths = [Path(each) for each in options["paths"]] or [path for path, _ in known_files()]
    broken = False
    for file in check_files(paths):
        for fault in file.faults:
            print(f"{file.path}: {fault.key}: {fault.reason}", file=sys.stderr)
        if file.rulebook is not None and not file.faults:
            print(f"ok  {file.path}: {_counted(file.rulebook)}")
        broken = broken or bool(file.faults)
    return TROUBLE if broken else 0


def _counted(rulebook: Rulebook) -> str:
    counts: dict[str, Sized] = {
        "clauses": rulebook.clauses,
        "readings": rulebook.readings,
        "kinds of bet": rulebook.bets,
        "announced bets": rulebook.announced,
        "values": values_of(rulebook),
    }
    counted = ", ".join(f"{len(things)} {what}" for what, things in counts.items())
    return f"{rulebook.id} version {rulebook.version}: {counted}"


def _meant(name: str) -> Rulebook:
    """The rulebook in this file, or that has this name."""
    return load_rulebook(name) if name.endswith(".toml") else rulebook_named(name)


def _clause(rulebook: Rulebook, name: str) -> str:
    """Return the id of a clause named by its id, or by the part behind the slash."""
    id_ = name if name in rulebook.clauses else f"{rulebook.id}/{name}"
    if id_ not in rulebook.clauses:
        close = get_close_matches(id_, rulebook.clauses, n=3) or list(rulebook.clauses)
        raise UnknownRulebook("clause-unknown", clause_asked=name, rulebook=rulebook.id, clauses=tuple(close))
    return id_
