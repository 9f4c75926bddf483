"""An old permanence as a list: a moment and a number in each line, for the statistics of a wheel.

Every bad line has one message. A moment without a zone is by the casino's clock, and a day is written day/month/year or
in the ISO form.
"""

import re
from datetime import UTC, datetime, tzinfo
from hashlib import sha256
from typing import NamedTuple

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sheets import (
    ReadList,
    SheetColumn,
    SheetLine,
    SheetMistake,
    SheetRefused,
    in_every_language,
    mistake,
    read_list,
)
from tables.handling.aggregates.imported_spins import around_import, imported_spins
from tables.local_time import moment_of
from tables.refusal import Refused
from tables.registers.imported_spins.commands import ImportOldSpins, OldSpin
from tables.registers.imported_spins.decide import MOST_SPINS, check_spin, moments_of
from tables.roulette.wheel import DOUBLE_ZERO_TEXT, read

MOMENT, FELL_AT, NUMBER = "moment", "fell_at", "number"
COLUMNS = (
    SheetColumn(
        key=MOMENT,
        heading=_("Moment"),
        required=False,
        others=("momento", "date", "data", "data e ora", "date et heure", "data e hora"),
    ),
    # The column of the permanence's own files, in UTC.
    SheetColumn(key=FELL_AT, heading=_("Fell (UTC)"), required=False),
    SheetColumn(key=NUMBER, heading=_("Number"), others=("numero", "número", "numéro")),
)
LONGEST_FILE_NAME = 200
LONGEST_SHOWN = 40
_WRITTEN = tuple(
    f"%d{sign}%m{sign}%{year} %H:%M{seconds}" for sign in "/.-" for year in "Yy" for seconds in (":%S", "")
)
_OFFSET = re.compile(r"(?P<local>.*[0-9]) ?(?P<offset>[+-][0-9]{2}:[0-9]{2})")
_WHOLE = re.compile(r"([0-9]{1,2})[.,]0+")


class OldPermanence(NamedTuple):
    """An old permanence as it was read: the list, and the request to import it."""

    found: ReadList
    command: ImportOldSpins


def read_old_permanence(
    casino_id: int, serial: str, content: bytes, file: str, *, zone: tzinfo, now: datetime
) -> OldPermanence:
    """Return the permanence in a file, checked for the wheel. Raises SheetRefused with the mistake of each line."""
    found = read_list(content, COLUMNS, most_lines=MOST_SPINS)
    if not {MOMENT, FELL_AT} & set(found.keys):
        heads = tuple(cell[:LONGEST_SHOWN] for cell in found.sheet.head.cells[:12])
        wrong = Refused("sheet-columns-missing", missing=(MOMENT,), found=heads)
        raise SheetRefused([mistake(wrong, found.sheet.head.line)], found.sheet)
    try:
        around = around_import(casino_id, serial)
    except Refused as refused:
        raise SheetRefused([mistake(refused)], found.sheet) from None
    known = moments_of(imported_spins(casino_id, serial)) | around.recorded
    spins: list[OldSpin] = []
    mistakes: list[SheetMistake] = []
    lines: dict[datetime, int] = {}
    for line in found.lines:
        try:
            spin = _spin(line, zone)
            check_spin(spin, around.pockets, known, now)
            if (first := lines.setdefault(spin.at, line.line)) != line.line:
                raise Refused("old-spin-twice-in-file", line=first)
        except Refused as refused:
            mistakes.append(mistake(refused, line.line))
        else:
            spins.append(spin)
    if mistakes:
        raise SheetRefused(mistakes, found.sheet)
    name = "".join(each for each in file if each.isprintable())[:LONGEST_FILE_NAME]
    command = ImportOldSpins(serial=serial, file=name, sha256=sha256(content).hexdigest(), spins=tuple(spins))
    return OldPermanence(found, command)


def _spin(line: SheetLine, zone: tzinfo) -> OldSpin:
    """Return the spin of a line. Raises Refused."""
    entered = line.values[MOMENT]
    at = _moment(entered, zone) if entered else _moment(line.values[FELL_AT], UTC)
    return OldSpin(at.astimezone(UTC), _number(line.values[NUMBER]))


def _moment(entered: str, zone: tzinfo) -> datetime:
    """Return the moment that was entered. Raises Refused."""
    found = _OFFSET.fullmatch(entered)
    local, offset = (found["local"].strip(), found["offset"]) if found else (entered, "")
    read_as = _local(local.replace(",", " "))
    if read_as is None:
        raise Refused("old-spin-unreadable-moment", entered=entered[:LONGEST_SHOWN])
    if read_as.tzinfo is not None:
        return read_as
    if offset:
        return datetime.fromisoformat(f"{read_as.isoformat()}{offset}")
    return moment_of(read_as, zone)


def _local(entered: str) -> datetime | None:
    try:
        return datetime.fromisoformat(entered)
    except ValueError:
        pass
    for written in _WRITTEN:
        try:
            return datetime.strptime(" ".join(entered.split()), written)  # noqa: DTZ007  by the casino's clock
        except ValueError:
            continue
    return None


def _number(entered: str) -> int:
    """Return the number that was entered, 37 for the double zero. Raises Refused."""
    written = whole[1] if (whole := _WHOLE.fullmatch(entered)) else entered
    if written.casefold() in {each.casefold() for each in in_every_language(DOUBLE_ZERO_WORDS)}:
        written = DOUBLE_ZERO_TEXT
    number = read(written) if re.fullmatch("[0-9]{1,2}", written) else None
    if number is None:
        raise Refused("old-spin-unreadable-number", entered=entered[:LONGEST_SHOWN])
    return number


DOUBLE_ZERO_WORDS = _("double zero")
"""Words that a spreadsheet file has for 00, which a spreadsheet program would take for 0."""
