"""A table of thousands of rows on paper, set line by line: fpdf2's own table takes many times as long for it.

No row is parted, and the head is repeated on each page.
"""

from collections.abc import Iterable, Iterator, Sequence

from fpdf import FPDF

from casino.kit.documents.document import DocumentTable
from casino.kit.documents.fonts import is_plain

LINE_MM, PAD_MM, GAP_MM = 3.6, 0.8, 0.8
BASE_MM = 2.7
"""Distance from a line's top to the foot of its letters."""
SPARE_MM = 0.4
"""Kept free at a line's end: widths are sums, and rounded."""
CAPTION_MM = 6
LONGEST_MM = 30
"""A word that is longer is broken."""
CUT = " …"


def least_height(table: DocumentTable) -> float:
    """Return the height of the table with its caption and head on a page, in mm, if each row has one line."""
    return (len(table.rows) + 1) * (LINE_MM + GAP_MM) + CAPTION_MM


class LongTable:
    """Sets a table on a page and those after it, in its font of this family and size (points), its head in grey.

    `headings` and the rows are `fitted` to the fonts of the page.
    """

    def __init__(
        self,
        page: FPDF,
        table: DocumentTable,
        headings: Sequence[str],
        *,
        family: str,
        size: float,
        grey: int,
    ) -> None:
        self._page, self._family, self._size, self._grey = page, family, size, grey
        self._shares = [column.share for column in table.columns]
        self._widths: list[float] = []
        self._sides = ["R" if column.align == "right" else "L" for column in table.columns]
        self._letters: dict[str, float] = {}
        self._most_lines = int(page.eph / LINE_MM) // 2
        self._headings = headings

    def set_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Print the head and these rows."""
        self._widths = self._divided(rows)
        self._head()
        for row in rows:
            cells = self._broken(row)
            if self._page.will_page_break(self._height(cells)):
                self._page.add_page()
                self._head()
            self._set(cells)
        self._font("")

    def _divided(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Return the width of each column on the page.

        Each column has room for its longest word. The rest is divided by the columns' shares.
        """
        self._font("B")
        least = [self._longest(each.split()) for each in self._headings]
        self._font("")
        for place in range(len(least)):
            words = {word for row in rows for word in row[place].split()}
            least[place] = min(max(least[place], self._longest(words)) + 2 * PAD_MM + SPARE_MM, LONGEST_MM)
        rest = max(self._page.epw - sum(least), 0)
        whole = [
            width + rest * share / sum(self._shares) for width, share in zip(least, self._shares, strict=True)
        ]
        return [width * self._page.epw / sum(whole) for width in whole]

    def _longest(self, words: Iterable[str]) -> float:
        return max(map(self._width, words), default=0.0)

    def _head(self) -> None:
        self._font("B")
        self._page.set_text_color(self._grey)
        self._set(self._broken(self._headings))
        self._page.set_text_color(0)
        self._font("")

    def _font(self, style: str) -> None:
        self._page.set_font(self._family, style, self._size)
        self._letters = {}

    def _set(self, cells: Sequence[Sequence[str]]) -> None:
        page = self._page
        left, top, height = page.l_margin, page.get_y(), self._height(cells)
        for width, side, lines in zip(self._widths, self._sides, cells, strict=True):
            for turn, line in enumerate(lines):
                indent = width - PAD_MM - self._width(line) if side == "R" else PAD_MM
                self._write(line, left + indent, top + turn * LINE_MM)
            left += width
        page.line(page.l_margin, top + height - GAP_MM / 2, page.w - page.r_margin, top + height - GAP_MM / 2)
        page.set_xy(page.l_margin, top + height)

    def _write(self, line: str, left: float, top: float) -> None:
        if is_plain(line):
            self._page.text(left, top + BASE_MM, line)
            return
        self._page.set_xy(left - self._page.c_margin, top)
        self._page.cell(None, LINE_MM, line)

    def _height(self, cells: Sequence[Sequence[str]]) -> float:
        return max(1, *map(len, cells)) * LINE_MM + GAP_MM

    def _broken(self, row: Sequence[str]) -> list[list[str]]:
        """Return each cell's lines, no more than half a page of them."""
        cells = []
        for words, width in zip(row, self._widths, strict=True):
            lines = list(self._lines(words, width - 2 * PAD_MM - SPARE_MM / 2))
            if len(lines) > self._most_lines:
                lines = [*lines[: self._most_lines - 1], CUT]
            cells.append(lines)
        return cells

    def _lines(self, words: str, width: float) -> Iterator[str]:
        line, used = "", 0.0
        for word in words.split():
            for part in self._parts(word, width):
                wide = self._width(part)
                joined = used + self._width(" ") + wide
                if line and joined <= width:
                    line, used = f"{line} {part}", joined
                    continue
                if line:
                    yield line
                line, used = part, wide
        if line:
            yield line

    def _parts(self, word: str, width: float) -> Iterator[str]:
        """Yield the word, in parts where it is wider than its column."""
        if self._width(word) <= width:
            yield word
            return
        part, used = "", 0.0
        for letter in word:
            wide = self._width(letter)
            if part and used + wide > width:
                yield part
                part, used = "", 0.0
            part, used = part + letter, used + wide
        yield part

    def _width(self, words: str) -> float:
        """Return the width in mm, letter by letter: Inter is set without kerning. Letters of other fonts may join."""
        if not is_plain(words):
            return float(self._page.get_string_width(words))
        known = self._letters
        for letter in words:
            if letter not in known:
                known[letter] = self._page.get_string_width(letter)
        return sum(known[letter] for letter in words)
