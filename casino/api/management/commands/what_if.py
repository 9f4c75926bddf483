"""`manage.py what_if --table RF1 --day 2026-11-20 --rulebook it-venezia`: a day by another rulebook, compared with
its payments.
"""

import sys
from datetime import date
from typing import Any

from django.core.management.base import CommandError, CommandParser

from casino.api.http.response import ascii_json
from casino.api.settlement.what_if_table import what_if_table
from casino.api.tables.what_if import other_rulebook, published
from casino.kit.sentences import sentence_of
from casino.people.engaging import only_casino
from settlement.blind_count import EVERYTHING
from settlement.played_coups import what_if_coup, what_if_day
from settlement.what_if.compared import Comparison
from tables.management_command import PrintingCommand
from tables.refusal import Refused
from tables.stream.management.preconditions import database_needed

DIFFERENT = 1
TROUBLE = 2


class Command(PrintingCommand):
    help = (
        "Settles a coup or a day that was played by another rulebook, or another version of its own, beside what was"
        " paid. Ends with 0 where nothing would differ, 1 where something would, 2 where something is not there."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser; here `--version` is a version of the rulebook, not Django's."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--table", required=True, help="for instance RF1")
        parser.add_argument("--day", required=True, type=date.fromisoformat, help="for instance 2031-05-17")
        parser.add_argument("--coup", type=int, metavar="N", help="one coup; without it the whole day")
        parser.add_argument(
            "--rulebook", required=True, help="the other one, for instance it-venezia, or it-venezia@1"
        )
        parser.add_argument("--version", type=int, metavar="N", help="of it; by default the newest")
        parser.add_argument(
            "--casino", type=int, help="whose table; may be left out where there is one casino"
        )
        parser.add_argument(
            "--json", action="store_true", help="as data, of a coup with the lines that are alike"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Print the comparison; an unknown day or rulebook is one line on standard error."""
        try:
            with database_needed():
                compared = _compared(options)
        except (Refused, CommandError) as trouble:
            words = sentence_of(trouble.refusal) if isinstance(trouble, Refused) else trouble
            print(words, file=sys.stderr)
            sys.exit(TROUBLE)
        if options["json"]:
            print(ascii_json(published(compared, with_alike=options["coup"] is not None)).decode())
        else:
            print(what_if_table(compared))
        sys.exit(DIFFERENT if compared.differing else 0)


def _compared(options: dict[str, Any]) -> Comparison:
    """Raise Refused, and CommandError if nobody knows which casino is meant."""
    other = other_rulebook(options["rulebook"], options["version"])
    casino_id = only_casino() if options["casino"] is None else options["casino"]
    table, day, coup = options["table"], options["day"].isoformat(), options["coup"]
    if coup is None:
        return what_if_day(casino_id, table, day, other, EVERYTHING)
    return what_if_coup(casino_id, table, day, coup, other)
