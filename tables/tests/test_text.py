"""The one check for text: normalization, line breaks, unreadable characters, placeholders."""

import sys
import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.text import (
    normalized,
    text_fault,
    text_faults,
    visible,
    with_normalized_texts,
    with_visible_texts,
)

UNREADABLE = [
    ("\0", "U+0000"),
    ("\x1b", "U+001B"),
    ("\x7f", "U+007F"),
    ("\u200b", "U+200B ZERO WIDTH SPACE"),
    ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("\u2066", "U+2066 LEFT-TO-RIGHT ISOLATE"),
    ("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
    ("\ufffd", "U+FFFD REPLACEMENT CHARACTER"),
    ("\ud800", "U+D800"),
    ("\ue000", "U+E000"),
]
CHARACTERS = st.text(st.characters(codec=None, categories=None), max_size=40)


class Remark(msgspec.Struct, frozen=True):
    words: str
    by: tuple[str, ...] = ()
    pieces: dict[str, int] = {}
    raw: str = ""


@pytest.mark.parametrize(("character", "name"), UNREADABLE, ids=ascii)
def test_unreadable_character_is_named_in_the_refusal(character: str, name: str) -> None:
    fault = text_fault(f"P{character}1")
    assert fault is not None
    assert (fault.code, fault.parameters) == ("text-unreadable", {"character": name})


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028", "\u2029", "\x85"], ids=ascii)
def test_line_break_is_refused_in_a_line(end: str) -> None:
    fault = text_fault(f"one{end}two")
    assert fault is not None and fault.code == "text-with-line-break"


@pytest.mark.parametrize("text", ["", "Ana Conceição", "«\u00a0Non\u00a0»", "赌场", "12 € – 5 ½", "𝛑 😀"])
def test_readable_text_is_accepted_in_every_language(text: str) -> None:
    assert text_fault(text) is None


def test_length_is_counted_in_characters_after_normalization() -> None:
    letters = "e\u0301" * 400
    assert text_fault(normalized(letters)) is None
    fault = text_fault(normalized(letters + "x"))
    assert fault is not None and (fault.code, fault.parameters) == ("text-too-long", {"most": 400})


@given(CHARACTERS)
def test_normalized_text_is_in_form_c_with_plain_spaces(text: str) -> None:
    found = normalized(text)
    assert unicodedata.is_normalized("NFC", found)
    assert all(each == " " for each in found if unicodedata.category(each) == "Zs")
    assert normalized(found) == found


@given(CHARACTERS)
def test_visible_text_passes_the_check(text: str) -> None:
    shown = normalized(visible(text))
    assert shown.isprintable()
    assert visible(shown) == shown


def test_placeholder_names_each_character_that_does_not_show() -> None:
    assert visible("a\nb\tc\0\x7f\u202e\u2028 \u00a0é") == "a␊b␉c␀␡[U+202E][U+2028] \u00a0é"


def test_texts_of_a_struct_are_normalized_and_checked_by_place() -> None:
    remark = Remark(words="e\u0301", by=("a", "b\u202e"), pieces={"1\n": 2})
    found = with_normalized_texts(remark)
    assert found.words == "é"
    assert [(place, fault.code) for place, fault in text_faults(found)] == [
        ("by[1]", "text-unreadable"),
        ("pieces", "text-with-line-break"),
    ]
    assert not [*text_faults(with_visible_texts(found))]


def test_struct_without_changes_stays_the_same_object() -> None:
    remark = Remark(words="é", by=("a",), pieces={"1": 2})
    assert with_normalized_texts(remark) is remark
    assert with_visible_texts(remark) is remark


def test_bytes_of_a_reader_are_neither_changed_nor_checked() -> None:
    remark = Remark(words="", raw="\x02 17\r\n\x85\xa0")
    assert with_visible_texts(with_normalized_texts(remark)).raw == remark.raw
    assert not [*text_faults(remark)]


def test_every_character_of_unicode_is_accepted_or_refused() -> None:
    """The check and the placeholders agree on each character."""
    for code in range(sys.maxunicode + 1):
        character = normalized(chr(code))
        if character != "\ufffd":
            assert (text_fault(character) is None) == (visible(character) == character), hex(code)
