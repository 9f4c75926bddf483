"""A document as data: its content without its layout. A page and a PDF are made of the same one."""

from datetime import datetime
from typing import Literal

import msgspec

from tables.handling.models import Casino

Align = Literal["left", "right"]


class Column(msgspec.Struct, frozen=True):
    """A column of a table: its heading, the alignment of its cells, and its share of the width."""

    heading: str
    align: Align = "left"
    share: int = 1


class DocumentTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table with its caption. Each row has a cell for each column; `together` is the row of sums, empty for none."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    together: tuple[str, ...] = ()
    nothing: str = ""
    """Text in place of a table without rows."""
    long: bool = False
    """True for a table with up to thousands of rows: paper has it small and plain, without a row of sums."""
    to_write: bool = False
    """True for a table to fill in by hand: its rows are high, and each cell has its box."""

    @property
    def aligned(self) -> list[list[tuple[str, Align]]]:
        """Return the rows, each cell with its side; the row of sums is not among them."""
        return [self._aligned(row) for row in self.rows]

    @property
    def together_aligned(self) -> list[tuple[str, Align]]:
        """Return the row of sums, each cell with its side; empty for none."""
        return self._aligned(self.together)

    def _aligned(self, row: tuple[str, ...]) -> list[tuple[str, Align]]:
        return [(cell, column.align) for cell, column in zip(row, self.columns, strict=bool(row))]


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """Sheets of paper. `made_at` (UTC) is the time of recording of the newest event in them.

    `foot` are the words at the end of each page, `hashes` the lines below them: those of the sources and of the
    content. `mark` is printed large over every page (COPY, REPRINT 2, VOID), with `marked_at` in words. `sign_here` are
    the people with a line to sign on. `across` means landscape, for tables of many columns.
    """

    title: str
    subtitle: str
    made_at: datetime
    foot: str
    hashes: tuple[str, ...] = ()
    house: str = ""
    """The casino's name, over the title."""
    lines: tuple[str, ...] = ()
    mark: str = ""
    marked_at: str = ""
    tables: tuple[DocumentTable, ...] = ()
    sign_here: tuple[str, ...] = ()
    across: bool = False


def casino_name(casino_id: int) -> str:
    """Return the casino's name above its documents: one installation may serve several casinos. Empty if none is
    registered.
    """
    name: str | None = Casino.objects.filter(pk=casino_id).values_list("name", flat=True).first()
    return name or ""
