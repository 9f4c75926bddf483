"""A table of many rows on paper: nothing is parted that belongs together, and each page says what its columns are."""

from datetime import UTC, datetime
from io import BytesIO

from pypdf import PdfReader

from casino.kit.documents.document import Column, Document, DocumentTable
from casino.kit.documents.pdf import as_pdf

ROWS = tuple(
    (f"row-{turn}", "2026-11-20 18:44:54", " ".join(f"w{turn}-{word}" for word in range(40)), "x" * 90)
    for turn in range(60)
)


def pages_of(*tables: DocumentTable) -> list[str]:
    made_at = datetime(2026, 11, 20, tzinfo=UTC)
    paper = Document(title="T", subtitle="S", made_at=made_at, foot="F", tables=tables, across=True)
    return [page.extract_text() for page in PdfReader(BytesIO(as_pdf(paper))).pages]


def long_table(rows: tuple[tuple[str, ...], ...] = ROWS, caption: str = "Rows") -> DocumentTable:
    columns = (Column("Name"), Column("When"), Column("Words", share=9), Column("Long", "right"))
    return DocumentTable(caption=caption, columns=columns, rows=rows, long=True)


def test_each_page_has_the_head_and_whole_rows() -> None:
    pages = [page.split() for page in pages_of(long_table())]
    assert len(pages) > 3
    for page in pages:
        assert {"Name", "When", "Words", "Long"} <= set(page)
    for turn in range(len(ROWS)):
        (own,) = [page for page in pages if f"row-{turn}" in page]
        assert {f"w{turn}-{word}" for word in range(40)} <= set(own)


def test_words_stay_whole_but_one_that_is_wider_than_any_column() -> None:
    words = [word for page in pages_of(long_table()) for word in page.split()]
    assert words.count("2026-11-20") == words.count("18:44:54") == len(ROWS)
    parts = [word for word in words if set(word) == {"x"}]
    assert sum(map(len, parts)) == 90 * len(ROWS)
    assert max(map(len, parts)) < 90


def test_a_table_that_fits_a_page_is_not_parted() -> None:
    little = tuple((f"row-{turn}", "", "", "") for turn in range(25))
    pages = pages_of(*(long_table(little, f"Table {turn}") for turn in range(3)))
    assert len(pages) == 3
    for turn, page in enumerate(pages):
        assert f"Table {turn}" in page
        assert page.count("row-") == 25


def test_overlong_cell_is_cut_with_an_ellipsis() -> None:
    (first, *_) = pages_of(long_table((("row", "", "words " * 5_000, ""),)))
    assert "…" in first
