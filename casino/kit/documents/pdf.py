"""A document as a PDF on A4: for the casino's files, and to print without a browser.

One engine makes every paper of the casino. The same document gives the same bytes, because it is dated by the record
and not by the clock: a kept file can be compared with a new one.
"""

import re
from collections.abc import Iterable

from django.utils.translation import gettext
from fpdf import FPDF
from fpdf.enums import TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

from casino.kit.documents.document import Document, DocumentTable
from casino.kit.documents.fonts import WEIGHTS, Face, cut, faces, in_fonts, other_faces
from casino.kit.documents.long_table import LongTable, least_height
from casino.languages.language import current_language, tag_of

FONT = "Inter"
MARGIN_MM = 15
SIZE_PT, SMALL_PT, TITLE_PT, MARK_PT = 10, 8, 18, 26
LINE_MM, WRITTEN_MM, PAD_MM, SIGN_MM = 5, 8, 1.2, 16
GREY, RULE_GREY, RULE_MM = 90, 170, 0.2
RIGHT_TO_LEFT = re.compile(
    "{letter}++(?:[ '-]{letter}++)*+(?=.)".format(letter="[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
)
"""A name in Hebrew or Arabic letters that other words follow."""
LEFT_TO_RIGHT_MARK = "\u200e"
TINY_PT, TINY_LINE_MM, PAGE_OF_MM = 6, 2.8, 34
"""Size of the hashes in the foot, and the room for "Page 12 of 345"."""


def as_pdf(document: Document, *others: Document) -> bytes:
    """Return the PDF of a document, A4, as many pages as it takes. `others` are of one make with it, as the empty
    sheets of several tables: each begins a page, and the first one's foot is that of all.
    """
    page = _Page(document)
    for each in (document, *others):
        page.add_page()
        _head(page, each)
        for table in each.tables:
            _table(page, table)
        if each.sign_here:
            _sign_here(page, each.sign_here)
    return bytes(page.output())


def _in_order(words: str) -> str:
    """Return the words with a mark after each name that runs from right to left.

    The mark separates a following comma or figure from the name (UAX #9).
    """
    return RIGHT_TO_LEFT.sub(rf"\g<0>{LEFT_TO_RIGHT_MARK}", words)


class _Page(FPDF):
    """A4 in the project's own face, with the foot of the document and the number on each page."""

    def __init__(self, document: Document) -> None:
        super().__init__(format="A4", orientation="landscape" if document.across else "portrait")
        self._added: dict[Face, None] = {}
        for style in WEIGHTS:
            self.add_font(FONT, style, cut(faces()[0], style))
        self.foot, self.hashes = self.fitted(document.foot), self.all_fitted(document.hashes)
        self.foot_top_mm = MARGIN_MM + TINY_LINE_MM * len(self.hashes)
        self.set_margins(MARGIN_MM, MARGIN_MM)
        self.set_auto_page_break(True, self.foot_top_mm + LINE_MM)
        self.set_creation_date(document.made_at)
        self.set_title(document.title)
        self.set_lang(tag_of(current_language()))
        self.set_font(FONT, size=SIZE_PT)
        self.set_draw_color(RULE_GREY)
        self.set_line_width(RULE_MM)

    def fitted(self, words: str) -> str:
        """Return the words as the fonts can set them, and add the fonts that they need besides Inter.

        Text is shaped once another font is needed: letters of some scripts join, and some run from right to left.
        """
        fitting = in_fonts(words)
        new = [face for face in dict.fromkeys(other_faces(fitting)) if face not in self._added]
        for face in new:
            self._added[face] = None
            for style in WEIGHTS:
                self.add_font(face.family, style, cut(face, style))
        if new:
            self.set_fallback_fonts([face.family for face in self._added])
            self.set_text_shaping(True, direction="ltr")
        return _in_order(fitting)

    def all_fitted(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return each of the words, `fitted`."""
        return tuple(map(self.fitted, words))

    def footer(self) -> None:
        """Print the foot; fpdf2 calls this method at each page's end."""
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
        """Print a line of its own; a long line is broken."""
        self.set_font(FONT, style, size)
        self.set_text_color(grey)
        self.multi_cell(0, size * 0.5, self.fitted(words), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
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
    headings = page.all_fitted(column.heading for column in table.columns)
    if table.long:
        rows = [page.all_fitted(row) for row in table.rows]
        LongTable(page, table, headings, family=FONT, size=SMALL_PT, grey=GREY).set_rows(rows)
        page.set_font(FONT, size=SIZE_PT)
        page.ln(4)
        return
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
            set_table.row(page.all_fitted(row))
        if table.together:
            set_table.row(page.all_fitted(table.together), style=FontFace(emphasis="BOLD"))
    page.ln(4)


def _sign_here(page: _Page, who: tuple[str, ...]) -> None:
    """Print a line for each signatory, side by side, on one page with the words under it."""
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
        page.cell(width, LINE_MM, page.fitted(name))
