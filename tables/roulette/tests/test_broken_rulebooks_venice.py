"""Broken rulebooks: how payments are handed over, what is listed after a number, of how many chips a bet is made."""

from pathlib import Path

import pytest

from tables.refusal import RulebookBroken
from tables.roulette.loader import HOUSE_FOLDER, load_rulebook


def broken(folder: Path, house: str, old: str, new: str) -> str:
    text = (HOUSE_FOLDER / f"{house}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path = folder / f"{house}.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RulebookBroken) as refused:
        load_rulebook(path)
    return str(refused.value)


@pytest.mark.parametrize(
    ("house", "old", "new", "said"),
    [
        (
            "it-venezia",
            'at_stake = ["colonne", "douzaine", ',
            'at_stake = ["colonne", ',
            "payment.handing_over: douzaine is missing. Add each to at_stake or to with_rake.",
        ),
        (
            "it-venezia",
            'with_rake = ["sixain", ',
            'with_rake = ["sixain", "colonne", ',
            "payment.handing_over.with_rake: colonne is in at_stake too. Remove each from one of the two.",
        ),
        (
            "it-venezia",
            'multiples = ["sixain", ',
            'multiples = ["sixaine", ',
            "phases.result.multiples: sixaine is not among the bets. Write sixain.",
        ),
        (
            "it-venezia",
            'multiples_clause = "it-venezia/announce-multiples"\n',
            "",
            "phases.result.multiples_clause: The clause is missing. Name the clause that the value comes from.",
        ),
        (
            "it-live",
            "pieces = [9, 7]",
            "pieces = [9, 8]",
            "announced.voisins.pieces: 8 chips do not make the bet. Write 9 or 7.",
        ),
        (
            "it-live",
            "pieces = [9, 7]",
            "pieces = [9, 9]",
            "announced.voisins.pieces: 9 is listed more than once. List each once.",
        ),
    ],
)
def test_the_first_fault_is_named(tmp_path: Path, house: str, old: str, new: str, said: str) -> None:
    assert broken(tmp_path, house, old, new).endswith(said)
