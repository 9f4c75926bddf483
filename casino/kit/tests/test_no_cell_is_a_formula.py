"""No cell of our CSV files is a formula to a spreadsheet program, whichever separator it takes."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from casino.kit.csv import no_formula, words_of, write_csv
from tables.text import visible

BEGINS = "=+-@＝＋－＠"
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?%?(,|$)")
"""A number, or a line with one at its beginning that was not divided at its commas."""
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
        begins = cell.lstrip(' "')[:1]
        assert not begins or begins not in BEGINS or NUMBER.match(cell), cell


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
