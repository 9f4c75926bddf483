"""`manage.py add_witness_signatures < NOTE`: keeps what witnesses have signed under a checkpoint."""

import sys
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tables.management_command import ManagementCommand
from tables.stream.management.preconditions import database_needed
from tables.stream.merkle.checkpoints import WitnessRefused, add_witness_signatures
from tables.stream.merkle.note import Note, NoteRefused


class Command(ManagementCommand):
    help = "Reads a checkpoint that witnesses have signed too, and keeps their signatures with it. Does not check them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", type=int, required=True, help="whose checkpoint it is")

    def handle(self, *args: Any, casino: int, **options: Any) -> None:
        try:
            note = Note.parse(sys.stdin.read())
            with database_needed():
                added = add_witness_signatures(casino, note, now=datetime.now(UTC))
        except (NoteRefused, WitnessRefused) as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"kept: {', '.join(added)}" if added else "nothing new")
