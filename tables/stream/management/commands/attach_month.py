"""`manage.py attach_month`: a month that was archived, back into the database."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tables.management_command import ManagementCommand
from tables.stream.archiving.attaching import attach_month
from tables.stream.archiving.months import written_month
from tables.stream.errors import StreamError
from tables.stream.management.preconditions import database_needed, owner_needed


class Command(ManagementCommand):
    help = (
        "Brings an archived month back into the database, from the files that archive_month wrote: every event is held"
        " against the tree first. The files stay."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", type=Path, metavar="FILE", help="the month's file of each casino"
        )

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        """End with an error for a file that is not as it was written; then the database is as before."""
        try:
            with database_needed(), owner_needed("attach_month"):
                done = attach_month(files, now=datetime.now(UTC), progress=self.stderr.write)
        except StreamError as refused:
            raise CommandError(str(refused)) from None
        for each in done:
            self.stdout.write(
                f"{written_month(each.month)} of casino {each.casino_id}: its {each.events} events are in the database"
                " again"
            )
