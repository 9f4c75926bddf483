"""A rulebook file that does not read as one is refused by file, key and reason, with what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from testkit.rulebooks import refusal, written

# What is broken: the text that is changed, what it is changed to, and the refusal.
BROKEN = {
    "unknown key": ('even = "half"', 'even = "half"\nodd = 1', "zero.odd: unknown key"),
    "unknown key in a bet": ('"34:1"', '"34:1", payout = 34', "bets.plein.payout: unknown key"),
    "unknown section": ("[staff]", "[jackpot]\nsize = 1\n\n[staff]", "jackpot: unknown key"),
    "missing key": ("by_hand = true\n", "", "payment.by_hand: missing key"),
    "missing section": ('[launch]\nagainst_wheel = "sixth/4"\n', "", "launch: missing key"),
    "missing sign": ("[limits.sign]\nminimum = 200", "", "limits.sign: missing key"),
    "missing clause": (
        'odds = "17:1", clause = "sixth/2"',
        'odds = "17:1"',
        "bets.cheval.clause: missing clause: every value names the clause that it comes from",
    ),
    "missing limit clause": (
        'ratio = 10, limit_clause = "sixth/3"',
        "ratio = 10",
        "bets.cheval.limit_clause: missing clause: every value names the clause that it comes from",
    ),
    "unknown clause": (
        'reds_clause = "sixth/1"',
        'reds_clause = "sixth/9"',
        "cloth.reds_clause: sixth/9 is not among",
    ),
    "unknown clause of a launch": (
        'against_wheel = "sixth/4"',
        'against_wheel = "x"',
        "launch.against_wheel: x is",
    ),
    "foreign clause": (
        '"sixth/1" = { ref = "rule 1"',
        '"fifth/1" = { ref = "rule 1"',
        'clauses."fifth/1": a clause of sixth begins with sixth/',
    ),
    "kind of clause that there is not": (
        'kinds = ["equipment"]',
        'kinds = ["game"]',
        'clauses."sixth/1".kinds[1]: is "game"; right would be "command", "display", "equipment", "fact", ',
    ),
    "reading of nothing": (
        '[readings."sixth/2"]',
        '[readings."sixth/7"]',
        'readings."sixth/7": is not among the clauses',
    ),
    "reading without English": (
        'en = "Half',
        'pt = "Half',
        'readings."sixth/2".en: missing key: English is shown where a language is left out; right would be one, or in '
        "place of the section a single text in en, the rulebook's language",
    ),
    "reading in a language that is not spoken": (
        'fr = "La moitié',
        'de = "La moitié',
        'readings."sixth/2".de: is no language of a rulebook; right would be en, fr, it or pt',
    ),
    "reading that says nothing": (
        '"La moitié d\'une mise qui ne se divise pas est arrondie en faveur du joueur."',
        '" "',
        'readings."sixth/2".fr: has no words; right would be how the clause is read, or no such key',
    ),
    "reading that is a number": (
        '"La moitié d\'une mise qui ne se divise pas est arrondie en faveur du joueur."',
        "7",
        'readings."sixth/2".fr: is a whole number; right would be a text',
    ),
    "language that is not spoken": (
        'language = "en"',
        'language = "de"',
        'language: is "de"; right would be "en", "fr", "it" or "pt"',
    ),
    "currency that is no code": (
        'currency = "GBP"',
        'currency = "gbp"',
        'currency: "gbp" is no code of ISO 4217: three capital letters such as EUR',
    ),
    "wrong type": (
        "minimum = 200",
        'minimum = "200"',
        "limits.sign.minimum: is a text; right would be a whole number",
    ),
    "yes in words": (
        "by_hand = true",
        'by_hand = "yes"',
        "payment.by_hand: is a text; right would be true or false",
    ),
    "a number that may be left out as a text": (
        'against_wheel = "sixth/4"',
        'against_wheel = "sixth/4"\nmin_turns = "three"',
        "launch.min_turns: is a text; right would be a whole number",
    ),
    "name that is a number": (
        'en = ["solo"]',
        'en = ["solo"], pt = ["pleno", 7]',
        "bets.plein.names.pt[2]: is a whole number; right would be a text",
    ),
    "name of a position that is a number": (
        'en = ["the tail"]',
        'en = ["the tail"], fr = [7]',
        'cloth.names."transversale:34-35-36".fr[1]: is a whole number; right would be a text',
    ),
    "no TOML": ("[zero]", "[zero", "column 6: is no TOML (Expected ']' at the end of a table declaration)"),
    "another id": ('id = "sixth"', 'id = "seventh"', "a clause of seventh begins with seventh/"),
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
        "line 1, column 6: is no TOML (Expected '=' after a key in a key/value pair): look there, and above it, for a",
    ),
    "a value left out": ("id =\n\n", "line 1, column 5: is no TOML (Invalid value)"),
    "a list not closed": ('id = "monaco"\nreds = [1, 3,\n', "line 2, column 14: is no TOML (Invalid value)"),
    "a text not closed": ('id = """monaco\n', "line 1, column 15: is no TOML (Unterminated string)"),
    "a key twice": ("a = 1\na = 2", "for a key or a section that stands twice"),
    "no UTF-8": ('id = 1\ntitle = "\udce9t\xe9"', "line 2, column 10: is no UTF-8"),
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
