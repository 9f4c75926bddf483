"""CSV by RFC 4180: UTF-8, a head, lines that end in CR LF, quotes where they are needed. csv_form.py has its two forms.

No cell is a formula to a spreadsheet program, whichever separator it takes: Excel with Italian, French or Portuguese
settings opens the same file by semicolons.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from typing import TextIO

from tables.text import visible

_BEGINS = "[=+\\-@\uff1d\uff0b\uff0d\uff20]"
"""Signs with which a formula begins, and their wide forms, which some languages' programs take for the same."""
_FORMULA = re.compile(rf'(^|[;\t])([\s"]*)(?={_BEGINS})')
_NO_FORMULA = re.compile(rf'(^|[;\t])([\s"]*)\'(?={_BEGINS})')
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?%?")
Cell = str | int
LONGEST_CELL = 16_383
"""Characters of a text in a cell: a cell of Excel has at most 32,767 units of UTF-16."""


def write_csv(
    out: TextIO, head: Sequence[str], rows: Iterable[Iterable[Cell | None]], *, separator: str = ","
) -> None:
    """Write the head and then row by row. `out` is open with newline=""; None is an empty cell. A character that does
    not show has a placeholder (`tables.text.visible`), no text is a formula, and a text that is too long is cut."""
    write = csv.writer(out, delimiter=separator).writerow  # noqa: TID251  the one writer
    write(head)
    for row in rows:
        write(["" if cell is None else cell_text(cell) if isinstance(cell, str) else cell for cell in row])


def cell_text(words: str) -> str:
    """Return the text of a cell in a file for spreadsheet programs: readable, short enough, and no formula."""
    shown = visible(words)
    return no_formula(shown if len(shown) <= LONGEST_CELL else f"{shown[: LONGEST_CELL - 1]}…")


def no_formula(words: str) -> str:
    """Return the text with an apostrophe where a spreadsheet program would begin a formula; a number stays a number."""
    return words if _NUMBER.fullmatch(words) else _FORMULA.sub(r"\1\2'", words)


def words_of(cell: str) -> str:
    """Return the text of a cell that `no_formula` wrote."""
    return _NO_FORMULA.sub(r"\1\2", cell)
