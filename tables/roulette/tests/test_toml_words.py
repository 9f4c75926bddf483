"""Usual slips in TOML, refused by line and column with the right form."""

from __future__ import annotations

from pathlib import Path

import pytest

from testkit.rulebooks import refusal

SLIPS = {
    "order = [0, 00, 3]": 'line 1, column 14: No number in TOML begins with 0. For 00 write "00" in quotation marks',
    "order = [00, 1]": 'line 1, column 11: No number in TOML begins with 0. For 00 write "00" in quotation marks',
    "order = [0, 3,\n00]": 'line 2, column 2: No number in TOML begins with 0. For 00 write "00" in quotation marks',
    "a = 07": "line 1, column 6: No number in TOML begins with 0. For 07 write 7.",
    "by_hand = yes": "line 1, column 11: TOML knows only true and false. For yes write true.",
    "prison = { partage = no }": "line 1, column 22: TOML knows only true and false. For no write false.",
    "a = True": "line 1, column 5: TOML knows only true and false. For True write true.",
    'a = "no" b': "line 1, column 10: This is not TOML (Expected newline",
    "a = 2026-1-1": "line 1, column 9: This is not TOML (Expected newline",
    "a = nothing": "line 1, column 5: This is not TOML (Invalid value). Look there, and above, for a missing value",
}


@pytest.mark.parametrize("text", SLIPS)
def test_slip_is_refused_with_its_place_and_the_right_form(tmp_path: Path, text: str) -> None:
    path = tmp_path / "monaco.toml"
    path.write_text(f"{text}\n", encoding="utf-8")
    assert refusal(path).startswith(f"monaco.toml: {SLIPS[text]}")
