"""Papers show names of every script: each letter has a glyph, and the names can be read out of the file again."""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from casino.kit.documents import fonts
from casino.kit.documents.document import Column, Document, DocumentTable
from casino.kit.documents.fonts import face_of, in_fonts
from casino.kit.documents.pdf import as_pdf
from tables.roulette.loader import rulebooks
from tables.text import code_point

AT = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
NAMES = {
    "Portuguese": "José Conceição",
    "Vietnamese": "Nguyễn Thị Hường",
    "Polish": "Łukasz Żółć",
    "Turkish": "Ayşe Yıldırım İnci",
    "Greek": "Ἀθηνᾶ Παπαδοπούλου",
    "Russian": "Юрий Щукин",
    "Macedonian": "Ѓорѓи Ќосев",
    "Arabic": "محمد الفاسي",
    "Hebrew": "שרה כהן",
    "Devanagari": "श्रीमती क्षमा",
    "Tamil": "முருகன்",
    "Thai": "สมชาย ใจดี",
    "Armenian": "Արամ Խաչատրյան",
    "Georgian": "გიორგი",
    "Chinese": "王小明 張偉",
    "Japanese": "さくら 田中",
    "Korean": "김민수",
    "emoji": "🎰 🎲",
}
NOTHING_KNOWN = "\ua997"
"""A letter of Javanese, which no font here has."""


def table_of(words: str, *, long: bool = False, to_write: bool = False, rows: int = 1) -> DocumentTable:
    row = (words, f"counted by {words}, 12.50")
    return DocumentTable(
        caption=words,
        columns=(Column(words), Column(words, "right", 3)),
        rows=(row,) * rows,
        together=() if long or not rows else row,
        nothing=words,
        long=long,
        to_write=to_write,
    )


def paper_of(words: str, *tables: DocumentTable) -> Document:
    return Document(
        title=words,
        subtitle=words,
        made_at=AT,
        foot=words,
        hashes=(words,),
        house=words,
        lines=(words,),
        mark=words,
        marked_at=words,
        tables=tables,
        sign_here=(words, words),
    )


def text_of(made: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(made)).pages)


def glyphs_of(made: bytes) -> Iterator[tuple[str, bytes]]:
    """The name of each embedded font, and its file."""
    for page in PdfReader(BytesIO(made)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            (descendant,) = font.get_object()["/DescendantFonts"]
            descriptor: DictionaryObject = descendant.get_object()["/FontDescriptor"].get_object()
            file: Any = descriptor.get("/FontFile2") or descriptor["/FontFile3"]
            yield str(descriptor["/FontName"]), file.get_object().get_data()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_of_every_script_is_read_out_of_every_part_of_a_paper(name: str) -> None:
    tables = (
        table_of(name),
        table_of(name, rows=0),
        table_of(name, to_write=True),
        table_of(name, long=True, rows=2),
    )
    document = paper_of(name, *tables)
    text = text_of(as_pdf(document))
    assert "[U+" not in text and "?" not in text
    texts_of_tables = 3 * 3 + 6 * 2 + 2 + 2 * 2 + 2
    single = ("title", "subtitle", "foot", "hashes", "house", "lines", "mark", "marked_at", "sign_here")
    known = {"made_at", "tables", "across", *single}
    assert {field.name for field in fields(Document)} == known, "a part of a paper is not tried here"
    for word in name.split():
        assert text.count(word) >= len(single) + texts_of_tables // 2, f"{word}: {text}"


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_fonts_of_a_name_are_embedded(name: str) -> None:
    found = dict(glyphs_of(as_pdf(paper_of(name, table_of(name, long=True)))))
    assert found
    assert all(len(file) > 500 for file in found.values())


def test_every_letter_of_every_name_has_a_glyph() -> None:
    missing = {letter for name in NAMES.values() for letter in name if face_of(letter) is None}
    assert not missing, f"no font has {missing}"


def test_every_letter_of_the_programs_own_texts_has_a_glyph() -> None:
    catalogues = Path(settings.BASE_DIR).glob("locale/*/LC_MESSAGES/django.po")
    texts = [
        text
        for catalogue in catalogues
        for entry in polib.pofile(str(catalogue))
        for text in (entry.msgid, entry.msgstr, *entry.msgstr_plural.values())
    ]
    assert texts
    texts += [str(book) for book in rulebooks().values()]
    missing = {letter for letter in set("".join(texts)) if letter.isprintable() and face_of(letter) is None}
    assert not missing, f"no font has {sorted(map(code_point, missing))}"


def test_letter_of_no_font_is_shown_as_its_code_point() -> None:
    assert face_of(NOTHING_KNOWN) is None
    assert in_fonts(f"Ana {NOTHING_KNOWN}") == "Ana [U+A997]"
    assert "Ana [U+A997]" in text_of(as_pdf(paper_of(f"Ana {NOTHING_KNOWN}")))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_no_letter_becomes_a_question_mark(words: str) -> None:
    shown = in_fonts(words)
    assert all(face_of(letter) for letter in shown)
    assert shown.count("?") == words.count("?")


def test_font_of_the_folder_has_letters_that_the_others_lack(
    settings: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder's font is Inter's Greek with its alpha at the place of the Javanese letter."""
    from fontTools.ttLib import TTFont

    greek = next(face for face in fonts.faces() if face.family == "inter-greek")
    font = TTFont(greek.file)
    for table in font["cmap"].tables:
        table.cmap[ord(NOTHING_KNOWN)] = table.cmap[ord("α")]
    font.flavor = None
    font.save(tmp_path / "Invented-Regular.ttf")
    settings.PDF_FALLBACK_FONTS = tmp_path  # type: ignore[attr-defined]
    fonts.faces.cache_clear()
    face_of.cache_clear()
    try:
        assert f"Ana {NOTHING_KNOWN}" in text_of(as_pdf(paper_of(f"Ana {NOTHING_KNOWN}")))
    finally:
        monkeypatch.undo()
        settings.PDF_FALLBACK_FONTS = None  # type: ignore[attr-defined]
        fonts.faces.cache_clear()
        face_of.cache_clear()


@pytest.mark.parametrize("name", [NAMES["Arabic"], NAMES["Hebrew"]], ids=["Arabic", "Hebrew"])
def test_figure_behind_a_name_from_right_to_left_stays_behind_it(name: str) -> None:
    """The name's place is left of the comma's, as a reader of the sentence expects it."""
    places: list[tuple[float, str]] = []

    def visit(text: str, _cm: object, matrix: list[float], *_rest: object) -> None:
        if text.strip():
            places.append((matrix[4], text))

    document = Document(title="Count", subtitle=f"counted by {name}, 12.50", made_at=AT, foot="")
    (page,) = PdfReader(BytesIO(as_pdf(document))).pages
    page.extract_text(visitor_text=visit)
    line = [
        (left, text) for left, text in places if any(part in text for part in ("counted", "12.50", *name))
    ]
    of_figure = max(left for left, text in line if "12.50" in text)
    of_name = min(left for left, text in line if name[0] in text or name[-1] in text)
    assert of_name < of_figure
