"""`manage.py export_record`: a stretch of the record in one file, to be checked without the platform."""

import signal
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tables.handling.models import Casino
from tables.handling.record_export import export_days
from tables.management_command import ManagementCommand
from tables.stream.exporting.archive import ArchiveRefused
from tables.stream.exporting.export import ExportRefused
from tables.stream.management.preconditions import database_needed
from tables.stream.sequencing import casinos_recorded

STEP = 100_000


class Command(ManagementCommand):
    help = (
        "Writes a stretch of the record into one archive: its events, what proves them, the signed checkpoints and the"
        " rulebooks. docs/examples/verify_record.py checks it, offline and without the platform."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from",
            dest="since",
            default="",
            metavar="DAY",
            help="a gaming day (2031-05-17) or a position in the feed; by default the beginning of the record",
        )
        parser.add_argument(
            "--to",
            dest="until",
            default="",
            metavar="DAY",
            help="a gaming day or a position; by default the last that is under a checkpoint",
        )
        parser.add_argument(
            "--casino", type=int, help="whose record; may be left out where there is one casino"
        )
        parser.add_argument(
            "--out", type=Path, required=True, metavar="FILE", help="the archive to be written"
        )
        parser.add_argument(
            "--prove",
            type=int,
            action="append",
            default=[],
            metavar="SIZE",
            help="also prove that the record goes on from a checkpoint of so many events, which somebody has kept and"
            " which ends outside of the stretch; repeat it",
        )

    def run_from_argv(self, argv: list[str]) -> None:
        """Run as a program of its own: a signal to stop also removes an unfinished archive."""
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        super().run_from_argv(argv)

    def handle(self, *args: object, casino: int | None, since: str, until: str, **options: Any) -> None:
        """End with an error, and without a file, for an unknown stretch or casino."""
        out: Path = options["out"]
        try:
            with database_needed():
                casino_id = _casino(casino)
                done = export_days(
                    casino_id,
                    since,
                    until,
                    out,
                    prove=options["prove"],
                    progress=self._tell_progress,
                    tell=self.stderr.write,
                )
        except (ExportRefused, ArchiveRefused) as refused:
            raise CommandError(str(refused)) from None
        if done.missing:
            self.stderr.write(
                f"{done.missing} positions of the stretch have no event in the record: it was changed."
                " manage.py verify_record finds out what; so does who checks the archive"
            )
        self.stdout.write(
            f"{out}: {done.events} events of casino {casino_id}, positions {done.stretch.first} to"
            f" {done.stretch.last}, under the checkpoint of {done.covered_by}"
        )

    def _tell_progress(self, events: int) -> None:
        if events % STEP == 0:
            self.stderr.write(f"{events} events")


def _casino(named: int | None) -> int:
    """Return the casino of the command. Raises CommandError if it has no record, or if the choice is not clear."""
    there_are = sorted({*casinos_recorded(), *Casino.objects.values_list("pk", flat=True)})
    if named is not None:
        if named not in there_are:
            raise CommandError(f"there is no casino {named}: {_listed(there_are)}")
        return named
    if len(there_are) != 1:
        raise CommandError(f"say which casino is meant, with --casino: {_listed(there_are)}")
    return there_are[0]


def _listed(casinos: list[int]) -> str:
    return f"there are {', '.join(map(str, casinos))}" if casinos else "there is none yet"
