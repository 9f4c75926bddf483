"""Lists that a person saved from a spreadsheet program: their columns by key or heading, in every language.

`tables.outside.spreadsheet` reads the file. A list and its export have the same columns, so an exported list is
understood in whichever language it was exported.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.utils.translation import gettext, override

from casino.kit.csv import words_of
from tables.outside.spreadsheet import Sheet, SheetRow, SheetUnreadable, read_sheet
from tables.refusal import Refusal, Refused
from tables.text import as_compared

LARGEST_SHEET = 1_000_000
"""Bytes of a file."""
LONGEST_SHOWN = 40
"""Characters of a text of the file that a message repeats."""
UNREADABLE = {
    "workbook": Refused("sheet-workbook"),
    "empty": Refused("sheet-empty"),
    "not-text": Refused("sheet-not-text"),
    "not-csv": Refused("sheet-not-csv"),
    "too-wide": Refused("sheet-too-wide"),
}
"""Refusals by the code of an unreadable file."""


class SheetColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a list. `heading` is marked for translation; `others` are further names by which it is known."""

    key: str
    heading: str
    required: bool = True
    others: tuple[str, ...] = ()


class SheetMistake(msgspec.Struct, frozen=True, kw_only=True):
    """Fault in a line, or in the whole file if the line is 0."""

    line: int
    refusal: Refusal


class SheetRefused(Exception):
    """A list with mistakes, of which nothing was stored. `sheet` is the file as far as it was understood."""

    def __init__(self, mistakes: Sequence[SheetMistake], sheet: Sheet | None = None) -> None:
        self.mistakes, self.sheet = tuple(mistakes), sheet
        super().__init__("; ".join(f"line {each.line}: {each.refusal}" for each in mistakes))


class SheetLine(NamedTuple):
    """A line of a list: its number in the file, and its values by the keys of the columns."""

    line: int
    values: dict[str, str]


class ReadList(NamedTuple):
    """A list as it was understood: the file, the key of each column, empty for an unknown one, and the lines."""

    sheet: Sheet
    keys: tuple[str, ...]
    lines: tuple[SheetLine, ...]


def mistake(refused: Refused, line: int = 0) -> SheetMistake:
    """Return the mistake of a line, or of the whole file."""
    return SheetMistake(line=line, refusal=refused.refusal)


def read_list(content: bytes, columns: Sequence[SheetColumn], *, most_lines: int) -> ReadList:
    """Return the lines of a list. Raises SheetRefused for a file that cannot be read, with each line that is not whole.

    A column that the list does not know is left out, and named in the preview.
    """
    if len(content) > LARGEST_SHEET:
        raise SheetRefused([mistake(Refused("sheet-too-large", limit=LARGEST_SHEET))])
    try:
        sheet = read_sheet(content, most_rows=most_lines)
    except SheetUnreadable as unreadable:
        refused = UNREADABLE.get(unreadable.code) or Refused("sheet-too-long", limit=most_lines)
        raise SheetRefused([mistake(refused, unreadable.line)]) from None
    keys = _keys_of(sheet, columns)
    lines, mistakes = [], []
    for row in sheet.body:
        if len(row.cells) > len(keys) and any(row.cells[len(keys) :]):
            found = Refused("sheet-line-long", found=len(row.cells), right=len(keys))
            mistakes.append(mistake(found, row.line))
        else:
            lines.append(_line(row, keys, columns))
    if mistakes:
        raise SheetRefused(mistakes, sheet)
    return ReadList(sheet, keys, tuple(lines))


def _line(row: SheetRow, keys: Sequence[str], columns: Sequence[SheetColumn]) -> SheetLine:
    values = dict.fromkeys((column.key for column in columns), "")
    values |= {key: words_of(cell) for key, cell in zip(keys, row.cells, strict=False) if key}
    return SheetLine(row.line, values)


def _keys_of(sheet: Sheet, columns: Sequence[SheetColumn]) -> tuple[str, ...]:
    """Return the key of each column of the file. Raises SheetRefused for a missing column, and for one that comes
    twice.
    """
    known = {name: column.key for column in columns for name in names_of(column)}
    keys = tuple(known.get(_plain(cell), "") for cell in sheet.head.cells)
    line = sheet.head.line
    if twice := sorted({key for key in keys if key and keys.count(key) > 1}):
        raise SheetRefused([mistake(Refused("sheet-column-twice", columns=tuple(twice)), line)], sheet)
    if missing := [column for column in columns if column.required and column.key not in keys]:
        found = tuple(cell[:LONGEST_SHOWN] for cell in sheet.head.cells[:12])
        wrong = Refused("sheet-columns-missing", missing=tuple(each.key for each in missing), found=found)
        raise SheetRefused([mistake(wrong, line)], sheet)
    return keys


def names_of(column: SheetColumn) -> frozenset[str]:
    """Return all names of a column: its key, and its heading in every language."""
    return frozenset(map(_plain, (column.key, *column.others, *in_every_language(column.heading))))


@cache
def in_every_language(marked: str) -> frozenset[str]:
    """Return a text that is marked for translation in every language."""
    found = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            found.add(gettext(marked))
    return frozenset(found)


def chosen_among(entered: str, codes: Mapping[str, Iterable[str]]) -> str:
    """Return the code that the entry names, as a code or in words; an unknown entry is returned as entered."""
    wanted = _plain(entered)
    for code, words in codes.items():
        if wanted == _plain(code) or wanted in map(_plain, words):
            return code
    return entered


def _plain(text: str) -> str:
    return as_compared(text.replace("\ufeff", ""))
