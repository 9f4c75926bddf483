"""A document as a PDF on A4: for the casino's files, and to print without a browser.

One engine makes every paper of the casino. The same document gives the same bytes, because it is dated by the record
and not by the clock: a kept file can be compared with a new one.
"""

import unicodedata
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.utils.translation import gettext
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from fpdf import FPDF
from fpdf.enums import TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

from casino.kit.documents.document import Document, DocumentTable
from casino.kit.documents.long_table import LongTable, least_height
from casino.languages.language import current_language, tag_of
from tables.text import visible

FONT_FILE = Path(settings.BASE_DIR) / "static" / "vendor" / "inter" / "inter-latin-opsz-normal.woff2"
FONT = "Inter"
WEIGHTS = {"": 400, "B": 650}
OPTICAL_SIZE = 14
MARGIN_MM = 15
SIZE_PT, SMALL_PT, TITLE_PT, MARK_PT = 10, 8, 18, 26
LINE_MM, WRITTEN_MM, PAD_MM, SIGN_MM = 5, 8, 1.2, 16
GREY, RULE_GREY, RULE_MM = 90, 170, 0.2
TINY_PT, TINY_LINE_MM, PAGE_OF_MM = 6, 2.8, 34
"""Size of the hashes in the foot, and the room for "Page 12 of 345"."""
FOR_SHAPING = ("GDEF", "GPOS", "GSUB")
"""Tables of the font that no text here is set with, and that fpdf2 leaves out of a file: cutting them takes longer than
all the rest."""


def as_pdf(document: Document, *others: Document) -> bytes:
    """The PDF of a document, A4, as many pages as it takes. `others` are of one make with it, as the empty sheets of
    several tables: each begins a page, and the first one's foot is that of all."""
    page = _Page(document)
    for each in (document, *others):
        page.add_page()
        _head(page, each)
        for table in each.tables:
            _table(page, table)
        if each.sign_here:
            _sign_here(page, each.sign_here)
    return bytes(page.output())


def in_font(words: str) -> str:
    """Return the words in letters of the font: without an accent that it lacks, `?` for an unknown letter. A character
    that does not show has a placeholder (`tables.text.visible`)."""
    has = _letters()
    return "".join(letter if ord(letter) in has else _plain(letter, has) for letter in visible(words))


@cache
def _cuts() -> tuple[TemporaryDirectory[str], dict[str, Path]]:
    """A font file for each style, cut once for the process out of the one that has all weights.

    The folder goes with the process.
    """
    folder = TemporaryDirectory(prefix="fonts-")
    cuts = {}
    for style, weight in WEIGHTS.items():
        cuts[style] = Path(folder.name) / f"{FONT}-{weight}.ttf"
        font = TTFont(FONT_FILE, recalcTimestamp=False)
        for table in FOR_SHAPING:
            del font[table]
        instantiateVariableFont(font, {"wght": weight, "opsz": OPTICAL_SIZE}, inplace=True)
        font.flavor = None
        font.save(cuts[style])
    return folder, cuts


@cache
def _letters() -> frozenset[int]:
    with TTFont(FONT_FILE) as font:
        return frozenset(font.getBestCmap())


def _plain(letter: str, has: frozenset[int]) -> str:
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if ord(part) in has)
    return bare or "?"


