"""`manage.py house export`, `house load FILE`: a casino's registers as one TOML file; and its staff as a CSV list."""

import sys
from pathlib import Path
from typing import Any, NoReturn

import tomli_w
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.casino_file.exporting import clients_with_administration, exported
from casino.casino_file.loading import FileFault, HouseRefused, load_house
from casino.casino_file.places import Place, Places
from casino.casino_file.sections import SECTIONS
from casino.kit.sentences import sentence_of
from casino.people.engaging import only_casino
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.register.staff_csv import (
    LARGEST_FILE,
    StaffRefused,
    load_staff,
    read_staff,
    staff_csv,
)
from tables.handling.models import Casino
from tables.management_command import ManagementCommand
from tables.outside.files import OutsideFileRefused, read_plain
from tables.refusal import RulebookBroken
from tables.roulette.toml_text import parse_toml, read_content

OF_SECTION = 2
"""Number of keys that name an entry: `table` and its code."""


class Command(ManagementCommand):
    help = "Writes a casino's registers as one TOML file, or brings a casino in step with such a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True)
        export = parts.add_parser("export", help="write the casino to standard output")
        load = parts.add_parser("load", help="bring the casino in step with a file; twice changes nothing")
        load.add_argument("file", type=Path, metavar="FILE")
        load.add_argument("--new", action="store_true", help="register a new casino by the file")
        load.add_argument("--check", action="store_true", help="say what is wrong, and store nothing")
        for each in (export, load):
            each.add_argument(
                "--without", default="", metavar="SECTIONS", help="leave these out, with commas between"
            )
        staff = parts.add_parser("export-staff", help="write the list of staff as CSV")
        load_list = parts.add_parser("load-staff", help="bring the staff in step with a CSV list")
        load_list.add_argument("file", type=Path, metavar="FILE")
        for each in (export, load, staff, load_list):
            each.add_argument("--casino", type=int, metavar="N", help="its number, where there are several")

    def handle(self, *args: object, part: str, **options: Any) -> None:
        """Ends with an error, and has stored nothing, where a file has mistakes: one line for each, with its place."""
        if part == "load":
            self._load(options)
            return
        casino_id = _casino(options["casino"])
        match part:
            case "export":
                self._export(casino_id, _sections(options["without"]))
            case "export-staff":
                sys.stdout.write(staff_csv(casino_id).decode())
            case "load-staff":
                self._load_staff(casino_id, options["file"])

    def _export(self, casino_id: int, without: tuple[str, ...]) -> None:
        self.stdout.write(tomli_w.dumps(exported(casino_id, without=without)), ending="")
        for code in clients_with_administration(casino_id) if "client" not in without else ():
            self.stderr.write(
                f"[client.{code}]: the scope administration is left out. Two officers grant it on a screen."
            )

    def _load(self, options: dict[str, Any]) -> None:
        path: Path = options["file"]
        if options["new"] and options["casino"] is not None:
            raise CommandError("--new registers a casino, --casino names one that there is: say one of them")
        casino_id = None if options["new"] else _casino(options["casino"])
        if options["new"] and Casino.objects.filter(demonstration=True).exists():
            raise CommandError(
                "this database holds the demonstration, whose people have a public password: "
                "a casino needs a database of its own"
            )
        try:
            content = read_content(path)
            document = parse_toml(path.name, content)
        except RulebookBroken as broken:
            raise CommandError(str(broken)) from None
        without = _sections(options["without"])
        try:
            done = load_house(
                document,
                casino_id=casino_id,
                by=AT_THE_MACHINE,
                now=timezone.now(),
                without=without,
                only_check=options["check"],
            )
        except HouseRefused as refused:
            _refuse(path, content.decode("utf-8-sig"), refused)
        if options["check"]:
            self.stdout.write(f"{path.name}: nothing is wrong, {len(done.changed)} would change")
            return
        for each in done.changed:
            self.stdout.write(each)
        self.stdout.write(f"casino {done.casino_id}: {len(done.changed)} changed")

    def _load_staff(self, casino_id: int, path: Path) -> None:
        try:
            lines = read_staff(read_plain(path, LARGEST_FILE))
            done = load_staff(casino_id, lines, by=AT_THE_MACHINE, now=timezone.now())
        except OutsideFileRefused as refused:
            raise CommandError(str(refused)) from None
        except StaffRefused as refused:
            wrong = [f"{path.name}:{each.line}: {sentence_of(each.refusal)}" for each in refused.mistakes]
            raise CommandError("\n".join(wrong)) from None
        self.stdout.write(f"{len(done.engaged)} engaged, {done.changed} changed")


def _casino(number: int | None) -> int:
    if number is None:
        return only_casino()
    if not Casino.objects.filter(pk=number).exists():
        raise CommandError(f"there is no casino {number}")
    return number


def _sections(written: str) -> tuple[str, ...]:
    wanted = tuple(each.strip() for each in written.split(",") if each.strip())
    if unknown := [each for each in wanted if each not in SECTIONS]:
        raise CommandError(f"{', '.join(unknown)}: no such section; there are {', '.join(SECTIONS)}")
    return wanted


def _refuse(path: Path, text: str, refused: HouseRefused) -> NoReturn:
    """Exit with a line for each mistake, in the order of the file."""
    places = Places(text)
    wrong = sorted((places.line_of(_steps(fault.place)), _in_words(fault)) for fault in refused.faults)
    raise CommandError("\n".join(f"{path.name}:{line}: {words}" for line, words in wrong)) from None


def _in_words(fault: FileFault) -> str:
    section = fault.place[:1] if fault.place[0] == "casino" else fault.place[:OF_SECTION]
    within = ".".join(fault.place[len(section) :])
    place = f"[{'.'.join(section)}]" + (f".{within}" if within else "")
    return f"{place}: {sentence_of(fault.refusal)}"


def _steps(place: Place) -> Place:
    """Return the keys of a place; an index of a list is left out."""
    return tuple(step.partition("[")[0] for step in place)
