"""`manage.py add_witness_signatures < NOTE`: keeps the cosignatures of registered witnesses under a checkpoint."""

import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser

from casino.kit.sentences import sentence_of
from tables.handling.witnesses import keep_cosignatures
from tables.management_command import ManagementCommand
from tables.outside.files import LARGEST_NOTE
from tables.refusal import Refused
from tables.stream.management.preconditions import database_needed
from tables.stream.merkle.note import Note, NoteRefused


class Command(ManagementCommand):
    help = "Reads a checkpoint that registered witnesses have signed too, and keeps their signatures with it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", type=int, required=True, help="whose checkpoint it is")

    def handle(self, *args: Any, casino: int, **options: Any) -> None:
        try:
            note = _read_note()
            with database_needed():
                kept = keep_cosignatures(casino, note)
        except NoteRefused as refused:
            raise CommandError(str(refused)) from None
        except Refused as refused:
            raise CommandError(sentence_of(refused.refusal)) from None
        new = [each.witness for each in kept if each.is_new]
        self.stdout.write(f"kept: {', '.join(new)}" if new else "nothing new")


def _read_note() -> Note:
    """Return the note on standard input. Raises NoteRefused, also for one of more than LARGEST_NOTE characters."""
    try:
        text = sys.stdin.read(LARGEST_NOTE + 1)
    except UnicodeDecodeError:
        raise NoteRefused("The standard input is not UTF-8") from None
    if len(text) > LARGEST_NOTE:
        raise NoteRefused(f"The standard input is too large: at most {LARGEST_NOTE:,} characters are read")
    return Note.parse(text)
