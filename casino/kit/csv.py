"""CSV by RFC 4180: UTF-8 without a byte order mark, a head, lines that end in CR LF, quotes where they are needed."""

import csv
from collections.abc import Iterable, Sequence
from typing import TextIO

from tables.text import visible

FORMULA = frozenset("=+-@\t\r")
Cell = str | int


def write_csv(out: TextIO, head: Sequence[str], rows: Iterable[Iterable[Cell | None]]) -> None:
    """Write the head and then row by row. `out` is open with newline=""; None is an empty cell. A character that does
    not show has a placeholder (`tables.text.visible`)."""
    write = csv.writer(out).writerow
    write(head)
    for row in rows:
        write(["" if cell is None else visible(cell) if isinstance(cell, str) else cell for cell in row])


def no_formula(words: str) -> str:
    """What people wrote, never a formula: a spreadsheet would work one out that begins so."""
    return f"'{words}" if words[:1] in FORMULA else words
