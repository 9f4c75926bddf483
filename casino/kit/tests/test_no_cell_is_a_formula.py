"""No cell of our CSV files is a formula to a spreadsheet program, whichever separator it takes."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from casino.kit.csv import LONGEST_CELL, cell_text, no_formula, words_of, write_csv
from tables.text import visible
from testkit.spreadsheet import begins_formula

UTF_16_UNITS = 32_767
"""Most of them in a cell of Excel."""
TEXTS = st.text(st.sampled_from("=+-@＝＋－＠;,\t\r\n\"' |a1."), max_size=12)


def cells(texts: list[str], separator: str) -> list[str]:
    """What a spreadsheet program that takes this separator has in its cells."""
    out = io.StringIO(newline="")
    write_csv(out, ["a"] * len(texts), [texts])
    _, *rows = csv.reader(io.StringIO(out.getvalue(), newline=""), delimiter=separator)
    return [cell for row in rows for cell in row]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@given(texts=st.lists(TEXTS, min_size=1, max_size=4))
@example(texts=["=1+1"])
@example(texts=["+1+1", "-1+1", "@SUM(A1)", "＝1+1"])
@example(texts=["\t=1+1", "\r=1+1", " =1+1"])
@example(texts=["a;=1+1", 'a;"=1+1"', "a; =1+1", "a\t=1+1"])
@example(texts=["=cmd|' /C calc'!A0", '=HYPERLINK("http://elsewhere.invalid";"x")'])
@example(texts=["x", '";=1+1'])
def test_cell_of_any_text_begins_no_formula(separator: str, texts: list[str]) -> None:
    for cell in cells(texts, separator):
        assert not begins_formula(cell), cell


@pytest.mark.parametrize("number", ["-1245.00", "+1", "0", "-0.5%", "1245"])
def test_number_stays_a_number(number: str) -> None:
    assert cells([number], ",") == [number]


@pytest.mark.parametrize("name", ["Anna M.", "'t Hooft", "D'Angelo", "a-b", "=x", "+x", "a;=x", "-", ""])
def test_name_is_read_as_it_was_written(name: str) -> None:
    assert words_of(no_formula(name)) == name


@given(TEXTS)
def test_guard_changes_nothing_that_it_has_guarded(text: str) -> None:
    guarded = no_formula(visible(text))
    assert no_formula(guarded) == guarded
    assert guarded.replace("'", "") == visible(text).replace("'", "")


@pytest.mark.parametrize("letter", ["a", "\N{SLOT MACHINE}"])
def test_text_that_no_cell_can_hold_ends_with_an_ellipsis(letter: str) -> None:
    longest = letter * LONGEST_CELL
    assert cell_text(longest) == longest
    cut = cell_text(f"{longest}=1+1")
    assert cut == f"{letter * (LONGEST_CELL - 1)}…"
    assert len(cut.encode("utf-16-le")) // 2 <= UTF_16_UNITS
