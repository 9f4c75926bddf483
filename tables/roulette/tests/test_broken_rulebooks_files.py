"""A rulebook file that does not read as one is refused by file, key and reason, with what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from testkit.rulebooks import refusal, written

# What is broken: the text that is changed, what it is changed to, and the refusal.
BROKEN = {
    "unknown key": (
        'even = "half"',
        'even = "half"\nodd = 1',
        "zero.odd: The key is unknown. Remove it; "
        "the keys here are bets_with_zero, "
        "bets_with_zero_clause, clause, even and "
        "prison.",
    ),
    "unknown key in a bet": (
        '"34:1"',
        '"34:1", payout = 34',
        "bets.plein.payout: The key is unknown. "
        "Remove it; the keys here are clause, "
        "derogation, doubled, limit_clause, maximum, "
        "names, odds, odds_at_least, "
        "odds_at_least_clause and ratio.",
    ),
    "unknown section": (
        "[staff]",
        "[jackpot]\nsize = 1\n\n[staff]",
        "jackpot: The key is unknown. Remove it, or find the right key in docs/rulebooks.md.",
    ),
    "missing key": ("by_hand = true\n", "", "payment.by_hand: The key is missing. Write true or false."),
    "missing section": (
        '[launch]\nagainst_wheel = "sixth/4"\n',
        "",
        "launch: The section is missing. Write a section [launch] with keys and values.",
    ),
    "missing sign": (
        "[limits.sign]\nminimum = 200",
        "",
        "limits.sign: The section is missing. Write a section [limits.sign] with keys and values.",
    ),
    "missing clause": (
        'odds = "17:1", clause = "sixth/2"',
        'odds = "17:1"',
        "bets.cheval.clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "missing limit clause": (
        'ratio = 10, limit_clause = "sixth/3"',
        "ratio = 10",
        "bets.cheval.limit_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "unknown clause": (
        'reds_clause = "sixth/1"',
        'reds_clause = "sixth/9"',
        'cloth.reds_clause: The clause "sixth/9" is not in [clauses]. Add it there, or name another clause, '
        "such as sixth/4.",
    ),
    "unknown clause of a launch": (
        'against_wheel = "sixth/4"',
        'against_wheel = "x"',
        'launch.against_wheel: The clause "x" is not in [clauses]. Add it there, or name another clause, '
        "such as sixth/4.",
    ),
    "foreign clause": (
        '"sixth/1" = { ref = "rule 1"',
        '"fifth/1" = { ref = "rule 1"',
        'clauses."fifth/1": The clause is not of sixth. Begin its id with sixth/.',
    ),
    "kind of clause that there is not": (
        'kinds = ["equipment"]',
        'kinds = ["game"]',
        'clauses."sixth/1".kinds[1]: "game" is unknown here. Write "command", "display", "equipment", '
        '"fact", "report", "settlement" or "shift".',
    ),
    "reading of nothing": (
        '[readings."sixth/2"]',
        '[readings."sixth/7"]',
        'readings."sixth/7": The clause "sixth/7" is not in [clauses]. Add it there, or read another clause.',
    ),
    "reading without English": (
        'en = "Half',
        'pt = "Half',
        'readings."sixth/2".en: The English text is missing, which replaces other languages. Write one, or '
        "write a single text in en in place of the section.",
    ),
    "reading in a language that is not spoken": (
        'fr = "La moitié',
        'de = "La moitié',
        'readings."sixth/2".de: The language is unknown. Write en, fr, it or pt.',
    ),
    "reading that says nothing": (
        '"La moitié d\'une mise qui ne se divise pas est arrondie en faveur du joueur."',
        '" "',
        'readings."sixth/2".fr: The text is empty. Write how the clause is read, or remove the key.',
    ),
    "reading that is a number": (
        '"La moitié d\'une mise qui ne se divise pas est arrondie en faveur du joueur."',
        "7",
        'readings."sixth/2".fr: The value is a whole number. Write a text in quotation marks.',
    ),
    "language that is not spoken": (
        'language = "en"',
        'language = "de"',
        'language: "de" is unknown here. Write "en", "fr", "it" or "pt".',
    ),
    "currency that is no code": (
        'currency = "GBP"',
        'currency = "gbp"',
        'currency: "gbp" is not a code of ISO 4217. Write three capital letters such as EUR.',
    ),
    "wrong type": (
        "minimum = 200",
        'minimum = "200"',
        "limits.sign.minimum: The value is a text. Write a whole number of at least 1.",
    ),
    "yes in words": (
        "by_hand = true",
        'by_hand = "yes"',
        "payment.by_hand: The value is a text. Write true or false.",
    ),
    "a number that may be left out as a text": (
        'against_wheel = "sixth/4"',
        'against_wheel = "sixth/4"\nmin_turns = "three"',
        "launch.min_turns: The value is a text. Write a whole number of at least 1.",
    ),
    "name that is a number": (
        'en = ["solo"]',
        'en = ["solo"], pt = ["pleno", 7]',
        "bets.plein.names.pt[2]: The value is a whole number. Write a text in quotation marks.",
    ),
    "name of a position that is a number": (
        'en = ["the tail"]',
        'en = ["the tail"], fr = [7]',
        'cloth.names."transversale:34-35-36".fr[1]: The value is a whole number. Write a text in quotation '
        "marks.",
    ),
    "no TOML": (
        "[zero]",
        "[zero",
        "line 63, column 6: This is not TOML (Expected ']' at the end of a table "
        "declaration). Look there, and above, for a missing value, = or comma, "
        "or a quotation mark or bracket not closed.",
    ),
    "another id": (
        'id = "sixth"',
        'id = "seventh"',
        'clauses."sixth/1": The clause is not of seventh. Begin its id with seventh/.',
    ),
}


@pytest.mark.parametrize(("old", "new", "fault"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_file_is_refused_by_file_key_and_reason(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    said = refusal(written(tmp_path, (old, new)))
    assert said.startswith("sixth.toml: ")
    assert fault in said


# What a file says, and where and why it is no TOML.
NO_TOML = {
    "a letter to the editor": (
        "Dear house,\nhere are the rules.\n",
        "line 1, column 6: This is not TOML (Expected '=' after a key in a key/value pair). Look there, and "
        "above, for a missing value, = or comma, or a quotation mark or bracket not closed.",
    ),
    "a value left out": (
        "id =\n\n",
        "line 1, column 5: This is not TOML (Invalid value). Look there, and "
        "above, for a missing value, = or comma, or a quotation mark or "
        "bracket not closed.",
    ),
    "a list not closed": (
        'id = "monaco"\nreds = [1, 3,\n',
        "line 2, column 14: This is not TOML (Invalid "
        "value). Look there, and above, for a missing "
        "value, = or comma, or a quotation mark or "
        "bracket not closed.",
    ),
    "a text not closed": (
        'id = """monaco\n',
        "line 1, column 15: This is not TOML (Unterminated string). "
        "Look there, and above, for a missing value, = or comma, or a "
        "quotation mark or bracket not closed.",
    ),
    "a key twice": (
        "a = 1\na = 2",
        "line 2, column 6: This is not TOML (Cannot overwrite a value). Look "
        "there, and above, for a key or a section that is written twice.",
    ),
    "no UTF-8": (
        'id = 1\ntitle = "\udce9t\xe9"',
        "line 2, column 10: The text is not UTF-8. Save the file in UTF-8, or type the letter there again.",
    ),
}


@pytest.mark.parametrize(("text", "fault"), NO_TOML.values(), ids=list(NO_TOML))
def test_a_file_that_is_no_toml_is_refused_by_line_column_and_what_to_look_for(
    tmp_path: Path, text: str, fault: str
) -> None:
    path = tmp_path / "monaco.toml"
    path.write_bytes(text.encode(errors="surrogateescape"))
    said = refusal(path)
    assert said.startswith("monaco.toml: ")
    assert fault in said


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "monaco.toml: the file: cannot be read: No such file" in refusal(tmp_path / "monaco.toml")
