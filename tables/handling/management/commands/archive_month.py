"""`manage.py archive_month`: the tables' days of a month into files, and out of the database."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tables.handling.record_export import rulebooks_of
from tables.handling.witnesses import every_witness_key
from tables.management_command import ManagementCommand
from tables.stream.archiving.archiving import archive_month
from tables.stream.archiving.months import month_named
from tables.stream.errors import StreamError
from tables.stream.management.preconditions import database_needed, owner_needed


class Command(ManagementCommand):
    help = (
        "Writes the tables' days of a month into a file for each casino, reads each file again and holds it against the"
        " tree, and only then takes the month out of the database. manage.py attach_month brings it back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("month", help="which month, like 2031-05; it must be over for 35 days")
        parser.add_argument(
            "--to", type=Path, required=True, metavar="FOLDER", help="where the files are to be written"
        )

    def handle(self, *args: Any, month: str, to: Path, **options: Any) -> None:
        """Archive the month; on an error the database keeps the month unchanged."""
        if not to.is_dir():
            raise CommandError(f"{to} is not a folder")
        try:
            wanted = month_named(month)
            with database_needed(), owner_needed("archive_month"):
                done = archive_month(
                    wanted,
                    to,
                    now=datetime.now(UTC),
                    rulebooks=lambda casino_id: rulebooks_of(casino_id, self.stderr.write),
                    witnesses=every_witness_key,
                    progress=self.stderr.write,
                )
        except (StreamError, ValueError, OSError) as refused:
            raise CommandError(str(refused)) from None
        for each in done:
            self.stdout.write(
                f"{each.file}: {each.events} events of casino {each.casino_id}, SHA-256 {each.sha256.hex()}"
            )
