"""`manage.py import_permanence WHEEL FILE`: an old permanence for a wheel's statistics; `--check` stores nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.kit.sentences import sentence_of
from casino.kit.sheets import LARGEST_SHEET, SheetRefused
from casino.numbers.old_permanence import OldPermanence, read_old_permanence
from casino.people.casino_clock import zone_of_casino
from casino.people.engaging import only_casino, or_command_error
from casino.people.register.aggregate import AT_THE_MACHINE
from tables.handling import handle
from tables.handling.aggregates.imported_spins import ImportedSpinsAggregate
from tables.handling.models import Casino
from tables.management_command import ManagementCommand
from tables.outside.files import OutsideFileRefused, read_plain


class Command(ManagementCommand):
    help = "Imports an old permanence (CSV: moment, number) for the statistics of a wheel."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("wheel", help="the serial number of the wheel in the register")
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--casino", type=int, metavar="N", help="its number, where there are several")
        parser.add_argument("--check", action="store_true", help="say what is wrong, and store nothing")

    def handle(self, *args: object, **options: Any) -> None:
        """Ends with an error, and has stored nothing, where the file has mistakes: one line for each."""
        casino_id: int = only_casino() if options["casino"] is None else options["casino"]
        if not Casino.objects.filter(pk=casino_id).exists():
            raise CommandError(f"there is no casino {casino_id}")
        old = _read(casino_id, options["wheel"], options["file"])
        sheet, spins = old.found.sheet, len(old.command.spins)
        self.stdout.write(
            f"{options['file'].name}: {sheet.encoding}, separator {sheet.separator!r}, {spins} spins"
        )
        if options["check"]:
            return
        or_command_error(
            lambda: handle(
                ImportedSpinsAggregate(casino_id, options["wheel"]),
                old.command,
                by=AT_THE_MACHINE,
                now=timezone.now(),
            )
        )
        self.stdout.write(f"wheel {options['wheel']}: {spins} spins imported")


def _read(casino_id: int, serial: str, path: Path) -> OldPermanence:
    """Return the permanence in the file. Raises CommandError with a line for each mistake."""
    try:
        content = read_plain(path, LARGEST_SHEET)
        zone = zone_of_casino(casino_id)
        return read_old_permanence(casino_id, serial, content, path.name, zone=zone, now=timezone.now())
    except OutsideFileRefused as refused:
        raise CommandError(str(refused)) from None
    except SheetRefused as refused:
        wrong = [f"{path.name}:{each.line}: {sentence_of(each.refusal)}" for each in refused.mistakes]
        raise CommandError("\n".join(wrong)) from None
