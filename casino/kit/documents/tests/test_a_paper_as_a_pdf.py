"""A paper as a PDF: what stands on it can be read out again, over as many pages as it takes."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from casino.kit.documents.document import Column, Document, DocumentTable
from casino.kit.documents.fonts import WEIGHTS, cut, faces
from casino.kit.documents.pdf import as_pdf

AT = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
PIECES = DocumentTable(
    caption="Pieces",
    columns=(Column("Pieces", "right"), Column("Value", "right"), Column("Worth, EUR", "right", 2)),
    rows=(("20", "× 5", "100.00"), ("5", "× 100", "500.00")),
    together=("", "Together", "600.00"),
)


def paper(*tables: DocumentTable, mark: str = "", sign_here: tuple[str, ...] = ()) -> Document:
    return Document(
        title="Fill F-000123",
        subtitle="From the chip bank to T1",
        made_at=AT,
        foot="Slip F-000123",
        mark=mark,
        marked_at="20 Nov 2026, 21:30:00" if mark else "",
        tables=tables,
        sign_here=sign_here,
    )


def pages(made: Document) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(as_pdf(made))).pages]


def test_all_that_is_on_the_paper_is_on_the_pdf() -> None:
    (words,) = pages(paper(PIECES, mark="REPRINT 2", sign_here=("Croupier", "Chef de table")))
    for said in (
        "Fill F-000123",
        "From the chip bank to T1",
        "REPRINT 2",
        "20 Nov 2026, 21:30:00",
        "Worth, EUR",
        "× 100",
        "600.00",
        "Croupier",
        "Chef de table",
        "Page 1 of 1",
    ):
        assert said in words, said


def test_a_paper_without_a_mark_bears_none() -> None:
    (words,) = pages(paper(PIECES))
    assert "REPRINT" not in words


def test_a_long_table_goes_on_over_the_page_and_every_page_has_the_foot() -> None:
    rows = tuple((str(place), f"× {place}", f"{place}.00") for place in range(1, 121))
    made = pages(paper(DocumentTable(caption="Pieces", columns=PIECES.columns, rows=rows)))
    assert len(made) > 1
    for place, words in enumerate(made, start=1):
        assert "Slip F-000123" in words and f"Page {place} of {len(made)}" in words
        assert "Worth, EUR" in words
    assert "120.00" in made[-1]


def test_an_empty_table_says_what_is_not_there() -> None:
    (words,) = pages(
        paper(DocumentTable(caption="Held", columns=PIECES.columns, rows=(), nothing="Nothing."))
    )
    assert "Nothing." in words and "Worth" not in words


def test_the_same_paper_is_the_same_file() -> None:
    assert as_pdf(paper(PIECES)) == as_pdf(paper(PIECES))


def test_a_file_knows_its_title_and_its_time() -> None:
    reader = PdfReader(BytesIO(as_pdf(paper(PIECES))))
    assert reader.metadata is not None
    assert reader.metadata.title == "Fill F-000123"
    assert reader.metadata.creation_date == AT


def test_a_row_has_a_cell_for_each_column() -> None:
    assert PIECES.aligned[0] == [("20", "right"), ("× 5", "right"), ("100.00", "right")]
    assert PIECES.together_aligned[2] == ("600.00", "right")
    with pytest.raises(ValueError, match="longer"):
        DocumentTable(caption="", columns=PIECES.columns, rows=(("1",),)).aligned  # noqa: B018


def test_no_caption_stands_alone_at_the_foot_of_a_page() -> None:
    held = DocumentTable(caption="Held", columns=(Column("A"),), rows=(), nothing="Nobody has claimed it.")
    broken = 0
    for lines in range(35, 60):
        made = pages(replace(paper(held), lines=("said",) * lines))
        (said,) = (page for page in made if "Held" in page)
        assert "Nobody has claimed it." in said, lines
        broken += len(made) > 1 and said is made[1]
    assert broken > 1, "some of them have it on their second page"


def test_fonts_are_cut_alike_by_every_process_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    face = faces()[0]
    styles = {style: cut(face, style).read_bytes() for style in WEIGHTS}
    # Where fontTools takes the time from, if it dates a font.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    for style in WEIGHTS:
        cut(face, style).unlink()
    cut.cache_clear()
    assert {style: cut(face, style).read_bytes() for style in WEIGHTS} == styles
