"""`manage.py simulate_day`: a whole lifelike day of events for one table, the same again from the same seed.

Printed as JSON lines, or put into the record of a registered table.
"""

import json
import sys
import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.kit.sentences import sentence_of
from settlement.simulation.recording import simulate_and_record
from tables.codec import encode
from tables.handling.models import GamingTable
from tables.handling.next_day import opening_of, rulebook_of_day, usual_choices
from tables.management_command import PrintingCommand
from tables.refusal import Refused, UnknownRulebook
from tables.roulette.loader import rulebook_named
from tables.simulation.lifelike_day import lifelike_day
from tables.simulation.openings import simulated_opening, staffed


class Command(PrintingCommand):
    help = "Makes up a whole lifelike day of events for one table; the same seed makes the same day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rulebook", help="for instance it-venezia, or it-venezia@1; not with --table")
        parser.add_argument("--coups", type=int, default=400)
        parser.add_argument("--seed", type=int, default=7)
        parser.add_argument("--clean", action="store_true", help="break no clause")
        parser.add_argument("--day", type=date.fromisoformat, help="by default yesterday")
        parser.add_argument("--casino", type=int, default=1)
        parser.add_argument("--table", help="record the day at this registered table instead of printing it")

    def handle(self, *args: object, **options: Any) -> None:
        """Prints or records the day, and on standard error how many events it has and how quickly they were made."""
        if bool(options["rulebook"]) == bool(options["table"]):
            raise CommandError("say either --rulebook, to print a day, or --table, to record one")
        if options["coups"] < 1:
            raise CommandError("a day has one coup at least")
        day: date = options["day"] or timezone.localdate() - timedelta(days=1)
        began = time.perf_counter()
        made = self._recorded(day, options) if options["table"] else self._printed(day, options)
        took = time.perf_counter() - began
        print(f"{made:,} events in {took:.2f} s, {made / took:,.0f} a second", file=sys.stderr)

    def _printed(self, day: date, options: dict[str, Any]) -> int:
        try:
            rulebook = rulebook_named(options["rulebook"])
        except UnknownRulebook as unknown:
            raise CommandError(sentence_of(unknown.refusal)) from None
        opening = simulated_opening(rulebook, table="SIM", day=day.isoformat())
        made = 0
        for entry in lifelike_day(
            rulebook,
            opening,
            opens_at=_opens_at(day),
            coups=options["coups"],
            seed=options["seed"],
            clean=options["clean"],
        ):
            made += 1
            type_, data = encode(entry.dated.event)
            line = {
                "version": made,
                "at": entry.dated.at.isoformat(),
                "type": type_,
                "by": entry.by.name,
                "data": data,
            }
            print(json.dumps(line, ensure_ascii=False))
        return made

    def _recorded(self, day: date, options: dict[str, Any]) -> int:
        table = GamingTable.objects.filter(casino_id=options["casino"], code=options["table"]).first()
        if table is None:
            raise CommandError(
                f"{options['table']}: no such table is registered at casino {options['casino']}"
            )
        try:
            opening = opening_of(table, day, usual_choices(table, None, day))
            return simulate_and_record(
                table,
                staffed(opening, rulebook_of_day(table, day)),
                opens_at=_opens_at(day),
                now=timezone.now(),
                coups=options["coups"],
                seed=options["seed"],
                clean=options["clean"],
            )
        except Refused as refused:
            raise CommandError(sentence_of(refused.refusal)) from None
        except ValueError as wrong:
            raise CommandError(str(wrong)) from None


def _opens_at(day: date) -> datetime:
    return datetime.combine(day, time_of_day(15), tzinfo=UTC)
