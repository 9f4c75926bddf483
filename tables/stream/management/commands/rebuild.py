"""`manage.py rebuild NAME`: derive a projection's rows again in shadow tables, and replace those that differ."""

from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.db.utils import OperationalError

from tables.management_command import ManagementCommand
from tables.stream.errors import MonthArchived
from tables.stream.management.preconditions import database_needed, owner_connected
from tables.stream.models import ProjectionState
from tables.stream.projections import all_projections
from tables.stream.rebuilding import Rebuilt, outdated_projections, rebuild
from tables.stream.sequencing import casinos_with_events


class Command(ManagementCommand):
    help = (
        "Derives a projection's rows again from the record, beside the live ones, and replaces those that differ."
        " It takes the owner, in DATABASE_OWNER_URL."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="projections to rebuild")
        parser.add_argument("--casino", type=int, help="one casino instead of all")
        parser.add_argument(
            "--outdated",
            action="store_true",
            help="inline projections whose rows were made by another version of them, after an upgrade",
        )
        parser.add_argument("--all", action="store_true", help="every projection there is")

    def handle(
        self, *args: Any, names: list[str], casino: int | None, outdated: bool, **options: Any
    ) -> None:
        if [bool(names), outdated, options["all"]].count(True) != 1:
            raise CommandError("Give the names of projections, or --outdated, or --all")
        with database_needed(), owner_connected():
            connection.ensure_connection()
            for casino_id in casinos_with_events() if casino is None else [casino]:
                chosen: Iterable[str] = names or outdated_projections(casino_id)
                for name in all_projections() if options["all"] else chosen:
                    self.stdout.write(self._report(name, casino_id))

    def _report(self, name: str, casino_id: int) -> str:
        if left_out := _left_out(name, casino_id):
            return f"{name}, casino {casino_id}: not rebuilt, {left_out}"
        try:
            (rebuilt,) = rebuild(name, casino_id)
        except (KeyError, ValueError, MonthArchived) as wrong:
            raise CommandError(str(wrong.args[0])) from wrong
        except OperationalError as given_up:
            raise CommandError(
                f"{name}, casino {casino_id}: given up, since appends kept it waiting; run it again ({given_up})"
            ) from given_up
        return _changes(rebuilt)


def _left_out(name: str, casino_id: int) -> str:
    """Return the reason why a projection is not rebuilt: its own, or that only an older version knew it."""
    if known := all_projections().get(name):
        return known.not_rebuilt
    if ProjectionState.objects.filter(casino_id=casino_id, name=name).exists():
        return "this version of the platform derives nothing by that name"
    return ""


def _changes(rebuilt: Rebuilt) -> str:
    where = f"{rebuilt.name}, casino {rebuilt.casino_id}: rebuilt from {rebuilt.events} events"
    if not rebuilt.removed and not rebuilt.added:
        return f"{where}, equal to what stood live"
    return f"{where}, {rebuilt.removed} rows removed and {rebuilt.added} added"
