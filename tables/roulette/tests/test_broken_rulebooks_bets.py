"""A rulebook whose bets cannot be played is refused: its wheel and cloth, bets and announced bets, replays, zero."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.roulette.loader import load_rulebook
from testkit.rulebooks import refusal, section, written

MISPRINT = """[return_to_player]
stated = "97.30"
clause = "sixth/2"

[[return_to_player.misprints]]
kinds = ["plein"]
printed = "one"
clause = "sixth/2"

[staff]"""


TWO_REPLAYS = """[replays.a-rifare]
names = {{ en = ["{}"] }}
pieces = "same"
stake = "beside"
clause = "sixth/2"

[replays.a-completare]
names = {{ en = ["make it up"] }}
pieces = "same"
stake = "counts"
clause = "sixth/2"

[staff]"""


def prison(says: str, release: str = "first-win") -> tuple[str, str]:
    """The change that makes zero imprison in the sixth house, by these words."""
    section = f'[zero.prison]\nrelease = "{release}"\nclause = "sixth/2"\n{says}'
    return 'even = "half"\nclause = "sixth/2"', f'even = "prison"\nclause = "sixth/2"\n\n{section}'


# What is broken: the text that is changed, what it is changed to, and the refusal.
BROKEN = {
    "wheel with a number twice": (
        "2, 14, 35",
        "2, 2, 35",
        "wheels.american.order: 14 is missing, and 2 is listed more than once. List each number once.",
    ),
    "wheel with a number short": (
        "2, 14, 35",
        "2, 35",
        "wheels.american.order: 14 is missing. List each number once.",
    ),
    "wheel with a number too great": (
        "2, 14, 35",
        "2, 14, 37",
        'wheels.american.order[3]: No wheel has the pocket "37". Write a number from 0 to 36, or "00".',
    ),
    "red zero": ("reds = [1, 3", "reds = [0, 3", "cloth.reds: Zero has no colour. Remove 0 from the list."),
    "three layouts": (
        *section("layouts", "at_most = 3"),
        "layouts.at_most: A wheel cannot serve 3 layouts. Write 1 or 2.",
    ),
    "odds in words": (
        '"34:1"',
        '"34 to 1"',
        'bets.plein.odds: The odds are "34 to 1". Write two whole '
        'numbers from 1 to 9999 in quotation marks, such as "35:1" or '
        '"1:2".',
    ),
    "odds over nothing": (
        '"34:1"',
        '"34:0"',
        'bets.plein.odds: The odds are "34:0". Write two whole '
        'numbers from 1 to 9999 in quotation marks, such as "35:1" or '
        '"1:2".',
    ),
    "odds as a number": (
        'odds = "34:1"',
        "odds = 34",
        "bets.plein.odds: The odds are a whole number. Write "
        "two whole numbers from 1 to 9999 in quotation "
        'marks, such as "35:1" or "1:2".',
    ),
    "misprinted odds in words": (
        "[staff]",
        MISPRINT,
        'return_to_player.misprints[1].printed: The odds are "one". Write two whole numbers from 1 to 9999 '
        'in quotation marks, such as "35:1" or "1:2".',
    ),
    "unknown kind of bet": (
        "cheval = {",
        "split = {",
        "bets.split: The kind of bet is unknown. The kinds "
        "are plein, cheval, transversale, carre, "
        "quatre-premiers, cinq-premiers, sixain, douzaine, "
        "colonne, deux-douzaines, deux-colonnes, pair, "
        "impair, manque, passe, rouge and noir. Write one of "
        "them.",
    ),
    "a kind inside a bet": (
        'odds = "17:1"',
        'kind = "plein", odds = "17:1"',
        "bets.cheval.kind: The key is unknown. Remove it; the keys here are clause, derogation, doubled, "
        "limit_clause, maximum, names, odds, odds_at_least, odds_at_least_clause and ratio.",
    ),
    "bet forbidden and allowed": (
        '["pair", "impair"]',
        '["plein"]',
        "forbidden[1].kinds: plein is forbidden here and allowed as a bet. Remove one of the two.",
    ),
    "one name for two bets": (
        "[announced.voisins-de]",
        '[announced.worm]\nclause = "sixth/2"\nchips = { "plein:2" = 1 }\nnames = { en = ["The Snake"] }\n\n'
        "[announced.voisins-de]",
        "announced.worm.names: The name the-snake means snake already. Give one of them another name.",
    ),
    "series on no position": (
        '"plein:1" = 1',
        '"cheval:1-9" = 1',
        'announced.snake.chips."cheval:1-9": The cloth has no such position. Write the code of one, such as '
        "plein:17 or cheval:17-20.",
    ),
    "series on a bet not played": (
        '"plein:1" = 1',
        '"sixain:1-2-3-4-5-6" = 1',
        'announced.snake.chips."sixain:1-2-3-4-5-6": sixain is not in [bets]. Add the bet, or remove the '
        "chip.",
    ),
    "series on no wheel": (
        "each_side = [1]",
        'each_side = [1]\nwheels = ["french"]',
        "voisins-de.wheels: french is not among the wheels",
    ),
    "neighbours laid as a final": (
        "each_side = [1]",
        "digits = [1]",
        "announced.voisins-de.each_side: voisins-de is laid by each_side alone. Write each_side, and remove "
        "digits.",
    ),
    "neighbours around the wheel": (
        "each_side = [1]",
        "each_side = [19]",
        "announced.voisins-de.each_side: 19 on each side are more than all numbers of the wheel. Write "
        "fewer.",
    ),
    "finals that are neighbours nowhere": (
        "[announced.voisins-de]",
        '[announced.finale-cheval]\nclause = "sixth/2"\npairs = [[3, 6], [3, 7]]\n\n[announced.voisins-de]',
        "announced.finale-cheval.pairs: 7 is nowhere next to 3. Write 4 or 6 for 7.",
    ),
    "replay called as another": (
        "[staff]",
        TWO_REPLAYS.format("a completare"),
        "replays.a-rifare.names: The name a-completare means a-completare already. Give one of them another "
        "name.",
    ),
    "replays of one name": (
        "[staff]",
        TWO_REPLAYS.format("Make it up"),
        "replays.a-completare.names: The name make-it-up means a-rifare already. Give one of them another "
        "name.",
    ),
    "replay of a bet that there is not": (
        *section("replays.again", 'pieces = "same"', 'stake = "counts"', 'bets = ["tiers"]'),
        "replays.again.bets: tiers is not among the announced bets",
    ),
    "replay that says its kind": (
        *section("replays.again", 'kind = "again"', 'pieces = "same"', 'stake = "counts"'),
        "replays.again.kind: The key is unknown. Remove it; the keys here are bets, clause, names, pieces "
        "and stake.",
    ),
    "replay of some other pieces": (
        *section("replays.again", 'pieces = "half"', 'stake = "counts"'),
        'replays.again.pieces: "half" is unknown here. Write "same" or "whole".',
    ),
    "prison without rules": (
        'even = "half"',
        'even = "prison"',
        'zero.prison: The section is missing, and zero.even is "prison". Write [zero.prison].',
    ),
    "prison where half is given back": (
        "[payment]",
        '[zero.prison]\nrelease = "first-win"\nclause = "sixth/2"\n\n[payment]',
        'zero.prison: zero.even is "half", so no stake gets into prison. Write even = "prison", or remove '
        "the section.",
    ),
    "what comes of a prison at the last coup without a clause": (
        *prison('levels = 2\nat_last_coup = "divided"'),
        "zero.prison.at_last_coup_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "a clause on the last coup that says nothing": (
        *prison('levels = 2\nat_last_coup_clause = "sixth/2"'),
        'zero.prison.at_last_coup: The key is missing, and its clause is there. Write "divided", '
        '"returned", "kept" or "next-day", or remove the clause.',
    ),
    "a last coup that pays the prisoners": (
        *prison('levels = 2\nat_last_coup = "paid"\nat_last_coup_clause = "sixth/2"'),
        'zero.prison.at_last_coup: "paid" is unknown here. Write "divided", "kept", "next-day" or '
        '"returned".',
    ),
    "freed with what is left, without a clause": (
        *prison('levels = 2\nfreed = "reduced"'),
        "zero.prison.freed_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "a clause on what is freed that says nothing": (
        *prison('levels = 2\nfreed_clause = "sixth/2"'),
        'zero.prison.freed: The key is missing, and its clause is there. Write "whole" or "reduced", or '
        "remove the clause.",
    ),
    "freed with what is left of zeros without end": (
        *prison('freed = "reduced"\nfreed_clause = "sixth/2"'),
        'zero.prison.levels: The key is missing, and freed = "reduced" needs a last level. Write the number '
        "of levels.",
    ),
    "freed with what is left, and win by win": (
        *prison('levels = 2\nfreed = "reduced"\nfreed_clause = "sixth/2"', release="win-per-level"),
        'zero.prison.freed: With release = "win-per-level" each win already takes one imprisonment back. '
        'Write freed = "whole", or release = "first-win".',
    ),
    "prison that takes more wins without end": (
        'even = "half"\nclause = "sixth/2"',
        'even = "prison"\nclause = "sixth/2"\n\n[zero.prison]\nrelease = "win-per-level"\nclause = "sixth/2"',
        'zero.prison.levels: The key is missing, and release = "win-per-level" needs a last level. Write '
        "the number of levels.",
    ),
}


@pytest.mark.parametrize(("old", "new", "fault"), BROKEN.values(), ids=list(BROKEN))
def test_bets_that_cannot_be_played_are_refused_by_file_key_and_reason(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    said = refusal(written(tmp_path, (old, new)))
    assert said.startswith("sixth.toml: ")
    assert fault in said


def test_an_announced_bet_holds_no_even_chance_that_zero_imprisons(tmp_path: Path) -> None:
    imprisoned = (
        'even = "half"\nclause = "sixth/2"',
        'even = "prison"\nclause = "sixth/2"\n\n[zero.prison]\nrelease = "first-win"\nclause = "sixth/2"',
    )
    on_an_even_chance = ('"cheval:5-8" = 2', '"rouge" = 2')
    fault = (
        'announced.snake.chips."rouge": Zero imprisons this bet, so no announced bet has it. Remove the chip.'
    )
    assert fault in refusal(written(tmp_path, imprisoned, on_an_even_chance))
    assert load_rulebook(written(tmp_path, on_an_even_chance)).announced["snake"].chips["rouge"] == 2
