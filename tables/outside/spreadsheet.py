"""A table that a person saved from a spreadsheet program as text: CSV by `;`, tab or `,`, in any usual encoding.

Spreadsheet programs of southern Europe write `;` between the cells, because the comma is the decimal sign, and
Windows-1252 or UTF-16 where nobody chose UTF-8. The result names both, so that a person can check them.
"""

import codecs
import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

SEPARATORS = (";", "\t", ",")
"""Separators that are read; the first one wins a tie."""
LARGEST_CELL = 10_000
"""Characters of a cell."""
MOST_CELLS = 200
"""Cells of a row."""
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of the workbooks of Excel and LibreOffice, new and old."""
_MARKS = (
    (codecs.BOM_UTF8, "UTF-8", "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16"),
    (codecs.BOM_UTF16_BE, "UTF-16", "utf-16"),
)
_SEPARATOR_LINE = "sep="
"""Begin of Excel's own first line, which names the separator: `sep=;`."""


class SheetUnreadable(Exception):
    """A file that is not read. `code` is `workbook`, `empty`, `not-text`, `not-csv`, `too-long` or `too-wide`."""

    def __init__(self, code: str, line: int = 0) -> None:
        super().__init__(code)
        self.code, self.line = code, line


class SheetRow(NamedTuple):
    """A row, and the number of the line on which it ends."""

    line: int
    cells: tuple[str, ...]


class Sheet(NamedTuple):
    """The rows of a file that are not empty, the head first, and how the file was read."""

    encoding: str
    separator: str
    rows: tuple[SheetRow, ...]

    @property
    def head(self) -> SheetRow:
        return self.rows[0]

    @property
    def body(self) -> tuple[SheetRow, ...]:
        return self.rows[1:]


def read_sheet(content: bytes, *, most_rows: int) -> Sheet:
    """Return the rows of the file, of which at most `most_rows` are below the head. Raises SheetUnreadable."""
    if content.startswith(WORKBOOKS):
        raise SheetUnreadable("workbook")
    encoding, text = _decoded(content)
    if "\0" in text:
        raise SheetUnreadable("not-text")
    skipped, separator, text = _separated(text)
    rows: list[SheetRow] = []
    for line, cells in _rows(text, separator):
        if not any(cell.strip() for cell in cells):
            continue
        if len(rows) > most_rows:
            raise SheetUnreadable("too-long", line + skipped)
        if len(cells) > MOST_CELLS:
            raise SheetUnreadable("too-wide", line + skipped)
        rows.append(SheetRow(line + skipped, tuple(cell.strip() for cell in cells)))
    if not rows:
        raise SheetUnreadable("empty")
    return Sheet(encoding, separator, tuple(rows))


def _decoded(content: bytes) -> tuple[str, str]:
    """Return the name of the encoding and the text. Every byte has a meaning in Windows-1252, or nearly."""
    for mark, name, codec in _MARKS:
        if content.startswith(mark):
            return name, _decode(content, codec)
    if codec := _utf16_without_mark(content):
        return "UTF-16", _decode(content, codec)
    try:
        return "UTF-8", content.decode()
    except UnicodeDecodeError:
        return "Windows-1252", _decode(content, "cp1252")


def _decode(content: bytes, codec: str) -> str:
    try:
        return content.decode(codec)
    except UnicodeDecodeError:
        raise SheetUnreadable("not-text") from None


def _utf16_without_mark(content: bytes) -> str:
    """Return the codec of UTF-16 without a mark, by the zero bytes of its first letters; empty for other texts."""
    begins = content[:64]
    if len(begins) < 4 or len(content) % 2:
        return ""
    low, high = begins[0::2].count(0), begins[1::2].count(0)
    if high > len(begins) // 4 and not low:
        return "utf-16-le"
    return "utf-16-be" if low > len(begins) // 4 and not high else ""


def _separated(text: str) -> tuple[int, str, str]:
    """Return the number of lines before the table, the separator, and the text of the table."""
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith(_SEPARATOR_LINE):
        named = first.strip("\r")[len(_SEPARATOR_LINE) :][:1]
        if named in SEPARATORS:
            return 1, named, rest
    head = next((line for line in text.splitlines() if line.strip()), "")
    outside = "".join(head.split('"')[0::2])
    return 0, max(SEPARATORS, key=outside.count), text


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with the lines on which they end. Raises SheetUnreadable."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            if any(len(cell) > LARGEST_CELL for cell in row):
                raise SheetUnreadable("not-csv", reader.line_num)
            yield reader.line_num, row
    except csv.Error:
        raise SheetUnreadable("not-csv", reader.line_num) from None
