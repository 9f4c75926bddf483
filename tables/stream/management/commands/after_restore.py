"""`manage.py after_restore`: once after a dump was restored, before the house opens."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection

from tables.management_command import ManagementCommand
from tables.stream.management.preconditions import database_needed, owner_needed
from tables.stream.models import Event
from tables.stream.restoring import Adopted, AdoptionRefused, adopt, casinos_to_adopt, clear_away


class Command(ManagementCommand):
    help = "Makes a record that was restored from another server's dump go on in this one. Before the house opens."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--force",
            action="store_true",
            help="every casino, even where the record does not show that it comes from another server",
        )

    def handle(self, *args: Any, force: bool, **options: Any) -> None:
        with database_needed(), owner_needed("after_restore"):
            self._adopt(force)

    def _adopt(self, force: bool) -> None:
        if Event._meta.db_table not in connection.introspection.table_names():
            raise CommandError("This database holds no record: restore the dump first, then run this again")
        casinos = casinos_to_adopt(all_of_them=force)
        if not casinos:
            self.stdout.write("Nothing to adopt: the record goes by this server's own transaction ids")
        for casino_id in casinos:
            try:
                adopted = adopt(casino_id)
            except AdoptionRefused as refused:
                raise CommandError(str(refused)) from refused
            self.stdout.write(_report(adopted))
        clear_away()


def _report(adopted: Adopted) -> str:
    return (
        f"casino {adopted.casino_id}: {adopted.events} events dated before this server's own transactions,"
        f" {adopted.sealed} of them sealed now, the feed stands at {adopted.position}"
    )