class _Page(FPDF):
    """A4 in the project's own face, with the foot of the document and the number on each page."""

    def __init__(self, document: Document) -> None:
        super().__init__(format="A4", orientation="landscape" if document.across else "portrait")
        self.foot, self.hashes = in_font(document.foot), tuple(map(in_font, document.hashes))
        self.foot_top_mm = MARGIN_MM + TINY_LINE_MM * len(self.hashes)
        for style, file in _cuts()[1].items():
            self.add_font(FONT, style, file)
        self.set_margins(MARGIN_MM, MARGIN_MM)
        self.set_auto_page_break(True, self.foot_top_mm + LINE_MM)
        self.set_creation_date(document.made_at)
        self.set_title(document.title)
        self.set_lang(tag_of(current_language()))
        self.set_font(FONT, size=SIZE_PT)
        self.set_draw_color(RULE_GREY)
        self.set_line_width(RULE_MM)

    def footer(self) -> None:
        """The foot, as fpdf2 calls it at each page's end."""
        self.set_y(-self.foot_top_mm)
        self.set_font(FONT, size=SMALL_PT)
        self.set_text_color(GREY)
        page_of = gettext("Page %(number)s of %(pages)s") % {"number": self.page_no(), "pages": "{nb}"}
        self.cell(self.epw - PAGE_OF_MM, LINE_MM, self.foot)
        self.cell(PAGE_OF_MM, LINE_MM, page_of, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(FONT, size=TINY_PT)
        for line in self.hashes:
            self.cell(0, TINY_LINE_MM, line, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_text_color(0)

    def line_of(self, words: str, size: float = SIZE_PT, style: str = "", grey: int = 0) -> None:
        """A line of its own, broken where it is too long."""
        self.set_font(FONT, style, size)
        self.set_text_color(grey)
        self.multi_cell(0, size * 0.5, in_font(words), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_text_color(0)
        self.set_font(FONT, size=SIZE_PT)


def _head(page: _Page, document: Document) -> None:
    if document.house:
        page.line_of(document.house, grey=GREY)
    page.line_of(document.title, TITLE_PT, "B")
    page.line_of(document.subtitle, grey=GREY)
    if document.mark:
        page.ln(2)
        page.line_of(document.mark, MARK_PT, "B")
        if document.marked_at:
            page.line_of(document.marked_at, grey=GREY)
    for line in document.lines:
        page.line_of(line)
    page.ln(3)


def _table(page: _Page, table: DocumentTable) -> None:
    if table.long and least_height(table) < page.eph and page.will_page_break(least_height(table)):
        page.add_page()
    elif page.will_page_break(3 * (LINE_MM + PAD_MM)):
        # A caption is on the page of its head and first row, or of the words in place of them.
        page.add_page()
    page.line_of(table.caption, SIZE_PT + 1, "B")
    if not table.rows:
        page.line_of(table.nothing, grey=GREY)
        page.ln(3)
        return
    if table.long:
        LongTable(page, table, family=FONT, size=SMALL_PT, grey=GREY).set_rows(
            [tuple(map(in_font, row)) for row in table.rows]
        )
        page.set_font(FONT, size=SIZE_PT)
        page.ln(4)
        return
    headings = tuple(in_font(column.heading) for column in table.columns)
    with page.table(
        col_widths=tuple(column.share for column in table.columns),
        text_align=tuple("RIGHT" if column.align == "right" else "LEFT" for column in table.columns),
        borders_layout=TableBordersLayout.ALL if table.to_write else TableBordersLayout.HORIZONTAL_LINES,
        headings_style=FontFace(emphasis="BOLD", color=GREY),
        line_height=WRITTEN_MM if table.to_write else LINE_MM,
        padding=(0.6, 1),
    ) as set_table:
        set_table.row(headings)
        for row in table.rows:
            set_table.row(tuple(map(in_font, row)))
        if table.together:
            set_table.row(tuple(map(in_font, table.together)), style=FontFace(emphasis="BOLD"))
    page.ln(4)


def _sign_here(page: _Page, who: tuple[str, ...]) -> None:
    """A line for each to sign on, side by side, never parted from the words under it."""
    if page.will_page_break(SIGN_MM + LINE_MM):
        page.add_page()
    page.ln(SIGN_MM)
    gap = 6
    width = (page.epw - gap * (len(who) - 1)) / len(who)
    top = page.get_y()
    page.set_font(FONT, size=SMALL_PT)
    for place, name in enumerate(who):
        left = page.l_margin + place * (width + gap)
        page.line(left, top, left + width, top)
        page.set_xy(left, top + 1)
        page.cell(width, LINE_MM, in_font(name))
